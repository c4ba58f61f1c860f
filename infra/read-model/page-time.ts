import { Problem } from '@hzm/contracts/core/problem';
import type { Find } from '@hzm/services/core/ports/read-model';

/** Timeouts of a page in the first lane and in the lane for long ones, in milliseconds. */
export interface PageTimes {
  readonly quickMs: number;
  readonly slowMs: number;
}
export const PAGE_TIMES: PageTimes = { quickMs: 1_000, slowMs: 10_000 };

/** Pages that wait for a lane, of one source and of all. */
export const PAGE_QUEUE = { atOnce: 1, ofOne: 64, inAll: 512, timeoutMs: 10_000 };

/** Retry-After of a page that takes too long, in seconds. */
const RETRY_S = 10;

/** The page took longer than its lane allows. */
export class OutOfTime extends Error {}

/** The refusal of a page that nobody waits for any more. */
export const abandoned = (): Problem => new Problem('NOT_READY', { retryAfter: 1 });

/**
 * Finds a page in the first lane, and again in the second one if it takes longer than most, so that
 * others wait for it only if theirs is as long.
 * @throws Problem when it takes too long there, too
 */
export async function inTwoLanes<T>(quick: () => Promise<T>, slow: () => Promise<T>): Promise<T> {
  try {
    return await quick();
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
  }
  try {
    return await slow();
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    throw new Problem('NOT_READY', { text: 'page-too-long', retryAfter: RETRY_S });
  }
}

/** Returns the source of a query; those of the same data that name none share one. */
export function sourceOf({ by, collection: { name }, where = [] }: Find): string {
  if (by !== undefined) return by;
  const [first = ''] = where.flatMap(one => (one.op === 'eq' ? [one.value] : []));
  return JSON.stringify([name, first]);
}
