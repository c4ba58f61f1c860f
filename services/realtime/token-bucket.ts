/** A connection may say a thousand things at once and a hundred each second; nonsense counts fifty times. */
const MAX_TOKENS = 1_000;
const TOKENS_PER_SECOND = 100;
const INVALID_MESSAGE_COST = 50;

/** How much one connection may still say. `now` in milliseconds. */
export class TokenBucket {
  #left = MAX_TOKENS;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Whether that was still within bounds. */
  take(now: number, isNonsense = false): boolean {
    this.#left = Math.min(MAX_TOKENS, this.#left + ((now - this.#at) / 1_000) * TOKENS_PER_SECOND) - (isNonsense ? INVALID_MESSAGE_COST : 1);
    this.#at = now;
    return this.#left >= 0;
  }
}
