import { PeriodicTask } from '@hzm/services/core/periodic-task';

/** Passes on a failure, but not the same one again before it went well (undefined). */
export function onceEach(failed: (error: unknown) => void): (error: unknown) => void {
  let last: unknown;
  return error => {
    const now = error instanceof Error ? error.message : error;
    if (now !== undefined && now !== last) failed(error);
    last = now;
  };
}

/**
 * Work that is done from time to time, in milliseconds; the same failure is told once, until it
 * went well.
 */
export function repeated(
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): PeriodicTask {
  const told = onceEach(failed);
  return new PeriodicTask(() => work().then(() => told(undefined), told), everyMs);
}
