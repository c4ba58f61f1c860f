/** Work that may begin in one turn of the event loop, in all and of each account. */
interface TurnLimits {
  readonly together: number;
  readonly each: number;
}

/**
 * Lets short work of accounts begin, a bounded part of it in each turn of the event loop; in every
 * turn those who wait come in order, each with as much as it may. Nobody is refused: the caller
 * bounds how much waits.
 */
export class FairTurns {
  readonly #limits: TurnLimits;
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Work that has begun in this turn, by account. */
  readonly #begun = new Map<string, number>();
  #total = 0;
  #isEnding = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Resolves when work of the account may begin, at once if this turn has room. */
  async enter(account: string): Promise<void> {
    if (!this.#waiting.has(account) && this.#roomOf(account) > 0) {
      this.#count(account, 1);
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = this.#waiting.get(account);
    if (own) own.push(resolve);
    else this.#waiting.set(account, [resolve]);
    await promise;
  }

  #roomOf(account: string): number {
    const { together, each } = this.#limits;
    return Math.min(together - this.#total, each - (this.#begun.get(account) ?? 0));
  }

  #count(account: string, by: number): void {
    this.#total += by;
    this.#begun.set(account, (this.#begun.get(account) ?? 0) + by);
    if (this.#isEnding) return;
    this.#isEnding = true;
    setImmediate(() => this.#next());
  }

  /** Begins a turn with those who wait. Who still waits after it comes after all others. */
  #next(): void {
    this.#isEnding = false;
    this.#total = 0;
    this.#begun.clear();
    for (const [account, own] of this.#waiting) {
      const room = this.#roomOf(account);
      // The turn is full, or everybody has had theirs: who still waits stands behind the others.
      if (room <= 0) return;
      const entering = own.splice(0, room);
      this.#waiting.delete(account);
      if (own.length > 0) this.#waiting.set(account, own);
      this.#count(account, entering.length);
      for (const enter of entering) enter();
    }
  }
}
