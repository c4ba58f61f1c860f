import { Problem } from '@hzm/contracts/core/problem';
import type { Find } from '@hzm/services/core/ports/read-model';

/** Timeouts of a page in the quick lane and in the slow lane, in milliseconds. */
export interface PageTimes {
  readonly quickMs: number;
  readonly slowMs: number;
}
export const PAGE_TIMES: PageTimes = { quickMs: 1_000, slowMs: 10_000 };

/** Bounds the pages that wait for a lane, by source and in all. */
export const PAGE_QUEUE = { atOnce: 1, ofOne: 64, inAll: 512, timeoutMs: 10_000 };

/** Retry-After of a page that takes too long, in seconds. */
const RETRY_S = 10;

/** Thrown when a page exceeds the time of its lane. */
export class OutOfTime extends Error {}

/** Returns the refusal for a page whose client has left. */
export const abandoned = (): Problem => new Problem('NOT_READY', { retryAfter: 1 });

/**
 * Finds a page in the quick lane, then again in the slow one if it times out, so that it delays
 * only pages as long as itself. @throws Problem when it times out there, too
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

/** Returns the source of a query; anonymous queries of the same data share one. */
export function sourceOf({ by, collection: { name }, where = [] }: Find): string {
  if (by !== undefined) return by;
  const [first = ''] = where.flatMap(one => (one.op === 'eq' ? [one.value] : []));
  return JSON.stringify([name, first]);
}
