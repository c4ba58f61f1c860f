/** Things that are expected in this process, and must be counted before they are there. */
export class Reservations<Thing extends object> {
  readonly #reserved = new Set<Thing>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Reserves a thing if `check` allows it. Checks run one after another, so that each knows
   * everything that was reserved before.
   * @param check is given what else is reserved; what it throws refuses the thing @returns ends the
   * reservation when it is disposed: the thing is there, or will not come
   */
  async reserve(
    thing: Thing,
    check: (others: readonly Thing[]) => Promise<void>,
  ): Promise<Disposable> {
    const reserving = this.#last.then(async () => {
      await check([...this.#reserved]);
      this.#reserved.add(thing);
    });
    this.#last = reserving.catch(() => undefined);
    await reserving;
    return { [Symbol.dispose]: () => void this.#reserved.delete(thing) };
  }
}
