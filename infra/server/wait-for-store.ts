import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';

/** Bounds the wait for a store at the start, and the pause between attempts, in milliseconds. */
const START_MS = 60_000;
const AGAIN_MS = 500;

/**
 * Retries the start of a store that is unavailable, for example because it starts, too. @param say
 * called once when the wait begins, with the reason @throws the last error
 */
export async function waitForStore<T>(
  say: (text: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + START_MS;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof Unavailable || error instanceof OutcomeUnknown;
      if (!isPassing || performance.now() > until) throw error;
      if (isFirst) say(`A store does not answer (${error.message}); retrying for up to a minute.`);
      await sleep(AGAIN_MS);
    }
  }
}
