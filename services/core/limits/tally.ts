/** Counts by name. */
export class Tally {
  readonly #counts = new Map<string, number>();

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Counts one more, until the returned function is called. */
  add(name: string): () => void {
    this.#counts.set(name, this.of(name) + 1);
    return () => {
      const rest = this.of(name) - 1;
      if (rest > 0) this.#counts.set(name, rest);
      else this.#counts.delete(name);
    };
  }
}
