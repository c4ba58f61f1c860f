/** Burst and rate of a connection's messages; an invalid message costs fifty tokens. */
const MAX_TOKENS = 1_000;
const TOKENS_PER_SECOND = 100;
const INVALID_MESSAGE_COST = 50;

/** Counts the allowed messages. Times are milliseconds of a monotonic clock. */
export class TokenBucket {
  readonly #max: number;
  readonly #perSecond: number;
  #left: number;
  #at: number;

  constructor(now: number, max = MAX_TOKENS, perSecond = TOKENS_PER_SECOND) {
    this.#max = max;
    this.#perSecond = perSecond;
    this.#left = max;
    this.#at = now;
  }

  /** Takes tokens if enough are left; a refusal takes none. */
  take(now: number, isNonsense = false): boolean {
    return takeOfAll([this], now, isNonsense);
  }

  has(now: number, cost: number): boolean {
    const more = ((now - this.#at) / 1_000) * this.#perSecond;
    this.#left = Math.min(this.#max, this.#left + more);
    this.#at = now;
    return this.#left >= cost;
  }

  spend(cost: number): void {
    this.#left -= cost;
  }
}

/** Takes tokens from all buckets if each has enough, otherwise from none. */
export function takeOfAll(
  buckets: readonly TokenBucket[],
  now: number,
  isNonsense: boolean,
): boolean {
  const cost = isNonsense ? INVALID_MESSAGE_COST : 1;
  if (!buckets.every(bucket => bucket.has(now, cost))) return false;
  for (const bucket of buckets) bucket.spend(cost);
  return true;
}
