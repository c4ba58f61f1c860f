import { setFlagsFromString } from 'node:v8';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { Hosted } from './thread-messages.ts';

/** Bounds the young generation: by default a thread would hold several times as much garbage. */
const YOUNG_MIB = 8;

interface Running {
  readonly worker: Worker;
  /** Who hears that it ended by itself. */
  readonly guests: Set<(reason: unknown) => void>;
}

/** A thread of this process in which modules are served. It is begun with the first of them, and again when it ended by itself, and ended with the last. */
export class Host {
  #running: Running | undefined;

  /** @param ended hears that the thread ended by itself, and why @returns where the module is asked, and how it is left */
  serve(module: URL, ended: (reason: unknown) => void): { readonly port: MessagePort; readonly leave: () => Promise<void> } {
    const running = (this.#running ??= this.#begin());
    running.guests.add(ended);
    const { port1: port, port2 } = new MessageChannel();
    running.worker.postMessage({ module: module.href, port: port2 } satisfies Hosted, [port2]);
    return {
      port,
      leave: async () => {
        port.close();
        if (running.guests.delete(ended) && running.guests.size === 0) await this.#end(running);
      },
    };
  }

  #begin(): Running {
    // What the main thread was started with would count for each thread, and more than its own limit.
    setFlagsFromString('--max-semi-space-size=0');
    const worker = new Worker(new URL('thread-side.ts', import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB } });
    const running: Running = { worker, guests: new Set() };
    let reason: unknown;
    worker.on('error', error => { reason = error; });
    worker.on('exit', code => {
      if (this.#running === running) this.#running = undefined;
      const guests = [...running.guests];
      running.guests.clear();
      for (const ended of guests) ended(reason ?? code);
    });
    return running;
  }

  async #end(running: Running): Promise<void> {
    if (this.#running === running) this.#running = undefined;
    await running.worker.terminate();
  }
}
