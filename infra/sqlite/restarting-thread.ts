import type { Calls } from './thread-messages.ts';
import { Thread, type ThreadListeners } from './thread.ts';
import type { WorkerHost } from './worker-host.ts';

/**
 * A thread that starts on first use and restarts after it exits by itself. `close` is its last
 * call.
 */
export class RestartingThread<C extends Calls & { readonly close: () => void }> {
  readonly #module: URL;
  readonly #listeners: ThreadListeners;
  readonly #open: (thread: Thread<C>) => Promise<void>;
  readonly #host: WorkerHost | undefined;
  #begun: Promise<Thread<C>> | undefined;

  /** @param open prepares each new thread @param host see `Thread` */
  constructor(
    module: URL,
    listeners: ThreadListeners,
    open: (thread: Thread<C>) => Promise<void>,
    host?: WorkerHost,
  ) {
    this.#module = module;
    this.#listeners = listeners;
    this.#open = open;
    this.#host = host;
  }

  /**
   * Returns the running thread, starting it if needed. @throws errors of `open`; the next call
   * starts another
   */
  begun(): Promise<Thread<C>> {
    if (this.#begun) return this.#begun;
    const begun = this.#begin(() => {
      if (this.#begun === begun) this.#begun = undefined;
    });
    return (this.#begun = begun);
  }

  /** Ends the thread after its pending calls; a later call starts another. */
  async close(): Promise<void> {
    const begun = this.#begun;
    this.#begun = undefined;
    const thread = await begun?.catch(() => undefined);
    try {
      await thread?.ask('close', undefined);
    } finally {
      await thread?.end();
    }
  }

  async #begin(forget: () => void): Promise<Thread<C>> {
    const ended = (error: Error): void => {
      forget();
      this.#listeners.ended(error);
    };
    const thread = new Thread<C>(this.#module, { ...this.#listeners, ended }, this.#host);
    try {
      await this.#open(thread);
      return thread;
    } catch (error) {
      forget();
      await thread.end();
      throw error;
    }
  }
}
