/** Runs tasks one after another in order of arrival, the first immediately. Failures are logged. */
export class Queue {
  readonly #tasks: (() => void | Promise<void>)[] = [];
  readonly #log: (error: unknown) => void;
  #running = false;

  constructor(log: (error: unknown) => void) {
    this.#log = log;
  }

  add(task: () => void | Promise<void>): void {
    this.#tasks.push(task);
    if (!this.#running) void this.#run();
  }

  /** Runs `step` in its turn and returns its result. */
  turn<T>(step: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.add(() => {
        try {
          resolve(step());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) {
      try {
        await task();
      } catch (error) {
        this.#log(error);
      }
    }
    this.#running = false;
  }
}
