/**
 * Runs tasks one after another, in the order in which they came; the first at once. A task that
 * fails is logged.
 */
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

  /** What `step` answers, when it was its turn. */
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
