/** Work that runs immediately and then periodically, one run at a time. It must not reject. */
export class PeriodicTask {
  readonly #work: () => Promise<void>;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;

  constructor(work: () => Promise<void>, everyMs: number) {
    this.#work = work;
    this.#everyMs = everyMs;
  }

  /** Resolves when the first run has ended. */
  start(): Promise<void> {
    this.#timer = setInterval(() => void this.#once(), this.#everyMs).unref();
    return this.#once();
  }

  /** Prevents further runs and resolves when the current one has ended. */
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
