/** A connection may say a thousand things at once and a hundred each second; nonsense counts fifty times. */
const MOST = 1_000;
const PER_SECOND = 100;
const NONSENSE = 50;

/** How much one connection may still say. `now` in milliseconds. */
export class Allowance {
  #left = MOST;
  #at: number;

  constructor(now: number) {
    this.#at = now;
  }

  /** Whether that was still within bounds. */
  take(now: number, isNonsense = false): boolean {
    this.#left = Math.min(MOST, this.#left + ((now - this.#at) / 1_000) * PER_SECOND) - (isNonsense ? NONSENSE : 1);
    this.#at = now;
    return this.#left >= 0;
  }
}
