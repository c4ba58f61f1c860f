import { setTimeout as sleep } from 'node:timers/promises';
import { OutcomeUnknown } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';

/** The longest wait for a store at the start, and the pause between two attempts, in ms. */
const START_MS = 60_000;
const AGAIN_MS = 500;

/**
 * Repeats what a start needs of a store while that cannot answer, a minute at most: one that starts
 * at the same time is silent now and then.
 * @param say told once that the start waits, and why
 * @throws what the last attempt threw
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
      if (isFirst)
        say(`A store does not answer (${error.message}); the start waits a minute at most.`);
      await sleep(AGAIN_MS);
    }
  }
}
