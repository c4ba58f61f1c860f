/** Work that is done at once and then again and again, one at a time. It must not reject. */
export class PeriodicTask {
  readonly #work: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;

  constructor(work: () => Promise<void>, everyMs: number) {
    this.#work = work;
    this.#everyMs = everyMs;
  }

  /** Resolves when it was done for the first time. */
  start(): Promise<void> {
    this.#timer = setInterval(() => void this.#once(), this.#everyMs).unref();
    return this.#once();
  }

  /** It is not begun again, and what was under way is over when the promise resolves. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#underWay;
  }

  #once(): Promise<void> {
    return (this.#underWay ??= this.#work().finally(() => {
      this.#underWay = undefined;
    }));
  }
}
