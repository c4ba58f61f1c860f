import { Problem } from '@hzm/contracts/core/problem';
import { LRUCache } from 'lru-cache';
import type { Background } from './background.ts';

/** A kind of job. `Progress`: how far a job of it is. */
export interface JobKind<Progress> {
  readonly name: string;
  /** How many run at once in this process. */
  readonly maxRunning: number;
  /** Only its type is used. */
  readonly progress?: Progress;
}

export interface Job<Progress> {
  readonly id: string;
  readonly progress: Progress;
  state: 'running' | 'done' | 'failed' | 'stopped';
}

/**
 * Why a job cannot start: one runs for its key, or for its person under another key; or too many
 * run, or the process ends.
 */
export type JobRefusal = 'key-busy' | 'person-busy' | 'full';

interface RunningJob {
  readonly kind: string;
  readonly person: string;
  readonly job: Job<unknown>;
}

/** Keys whose last job is remembered. */
const MAX_ENDED_JOBS = 1_000;

/**
 * Jobs that this process runs in the background: of each kind one for each key and each person at a
 * time.
 */
export class ExclusiveJobs {
  readonly #background: Background;
  readonly #ended = new LRUCache<string, Job<unknown>>({ max: MAX_ENDED_JOBS });
  readonly #running = new Map<string, RunningJob>();

  constructor(background: Background) {
    this.#background = background;
  }

  /** The job that runs for a key, or the last one. */
  of<Progress>(kind: JobKind<Progress>, key: string): Job<Progress> | undefined {
    const id = idOf(kind, key);
    return (this.#running.get(id)?.job ?? this.#ended.get(id)) as Job<Progress> | undefined;
  }

  /** Undefined: a job may start. */
  refusal(kind: JobKind<unknown>, key: string, person: string): JobRefusal | undefined {
    if (this.#running.has(idOf(kind, key))) return 'key-busy';
    const ofKind = [...this.#running.values()].filter(running => running.kind === kind.name);
    if (ofKind.some(running => running.person === person)) return 'person-busy';
    return this.#background.isClosed || ofKind.length >= kind.maxRunning ? 'full' : undefined;
  }

  /**
   * Starts a job, unless it is refused; `work` ends soon after its signal aborts, and resolves to
   * whether it is complete.
   */
  start<Progress>(
    kind: JobKind<Progress>,
    key: string,
    person: string,
    job: Job<Progress>,
    work: (signal: AbortSignal) => Promise<boolean>,
  ): JobRefusal | undefined {
    const refusal = this.refusal(kind, key, person);
    if (refusal) return refusal;
    const id = idOf(kind, key);
    this.#running.set(id, { kind: kind.name, person, job });
    this.#background.start(nameOf(kind, job), async signal => {
      try {
        job.state = (await work(signal)) ? 'done' : 'stopped';
      } catch (error) {
        job.state = signal.aborted ? 'stopped' : 'failed';
        if (!(error instanceof Problem)) throw error;
      } finally {
        this.#running.delete(id);
        this.#ended.set(id, job);
      }
    });
    return undefined;
  }

  /** Resolves when the job that runs for a key has ended. */
  async stop(kind: JobKind<unknown>, key: string): Promise<void> {
    const running = this.#running.get(idOf(kind, key));
    if (running) await this.#background.stop(nameOf(kind, running.job));
  }
}

const idOf = ({ name }: JobKind<unknown>, key: string): string => `${name} ${key}`;
const nameOf = ({ name }: JobKind<unknown>, { id }: Job<unknown>): string => `${name} ${id}`;
