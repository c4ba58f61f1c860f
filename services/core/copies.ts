import { Problem } from '@hzm/contracts/core/problem';
import { LRUCache } from 'lru-cache';

/** How far one table is, in rows. */
export interface CopiedPart {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  copied: number;
  existing: number;
  skipped: number;
}

export interface Copy {
  readonly id: string;
  readonly parts: readonly CopiedPart[];
  state: 'running' | 'done' | 'failed' | 'stopped';
}

/** Copies that run at once in this process. */
const TOGETHER = 4;
/** Projects whose last copy is remembered. */
const REMEMBERED = 1_000;

/** The copies of rows that this process makes in the background, one for each project and each person at a time. */
export class Copies {
  readonly #failed: (error: unknown) => void;
  readonly #last = new LRUCache<string, Copy>({ max: REMEMBERED });
  readonly #running = new Map<string, { readonly copy: Copy; readonly person: string; readonly stopping: AbortController; readonly over: Promise<void> }>();
  #isClosed = false;

  /** @param failed is told what was not expected */
  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  /** The one that runs, or the last one. */
  of(projectId: string): Copy | undefined {
    return this.#running.get(projectId)?.copy ?? this.#last.get(projectId);
  }

  /** @throws Problem CONFLICT, NOT_READY */
  check(projectId: string, person: string): void {
    if (this.#running.has(projectId)) throw new Problem('CONFLICT', { text: 'copy-running' });
    if ([...this.#running.values()].some(running => running.person === person)) throw new Problem('CONFLICT', { text: 'copy-running-elsewhere' });
    if (this.#isClosed || this.#running.size >= TOGETHER) throw new Problem('NOT_READY', { text: 'copy-too-many', retryAfter: 30 });
  }

  /** Begins to copy; `work` ends soon after its signal aborts, and says whether it is through. @throws Problem CONFLICT, NOT_READY */
  start(projectId: string, person: string, copy: Copy, work: (signal: AbortSignal) => Promise<boolean>): void {
    this.check(projectId, person);
    const stopping = new AbortController();
    const over = this.#run(copy, () => work(stopping.signal), stopping.signal).finally(() => {
      this.#running.delete(projectId);
      this.#last.set(projectId, copy);
    });
    this.#running.set(projectId, { copy, person, stopping, over });
  }

  /** What is under way is over when the promise resolves. */
  async stop(projectId: string): Promise<void> {
    const running = this.#running.get(projectId);
    running?.stopping.abort();
    await running?.over;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running.keys()].map(projectId => this.stop(projectId)));
  }

  async #run(copy: Copy, work: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    try {
      // In a turn of its own: whoever starts it is answered first.
      await Promise.resolve();
      copy.state = (await work()) ? 'done' : 'stopped';
    } catch (error) {
      copy.state = signal.aborted ? 'stopped' : 'failed';
      if (!(error instanceof Problem)) this.#failed(error);
    }
  }
}
