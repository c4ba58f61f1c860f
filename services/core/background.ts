/** Work that goes on behind the requests that began it, one of a name at a time. */
export class Background {
  readonly #failed: (error: unknown) => void;
  readonly #running = new Map<
    string,
    { readonly stopping: AbortController; readonly over: Promise<void> }
  >();
  #isClosed = false;

  /** @param failed is told what was not expected */
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
   * Begins, unless it runs already or the process ends. `work` ends soon after its signal aborts.
   */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    if (this.#isClosed || this.#running.has(name)) return;
    const stopping = new AbortController();
    // In a turn of its own: whoever starts it is answered first.
    const over = Promise.resolve()
      .then(() => work(stopping.signal))
      .catch(this.#failed)
      .finally(() => this.#running.delete(name));
    this.#running.set(name, { stopping, over });
  }

  /** What is under way is over when the promise resolves. */
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
