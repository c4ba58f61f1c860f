import { setFlagsFromString } from 'node:v8';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import type { LoadMessage } from './thread-messages.ts';

/**
 * Bounds the young generation, in MiB: by default a thread would hold several times as much
 * garbage.
 */
const YOUNG_MIB = 8;

interface Running {
  readonly worker: Worker;
  /** Called when the worker exits by itself. */
  readonly exitListeners: Set<(reason: unknown) => void>;
}

/**
 * Runs modules in one worker thread. It starts with the first module, restarts after it exits by
 * itself, and ends with the last.
 */
export class WorkerHost {
  readonly #isLasting: boolean;
  readonly #heapMib: number | undefined;
  #running: Running | undefined;

  /**
   * @param isLasting keeps the worker for the next module, without keeping the process alive
   * @param heapMib bounds the memory of the worker, in MiB; beyond it, the worker ends
   */
  constructor({
    isLasting = false,
    heapMib,
  }: { readonly isLasting?: boolean; readonly heapMib?: number } = {}) {
    this.#isLasting = isLasting;
    this.#heapMib = heapMib;
  }

  /**
   * @param ended called with the reason when the worker exits by itself @returns the port on which
   * the module is called, and its release
   */
  serve(
    module: URL,
    ended: (reason: unknown) => void,
  ): { readonly port: MessagePort; readonly release: () => Promise<void> } {
    const running = (this.#running ??= this.#begin());
    running.exitListeners.add(ended);
    const { port1: port, port2 } = new MessageChannel();
    running.worker.postMessage({ module: module.href, port: port2 } satisfies LoadMessage, [port2]);
    return {
      port,
      release: async () => {
        port.close();
        if (
          running.exitListeners.delete(ended) &&
          running.exitListeners.size === 0 &&
          !this.#isLasting
        )
          await this.#end(running);
      },
    };
  }

  #begin(): Running {
    // The main thread's flag would apply to each thread and override its own limit.
    setFlagsFromString('--max-semi-space-size=0');
    const worker = new Worker(new URL('thread-side.ts', import.meta.url), {
      resourceLimits: {
        maxYoungGenerationSizeMb: YOUNG_MIB,
        ...(this.#heapMib !== undefined && { maxOldGenerationSizeMb: this.#heapMib }),
      },
    });
    if (this.#isLasting) worker.unref();
    const running: Running = { worker, exitListeners: new Set() };
    let reason: unknown;
    worker.on('error', error => {
      reason = error;
    });
    worker.on('exit', code => {
      if (this.#running === running) this.#running = undefined;
      const exitListeners = [...running.exitListeners];
      running.exitListeners.clear();
      for (const ended of exitListeners) ended(reason ?? code);
    });
    return running;
  }

  async #end(running: Running): Promise<void> {
    if (this.#running === running) this.#running = undefined;
    await running.worker.terminate();
  }
}
