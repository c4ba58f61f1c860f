import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';

const FIRST_MS = 100;
/** Half a minute in all: an engine that chooses another leader is back by then. */
const MAX_ATTEMPTS = 9;

/**
 * Does what is harmless to repeat until the store can serve. @throws what the last attempt threw
 */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (
        !(error instanceof OutcomeUnknown || error instanceof Unavailable) ||
        attempt === MAX_ATTEMPTS
      )
        throw error;
      await sleep(FIRST_MS * 2 ** (attempt - 1));
    }
  }
}
