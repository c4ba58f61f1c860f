import type { MessagePort } from 'node:worker_threads';
import type { Answer, CallMessage, Calls, ErrorMessage, Notification } from './thread-messages.ts';
import { WorkerHost } from './worker-host.ts';

/** Thrown when the thread ends before it answers; the call may have taken effect. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

export interface ThreadListeners {
  /**
   * Called with the reason when the thread ends by itself, after which its pending calls are
   * rejected.
   */
  readonly ended: (error: Error) => void;
  /** Called with each notification from the module. */
  readonly told?: (said: unknown) => void;
}

/**
 * Calls a module in a worker thread, one call after another; calls that return a promise only start
 * in that order. The module exports `serve` (`Served`).
 */
export class Thread<C extends Calls> {
  readonly #port: MessagePort;
  readonly #release: () => Promise<void>;
  readonly #waiting = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }
  >();
  #last = 0;
  #isOver = false;

  /** @param host the worker, if it runs other modules, too */
  constructor(
    module: URL,
    { ended, told = () => undefined }: ThreadListeners,
    host: WorkerHost = new WorkerHost(),
  ) {
    const { port, release } = host.serve(module, reason => {
      this.#isOver = true;
      const error = new ThreadEnded(
        `the thread ended: ${reason instanceof Error ? reason.message : String(reason)}`,
        { cause: reason },
      );
      ended(error);
      this.#reject(error);
    });
    port.on('message', (message: Answer | Notification) =>
      'said' in message ? told(message.said) : this.#settle(message),
    );
    this.#port = port;
    this.#release = release;
  }

  /** @throws the call's error, with SQLite's codes; ThreadEnded */
  async ask<Name extends keyof C & string>(
    name: Name,
    argument: Parameters<C[Name]>[0],
  ): Promise<Awaited<ReturnType<C[Name]>>> {
    if (this.#isOver) throw new ThreadEnded('the thread has ended');
    const id = ++this.#last;
    return new Promise<Awaited<ReturnType<C[Name]>>>((resolve, reject) => {
      this.#port.postMessage({ id, name, argument } satisfies CallMessage);
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Ends the thread unless other modules use it; rejects pending calls. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#release();
    this.#reject(new ThreadEnded('the thread has ended'));
  }

  #settle({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(errorOf(error));
    else waiting?.resolve(value as never);
  }

  #reject(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

const errorOf = ({ message, cause, ...more }: ErrorMessage): Error =>
  Object.assign(new Error(message, cause && { cause: errorOf(cause) }), more);
