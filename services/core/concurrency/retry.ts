import { Problem } from '@hzm/contracts/core/problem';
import { Unavailable } from '../ports/unavailable.ts';
import { rest } from './next-turn.ts';

/** Maximum attempts, and the pause between two in milliseconds. */
const MAX_TRIES = 8;
const AGAIN_MS = 1_000;

/** Whether an error is temporary unavailability. */
export const isTransient = (error: unknown): boolean =>
  error instanceof Unavailable || (error instanceof Problem && error.code === 'NOT_READY');

/**
 * Retries idempotent background work while something is temporarily unavailable.
 * @param work receives the number of the attempt
 * @throws the error of the last attempt
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
