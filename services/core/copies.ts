import { Problem } from '@hzm/contracts/core/problem';
import { LRUCache } from 'lru-cache';
import type { Background } from './background.ts';

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
const MAX_COPIES = 1_000;

/** The copies of rows that this process makes in the background, one for each project and each person at a time. */
export class Copies {
  readonly #background: Background;
  readonly #last = new LRUCache<string, Copy>({ max: MAX_COPIES });
  readonly #running = new Map<string, { readonly copy: Copy; readonly person: string }>();

  constructor(background: Background) {
    this.#background = background;
  }

  /** The one that runs, or the last one. */
  of(projectId: string): Copy | undefined {
    return this.#running.get(projectId)?.copy ?? this.#last.get(projectId);
  }

  /** @throws Problem CONFLICT, NOT_READY */
  check(projectId: string, person: string): void {
    if (this.#running.has(projectId)) throw new Problem('CONFLICT', { text: 'copy-running' });
    if ([...this.#running.values()].some(running => running.person === person)) throw new Problem('CONFLICT', { text: 'copy-running-elsewhere' });
    if (this.#background.isClosed || this.#running.size >= TOGETHER) throw new Problem('NOT_READY', { text: 'copy-too-many', retryAfter: 30 });
  }

  /** Begins to copy; `work` ends soon after its signal aborts, and says whether it is through. @throws Problem CONFLICT, NOT_READY */
  start(projectId: string, person: string, copy: Copy, work: (signal: AbortSignal) => Promise<boolean>): void {
    this.check(projectId, person);
    this.#running.set(projectId, { copy, person });
    this.#background.start(nameOf(copy), async signal => {
      try {
        copy.state = (await work(signal)) ? 'done' : 'stopped';
      } catch (error) {
        copy.state = signal.aborted ? 'stopped' : 'failed';
        if (!(error instanceof Problem)) throw error;
      } finally {
        this.#running.delete(projectId);
        this.#last.set(projectId, copy);
      }
    });
  }

  /** What is under way is over when the promise resolves. */
  async stop(projectId: string): Promise<void> {
    const running = this.#running.get(projectId);
    if (running) await this.#background.stop(nameOf(running.copy));
  }
}

const nameOf = ({ id }: Copy): string => `copy ${id}`;
