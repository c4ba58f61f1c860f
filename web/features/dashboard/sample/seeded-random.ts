/** Deterministic random numbers (mulberry32), so that every sample is the same. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a whole number from `min` to `max`. */
  between(min: number, max: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return min + Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * (max - min + 1));
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.between(0, items.length - 1)]!;
  }

  /** Returns a day within the two years before `end`, e.g. `2026-03-14`. */
  day(end: number): string {
    return new Date(end - this.between(0, 730) * 86_400_000).toISOString().slice(0, 10);
  }
}
