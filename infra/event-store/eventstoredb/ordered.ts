/**
 * Runs calls at once that are begun in the order in which they come. One that comes when no other
 * runs goes first, alone: it may open the stream that
 * carries the others, and the client sends it after them if they do not wait.
 */
export class Ordered {
  #first: Promise<unknown> = Promise.resolve();
  #running = 0;

  /** @throws what the call that went first threw, without beginning this one */
  async run<T>(call: () => Promise<T>): Promise<T> {
    const isFirst = this.#running === 0;
    this.#running++;
    try {
      if (!isFirst) await this.#first;
      const answer = call();
      if (isFirst) this.#first = answer;
      return await answer;
    } finally {
      this.#running--;
    }
  }
}
