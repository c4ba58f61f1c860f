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

/** Bounds the pages in the quick lane of a store that reads several at once. */
export const QUICK_PAGES = { atOnce: 32, each: 4, ofOne: 512, inAll: 4_096, timeoutMs: 10_000 };

/** Maximum pages of a source that exceed the quick lane's time, and the time that forgives one. */
const OVERRUNS = { most: 4, forgivenMs: 2_000 };
/** Sources that are remembered before forgiven ones are evicted. */
const LOOKED_FROM = 1_000;

/**
 * Counts the pages that exceeded the quick lane's time, by source: one that repeats long pages
 * would keep the store busy with the first second of each.
 */
export class Overruns {
  /** The time at which all pages of a source are forgiven, by the clock of `now`. */
  readonly #forgivenAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(source: string): void {
    const now = this.#now();
    const from = Math.max(this.#forgivenAt.get(source) ?? 0, now);
    this.#forgivenAt.set(source, from + OVERRUNS.forgivenMs);
    if (this.#forgivenAt.size < LOOKED_FROM) return;
    for (const [name, at] of this.#forgivenAt) if (at <= now) this.#forgivenAt.delete(name);
  }

  /** Whether a source has as many such pages as it may have. */
  areMany(source: string): boolean {
    const left = (this.#forgivenAt.get(source) ?? 0) - this.#now();
    return left > (OVERRUNS.most - 1) * OVERRUNS.forgivenMs;
  }
}

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
