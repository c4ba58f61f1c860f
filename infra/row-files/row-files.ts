import {
  BrokenFile,
  type RowFiles,
  type SealedFile,
  type WorkbookWriter,
} from '@hzm/services/core/ports/row-files';
import { Thread, ThreadEnded } from '../sqlite/thread.ts';
import { WorkerHost } from '../sqlite/worker-host.ts';
import { FileUploads } from '../uploads/file-uploads.ts';
import { XlsxWriter } from './xlsx-writer.ts';

/** Bounds the memory of a thread, in MiB: a bomb ends its thread, and nothing else. */
const HEAP_MIB = 512;

type Next = { readonly value: unknown } | { readonly isOver: true } | { readonly broken: string };
type Calls = {
  begin: (argument: unknown) => void;
  next: (argument: undefined) => Promise<Next>;
};

/** Whether a file ended its thread, by the memory that it took. */
const tookAll = (error: unknown): boolean =>
  error instanceof ThreadEnded &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Files of rows on the disk of this machine, each read by a thread of its own. */
export class LocalRowFiles implements RowFiles {
  readonly uploads: FileUploads;
  readonly #directory: string;
  readonly #module: URL;
  readonly #running = new Set<Thread<Calls>>();

  /** @param module serves `begin` and `next` in the thread */
  constructor(directory: string, module: URL) {
    this.uploads = new FileUploads(directory);
    this.#directory = directory;
    this.#module = module;
  }

  workbook(
    sheet: string,
    header: readonly string[],
    isRisky: (text: string) => boolean,
  ): WorkbookWriter {
    return new XlsxWriter(sheet, header, isRisky);
  }

  async *run(
    job: string,
    file: SealedFile,
    ask: unknown,
    signal: AbortSignal,
  ): AsyncGenerator<unknown> {
    const host = new WorkerHost({ heapMib: HEAP_MIB });
    const thread = new Thread<Calls>(this.#module, { ended: () => undefined }, host);
    this.#running.add(thread);
    const stop = (): void => void this.#end(thread);
    signal.addEventListener('abort', stop, { once: true });
    try {
      await thread.ask('begin', { directory: this.#directory, job, file, ask });
      for (let next = this.#next(thread); ;) {
        const answer = await next;
        if ('broken' in answer) throw new BrokenFile(answer.broken);
        if ('isOver' in answer || signal.aborted) return;
        // The thread makes the next answer while this one is used.
        next = this.#next(thread);
        yield answer.value;
      }
    } catch (error) {
      throw tookAll(error) ? new BrokenFile('memory') : error;
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#end(thread);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map(thread => this.#end(thread)));
  }

  #next(thread: Thread<Calls>): Promise<Next> {
    const next = thread.ask('next', undefined);
    // The reader may stop before it is awaited.
    next.catch(() => undefined);
    return next;
  }

  async #end(thread: Thread<Calls>): Promise<void> {
    this.#running.delete(thread);
    await thread.end();
  }
}
