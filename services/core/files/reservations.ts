/** Things that this process expects and must count before they exist. */
export class Reservations<Thing extends object> {
  readonly #reserved = new Set<Thing>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Reserves a thing if `check` allows it. Checks run one after another, so that each sees all
   * earlier reservations.
   * @param check receives the other reservations and throws to refuse
   * @returns a disposable that ends the reservation: the thing exists, or will not
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
