/** A connection may say a thousand things at once and a hundred each second; nonsense counts fifty times. */
const MAX_TOKENS = 1_000;
const TOKENS_PER_SECOND = 100;
const INVALID_MESSAGE_COST = 50;

/** How much may still be said. Times in milliseconds. */
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

  /** Whether that was still within bounds. */
  take(now: number, isNonsense = false): boolean {
    this.#left = Math.min(this.#max, this.#left + ((now - this.#at) / 1_000) * this.#perSecond) - (isNonsense ? INVALID_MESSAGE_COST : 1);
    this.#at = now;
    return this.#left >= 0;
  }
}
