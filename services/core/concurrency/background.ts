import { unclaimed } from '../ports/memory.ts';

/** Background work that outlives the requests that started it, one task per name at a time. */
export class Background {
  readonly #failed: (error: unknown) => void;
  readonly #running = new Map<
    string,
    { readonly stopping: AbortController; readonly over: Promise<void> }
  >();
  #isClosed = false;

  /** @param failed called with unexpected errors */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  isRunning(name: string): boolean {
    return this.#running.has(name);
  }

  /**
   * Starts work, unless it already runs or the process is closing. `work` must end soon after its
   * signal aborts.
   */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#isClosed || this.#running.has(name)) return;
    const stopping = new AbortController();
    // Deferred to a later turn, so that the starting request is answered first.
    const over = Promise.resolve()
      .then(() => unclaimed(() => work(stopping.signal)))
      .catch(this.#failed)
      .finally(() => this.#running.delete(name));
    this.#running.set(name, { stopping, over });
  }

  /** Aborts the work and resolves when it has ended. */
  async stop(name: string): Promise<void> {
    const running = this.#running.get(name);
    running?.stopping.abort();
    await running?.over;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running.keys()].map(name => this.stop(name)));
  }
}
