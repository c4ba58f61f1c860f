import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Answer, Asked, Calls, ErrorMessage, Unasked } from './thread-messages.ts';

/** The thread ended before it answered: nobody knows whether it did what was asked. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** Bounds the young generation: by default a thread would hold several times as much garbage. */
const YOUNG_MIB = 8;

/** Who uses a thread hears: */
export interface Hears {
  /** That the thread ended by itself, and why. What it was asked is rejected then. */
  readonly ended: (error: Error) => void;
  /** What it says unasked. */
  readonly told?: (said: unknown) => void;
}

/** A thread of this process that does what it is asked, one after another; calls that return a promise are only begun so. What it does is said by `serve`, in the module that it runs. */
export class Thread<C extends Calls> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }>();
  #last = 0;
  #isOver = false;

  constructor(module: URL, { ended, told = () => undefined }: Hears) {
    // What the main thread was started with would count for each thread, and more than its own limit.
    setFlagsFromString('--max-semi-space-size=0');
    this.#worker = new Worker(module, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB } });
    let reason: unknown;
    this.#worker.on('message', (message: Answer | Unasked) => ('said' in message ? told(message.said) : this.#settle(message)));
    this.#worker.on('error', error => { reason = error; });
    this.#worker.on('exit', code => {
      const isWanted = this.#isOver;
      this.#isOver = true;
      const error = new ThreadEnded(`the thread ended: ${reason instanceof Error ? reason.message : code}`, { cause: reason });
      if (!isWanted) ended(error);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  /** @throws what the call throws, with SQLite's codes; ThreadEnded */
  async ask<Name extends keyof C & string>(name: Name, argument: Parameters<C[Name]>[0]): Promise<Awaited<ReturnType<C[Name]>>> {
    if (this.#isOver) throw new ThreadEnded('the thread has ended');
    const id = ++this.#last;
    return new Promise<Awaited<ReturnType<C[Name]>>>((resolve, reject) => {
      this.#worker.postMessage({ id, name, argument } satisfies Asked);
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** Ends it; what it has not answered is rejected. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#worker.terminate();
  }

  #settle({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(errorOf(error));
    else waiting?.resolve(value as never);
  }
}

const errorOf = ({ message, cause, ...more }: ErrorMessage): Error => Object.assign(new Error(message, cause && { cause: errorOf(cause) }), more);
