/** Time that reads take of one turn of the event loop, in milliseconds; the last may exceed it. */
const TURN_MS = 4;

/**
 * Spreads the reads of the main thread over turns of the event loop, because many reads of one
 * moment would block it together. Sources that wait take turns.
 */
export class ReadTurns {
  readonly #waiting = new Map<string, (() => void)[]>();
  #spent = 0;
  #isNextSet = false;

  /** Reads at once unless this turn is used up. @param by its source @throws errors of `read` */
  run<Read>(by: string, read: () => Read): Read | Promise<Read> {
    if (this.#waiting.size === 0 && this.#spent <= TURN_MS) return this.#timed(read);
    const { promise, resolve, reject } = Promise.withResolvers<Read>();
    const later = (): void => {
      try {
        resolve(this.#timed(read));
      } catch (error) {
        reject(error);
      }
    };
    const own = this.#waiting.get(by);
    if (own) own.push(later);
    else this.#waiting.set(by, [later]);
    return promise;
  }

  #timed<Read>(read: () => Read): Read {
    if (!this.#isNextSet) setImmediate(() => this.#next());
    this.#isNextSet = true;
    const begun = performance.now();
    try {
      return read();
    } finally {
      this.#spent += performance.now() - begun;
    }
  }

  #next(): void {
    this.#isNextSet = false;
    this.#spent = 0;
    for (const [by, reads] of this.#waiting) {
      if (this.#spent > TURN_MS) break;
      const read = reads.shift();
      // Further reads of this source come after the others.
      this.#waiting.delete(by);
      if (reads.length > 0) this.#waiting.set(by, reads);
      read?.();
    }
  }
}
