import { Thread, type Hears } from './thread.ts';
import type { Host } from './thread-host.ts';
import type { Calls } from './thread-messages.ts';

/** A thread that is begun when it is needed, and again after it has ended by itself. `close` is the last that it is asked. */
export class LastingThread<C extends Calls & { readonly close: () => void }> {
  readonly #module: URL;
  readonly #hears: Hears;
  readonly #open: (thread: Thread<C>) => Promise<void>;
  readonly #host: Host | undefined;
  #begun: Promise<Thread<C>> | undefined;

  /** @param open makes each new thread ready @param host see `Thread` */
  constructor(module: URL, hears: Hears, open: (thread: Thread<C>) => Promise<void>, host?: Host) {
    this.#module = module;
    this.#hears = hears;
    this.#open = open;
    this.#host = host;
  }

  /** The thread, ready. @throws what `open` throws; the next call begins another */
  begun(): Promise<Thread<C>> {
    return (this.#begun ??= this.#begin());
  }

  /** Ends it when it has done what it was asked. */
  async close(): Promise<void> {
    const thread = await this.#begun?.catch(() => undefined);
    this.#begun = undefined;
    try {
      await thread?.ask('close', undefined);
    } finally {
      await thread?.end();
    }
  }

  async #begin(): Promise<Thread<C>> {
    const ended = (error: Error): void => {
      this.#begun = undefined;
      this.#hears.ended(error);
    };
    const thread = new Thread<C>(this.#module, { ...this.#hears, ended }, this.#host);
    try {
      await this.#open(thread);
      return thread;
    } catch (error) {
      this.#begun = undefined;
      await thread.end();
      throw error;
    }
  }
}
