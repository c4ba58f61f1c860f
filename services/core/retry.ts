import { Problem } from '@hzm/contracts/core/problem';
import { rest } from './next-turn.ts';
import { Unavailable } from './ports/unavailable.ts';

/** How often work is tried in all, and how long between two attempts, in milliseconds. */
const MAX_TRIES = 8;
const AGAIN_MS = 1_000;

/** Whether something could not be reached now, but may be soon. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Unavailable || (error instanceof Problem && error.code === 'NOT_READY');

/**
 * Repeats work for a while as long as something cannot be reached: for background work that may be
 * repeated. @param work is given the number of the attempt @throws what the last attempt threw
 */
export async function retry<T>(
  signal: AbortSignal,
  work: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries);
    } catch (error) {
      if (!isTransient(error) || tries === MAX_TRIES || signal.aborted) throw error;
      await rest(AGAIN_MS, signal);
    }
  }
}
