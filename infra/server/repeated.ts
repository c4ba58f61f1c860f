import { PeriodicTask } from '@hzm/services/core/concurrency/periodic-task';

/** Passes failures on, skipping repetitions of the same message until a success (undefined). */
export function onceEach(failed: (error: unknown) => void): (error: unknown) => void {
  let last: unknown;
  return error => {
    const now = error instanceof Error ? error.message : error;
    if (now !== undefined && now !== last) failed(error);
    last = now;
  };
}

/** Runs work periodically. The same failure is reported once until a success. */
export function repeated(
  everyMs: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
): PeriodicTask {
  const told = onceEach(failed);
  return new PeriodicTask(() => work().then(() => told(undefined), told), everyMs);
}
