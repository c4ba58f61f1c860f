/** Questions to one address in a minute, and at once before any of them waits. */
const PER_MINUTE = 60;
const BURST = 10;
/** Addresses that are remembered; the one that was asked longest ago is forgotten. */
const MAX_ADDRESSES = 200;

/**
 * Slows down what asks the same again and again, however it came to that. Other addresses, and what
 * a person does, are never kept waiting for it
 * (docs/decisions/0021-requests-of-the-web-application.md).
 */
export class Pace {
  readonly #now: () => number;
  /** When everything that was asked of an address will have been paid for. */
  readonly #paid = new Map<string, number>();

  /** @param now in milliseconds */
  constructor(now = (): number => Date.now()) {
    this.#now = now;
  }

  /** How long the next question to an address has to wait, in milliseconds. */
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
