import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';

const FIRST_MS = 100;
/** Attempts within about half a minute, enough for an engine to elect another leader. */
const MAX_ATTEMPTS = 9;

/** Retries idempotent work while the store is unavailable. @throws the last error */
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
