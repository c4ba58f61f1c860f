import type { Calls } from './thread-messages.ts';
import { Thread, type ThreadListeners } from './thread.ts';
import type { WorkerHost } from './worker-host.ts';

/**
 * A thread that starts when it is first needed, and again after it has ended by itself. `close` is
 * the last call that it gets.
 */
export class RestartingThread<C extends Calls & { readonly close: () => void }> {
  readonly #module: URL;
  readonly #listeners: ThreadListeners;
  readonly #open: (thread: Thread<C>) => Promise<void>;
  readonly #host: WorkerHost | undefined;
  #begun: Promise<Thread<C>> | undefined;

  /** @param open makes each new thread ready @param host see `Thread` */
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

  /** The thread, ready. @throws what `open` throws; the next call begins another */
  begun(): Promise<Thread<C>> {
    if (this.#begun) return this.#begun;
    const begun = this.#begin(() => {
      if (this.#begun === begun) this.#begun = undefined;
    });
    return (this.#begun = begun);
  }

  /** Ends it when it has done what it was asked; a call that comes from now on begins another. */
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
