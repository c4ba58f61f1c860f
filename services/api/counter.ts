import { LRUCache } from 'lru-cache';

/** How much of an allowance is left, for the `RateLimit-*` headers. */
export interface RateLimitStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the whole allowance is there again. */
  readonly reset: number;
  readonly isOver: boolean;
}

/**
 * Windows kept. Beyond that the ones longest untouched are forgotten, so that no flood of strangers
 * fills the memory.
 */
const MAX_WINDOWS = 100_000;

/**
 * Counts in windows of time, which for each key begin with its first count. In this process only.
 */
export class Counter {
  readonly #windows = new LRUCache<string, { used: number; readonly end: number }>({
    max: MAX_WINDOWS,
  });
  readonly #now: () => number;

  /** @param now a monotonic clock, in milliseconds: a window ends, wherever the wall clock jumps */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** @param by 1 counts one, -1 takes one back, 0 only looks */
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
      reset: Math.ceil((window.end - now) / 1000),
      isOver: window.used > limit,
    };
  }
  /** Counts one only if there is room for it: what is refused takes nothing from anybody. */
  take(key: string, limit: number, seconds: number): RateLimitStatus {
    const seen = this.count(key, limit, seconds, 0);
    return seen.remaining > 0 ? this.count(key, limit, seconds) : { ...seen, isOver: true };
  }
}
