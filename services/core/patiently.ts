import { Problem } from '@hzm/contracts/core/problem';
import { rest } from './next-turn.ts';
import { Unavailable } from './ports/unavailable.ts';

/** A store that cannot be reached is asked again so often, each time after so many milliseconds. */
const TRIES = 8;
const AGAIN_MS = 1_000;

/** Whether something could not be reached, and may be soon. */
export const isPassing = (error: unknown): boolean => error instanceof Unavailable || (error instanceof Problem && error.code === 'NOT_READY');

/** Asks again for a while where something cannot be reached: for work in the background that finds what it has done already. */
export async function patiently<T>(signal: AbortSignal, work: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries);
    } catch (error) {
      if (!isPassing(error) || tries === TRIES || signal.aborted) throw error;
      await rest(AGAIN_MS, signal);
    }
  }
}
