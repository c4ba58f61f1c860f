/** Requests to one address in a minute, and at once before any waits. */
const PER_MINUTE = 60;
const BURST = 10;
/** Bounds the tracked addresses; the one requested longest ago is evicted. */
const MAX_ADDRESSES = 200;

/**
 * Slows down repetitions of the same request, such as a loop by mistake, without delaying other
 * addresses or a person's actions (docs/decisions/0021-requests-of-the-web-application.md).
 */
export class Pace {
  readonly #now: () => number;
  /** Time at which all requests to an address are within the rate, in milliseconds. */
  readonly #paid = new Map<string, number>();

  /** @param now in milliseconds */
  constructor(now = (): number => Date.now()) {
    this.#now = now;
  }

  /** Returns the delay of the next request to an address, in milliseconds. */
  wait(address: string): number {
    const now = this.#now();
    const each = 60_000 / PER_MINUTE;
    const paid = Math.max(this.#paid.get(address) ?? 0, now) + each;
    this.#paid.delete(address);
    this.#paid.set(address, paid);
    if (this.#paid.size > MAX_ADDRESSES) this.#paid.delete(this.#paid.keys().next().value!);
    return Math.max(0, paid - now - BURST * each);
  }
}
