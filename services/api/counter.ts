import { LRUCache } from 'lru-cache';

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

/** Counts per key in windows that start with the key's first count, in this process only. */
export class Counter {
  readonly #windows = new LRUCache<string, { used: number; readonly end: number }>({
    // `max` would allocate them all at start.
    maxSize: MAX_WINDOWS,
    sizeCalculation: () => 1,
  });
  readonly #now: () => number;

  /** @param now monotonic clock in milliseconds, independent of wall clock changes */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param by 1 counts one, -1 takes one back, 0 only reads */
  count(key: string, limit: number, seconds: number, by: -1 | 0 | 1 = 1): RateLimitStatus {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || window.end <= now) {
      window = { used: 0, end: now + seconds * 1000 };
      if (by > 0) this.#windows.set(key, window);
    }
    window.used = Math.max(0, window.used + by);
    return {
      limit,
      remaining: Math.max(0, limit - window.used),
      // A sum of doubles can exceed the window by less than a nanosecond.
      reset: Math.min(seconds, Math.ceil((window.end - now) / 1000)),
      isOver: window.used > limit,
    };
  }
  /** Counts one only if there is room, so that refusals use up nothing. */
  take(key: string, limit: number, seconds: number): RateLimitStatus {
    const seen = this.count(key, limit, seconds, 0);
    return seen.remaining > 0 ? this.count(key, limit, seconds) : { ...seen, isOver: true };
  }
}
