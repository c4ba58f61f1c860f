import { Problem } from '@hzm/contracts/core/problem';
import { LRUCache } from 'lru-cache';
import type { Background } from './background.ts';

/** A kind of job with its type of `Progress`. */
export interface JobKind<Progress> {
  readonly name: string;
  /** Maximum jobs running at once in this process. */
  readonly maxRunning: number;
  /** A phantom member that carries the type. */
  readonly progress?: Progress;
}

export interface Job<Progress> {
  readonly id: string;
  readonly progress: Progress;
  state: 'running' | 'done' | 'failed' | 'stopped';
}

/**
 * The reason why a job cannot start: its key or its person already has one, too many run, or the
 * process is closing.
 */
export type JobRefusal = 'key-busy' | 'person-busy' | 'full';

interface RunningJob {
  readonly kind: string;
  readonly person: string;
  readonly job: Job<unknown>;
}

/** Keys whose last job is cached. */
const MAX_ENDED_JOBS = 1_000;

/** Background jobs of this process: per kind, one for each key and each person at a time. */
export class ExclusiveJobs {
  readonly #background: Background;
  readonly #ended = new LRUCache<string, Job<unknown>>({ max: MAX_ENDED_JOBS });
  readonly #running = new Map<string, RunningJob>();

  constructor(background: Background) {
    this.#background = background;
  }

  /** Returns the running or last job of a key. */
  of<Progress>(kind: JobKind<Progress>, key: string): Job<Progress> | undefined {
    const id = idOf(kind, key);
    return (this.#running.get(id)?.job ?? this.#ended.get(id)) as Job<Progress> | undefined;
  }

  /** Returns why a job cannot start; undefined if it can. */
  refusal(kind: JobKind<unknown>, key: string, person: string): JobRefusal | undefined {
    if (this.#running.has(idOf(kind, key))) return 'key-busy';
    const ofKind = [...this.#running.values()].filter(running => running.kind === kind.name);
    if (ofKind.some(running => running.person === person)) return 'person-busy';
    return this.#background.isClosed || ofKind.length >= kind.maxRunning ? 'full' : undefined;
  }

  /**
   * Starts a job, unless refused; `work` must end soon after its signal aborts, and resolves to
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

  /** Stops a key's job and resolves when it has ended. */
  async stop(kind: JobKind<unknown>, key: string): Promise<void> {
    const running = this.#running.get(idOf(kind, key));
    if (running) await this.#background.stop(nameOf(kind, running.job));
  }
}

const idOf = ({ name }: JobKind<unknown>, key: string): string => `${name} ${key}`;
const nameOf = ({ name }: JobKind<unknown>, { id }: Job<unknown>): string => `${name} ${id}`;
