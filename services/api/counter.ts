import { LRUCache } from 'lru-cache';
import type { LimitStore, LimitWindow } from '../core/ports/limit-store.ts';
import { SharedWindows, usedIn, type Window } from './shared-windows.ts';

/** The remaining allowance, for the `RateLimit-*` headers. */
export interface RateLimitStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the full allowance is back. */
  readonly reset: number;
  readonly isOver: boolean;
}

/** Maximum windows; the least recently used are evicted, so that floods do not fill the memory. */
const MAX_WINDOWS = 100_000;

function add(window: Window, isFull: boolean): void {
  if (isFull) window.beyond++;
  else if (window.lent > 0) window.lent--;
  else window.untold++;
}

function takeBack(window: Window): void {
  if (window.beyond > 0) window.beyond--;
  else if (window.untold > 0) window.untold--;
  else if (usedIn(window) > 0) window.lent++;
}

/**
 * Counts per key in windows that start with the key's first count. With a store, several processes
 * count together (decision 0055).
 */
export class Counter {
  readonly #windows = new LRUCache<string, Window>({
    // `max` would allocate them all at start.
    maxSize: MAX_WINDOWS,
    sizeCalculation: () => 1,
  });
  readonly #now: () => number;
  readonly #shared: SharedWindows | undefined;

  /**
   * @param now monotonic clock in milliseconds, independent of wall clock changes
   * @param store shared with other processes
   * @param isExact whether each count is told to the others before it is answered
   */
  constructor({
    now = () => performance.now(),
    store,
    isExact = false,
  }: {
    readonly now?: () => number;
    readonly store?: LimitStore | undefined;
    readonly isExact?: boolean;
  } = {}) {
    this.#now = now;
    this.#shared = store && new SharedWindows({ store, now, isExact });
  }

  /**
   * Counts once this process knows enough of the others' counts in these windows. `count` runs in
   * the same turn as the last look at them, so that no two take what was lent once.
   */
  async settled<T>(windows: readonly LimitWindow[], count: () => T): Promise<T> {
    for (let wait = this.#lacking(windows); wait; wait = this.#lacking(windows)) await wait;
    return count();
  }

  /** @param by 1 counts one, -1 takes one back, 0 only reads */
  count(key: string, limit: number, seconds: number, by: -1 | 0 | 1 = 1): RateLimitStatus {
    const window = this.#windowOf(key, seconds, by > 0);
    const isFull = usedIn(window) >= limit;
    if (by > 0) add(window, isFull);
    else if (by < 0) takeBack(window);
    if (by !== 0 || window.lent > 0) this.#shared?.counted(window, { key, limit, seconds }, by < 0);
    const used = usedIn(window);
    return {
      limit,
      remaining: Math.max(0, limit - used),
      // A sum of doubles can exceed the window by less than a nanosecond.
      reset: Math.max(0, Math.min(seconds, Math.ceil((window.end - this.#now()) / 1000))),
      isOver: by > 0 ? isFull : used + window.beyond > limit,
    };
  }

  /** Counts one only if there is room, so that refusals use up nothing. */
  take(key: string, limit: number, seconds: number): RateLimitStatus {
    const seen = this.count(key, limit, seconds, 0);
    return seen.remaining > 0 ? this.count(key, limit, seconds) : { ...seen, isOver: true };
  }

  #lacking(windows: readonly LimitWindow[]): Promise<unknown> | undefined {
    if (!this.#shared) return undefined;
    const waits: Promise<void>[] = [];
    for (const of of windows) {
      const wait = this.#shared.lacking(this.#windowOf(of.key, of.seconds, true), of);
      if (wait) waits.push(wait);
    }
    return waits.length === 0 ? undefined : Promise.all(waits);
  }

  #windowOf(key: string, seconds: number, isKept: boolean): Window {
    const now = this.#now();
    const known = this.#windows.get(key);
    if (known && known.end > now) return known;
    const window = {
      total: 0,
      lent: 0,
      untold: 0,
      beyond: 0,
      end: now + seconds * 1000,
      wanted: 0,
    };
    if (isKept) this.#windows.set(key, window);
    return window;
  }
}
