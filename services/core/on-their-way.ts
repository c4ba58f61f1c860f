/** Things that are on their way in this process: what must be counted before it is there. */
export class OnTheirWay<Thing extends object> {
  readonly #things = new Set<Thing>();
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Lets a thing in once it is judged; one after the other, so that what is judged knows everything that was let in before.
   * @param judge learns what else is on its way; what it throws keeps the thing out @returns ends its way, when it is there or never will be
   */
  async enter(thing: Thing, judge: (others: readonly Thing[]) => Promise<void>): Promise<() => void> {
    const entered = this.#last.then(async () => {
      await judge([...this.#things]);
      this.#things.add(thing);
    });
    this.#last = entered.catch(() => undefined);
    await entered;
    return () => void this.#things.delete(thing);
  }
}
