/**
 * Runs concurrent calls, started in order. A call that finds no other running goes first, alone: it
 * may open the stream that carries the others, and the client would otherwise send it after them.
 */
export class Ordered {
  #first: Promise<unknown> = Promise.resolve();
  #running = 0;

  /** @throws the error of the first call, without starting this one */
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
