import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from '@hzm/contracts/core/problem';

export interface Bounds {
  /** Maximum concurrent work. */
  readonly atOnce: number;
  /** Maximum concurrent work of one source; default: `atOnce`. */
  readonly each?: number;
  /** Maximum queue length, per source and in all. */
  readonly ofOne: number;
  readonly inAll: number;
  /** Maximum wait in milliseconds, after which work is refused. */
  readonly timeoutMs: number;
}

interface Job {
  readonly start: () => Promise<void>;
  readonly refuse: (problem: Problem) => void;
  readonly since: number;
}

const RETRY_S = 2;
const full = (): Problem => new Problem('NOT_READY', { retryAfter: RETRY_S });

/**
 * Runs expensive work with bounded concurrency. Sources take turns, so that one source's queue does
 * not delay another's; queues are bounded.
 */
export class FairQueue {
  readonly #bounds: Bounds;
  readonly #now: () => number;
  /** Queues by source, in the order of their turns. */
  readonly #lines = new Map<string, Job[]>();
  #waiting = 0;
  #running = 0;
  readonly #runningOf = new Map<string, number>();

  constructor(bounds: Bounds, now: () => number = () => performance.now()) {
    this.#bounds = bounds;
    this.#now = now;
  }

  /**
   * Runs `work` in turn and returns its result.
   * @throws Problem RATE_LIMIT_EXCEEDED when this source has too much waiting, NOT_READY when all
   * have
   */
  run<T>(source: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const line = this.#lines.get(source) ?? [];
    if (line.length >= this.#bounds.ofOne)
      return Promise.reject(
        new Problem('RATE_LIMIT_EXCEEDED', { text: 'too-many-requests', retryAfter: RETRY_S }),
      );
    if (this.#waiting >= this.#bounds.inAll && !this.#makeRoom(line.length))
      return Promise.reject(full());
    // Started by the end of other work, this still counts for its own request.
    const own = AsyncLocalStorage.bind(work);
    line.push({ start: () => own().then(resolve, reject), refuse: reject, since: this.#now() });
    this.#lines.set(source, line);
    this.#waiting++;
    this.#next();
    return promise;
  }

  /** Evicts the last entry of the longest queue in favour of a source with a shorter one. */
  #makeRoom(own: number): boolean {
    const [source, longest] = [...this.#lines].reduce((a, b) =>
      b[1].length > a[1].length ? b : a,
    );
    if (longest.length <= own + 1) return false;
    this.#taken(source, longest, longest.pop()!).refuse(full());
    return true;
  }

  #next(): void {
    while (this.#running < this.#bounds.atOnce) {
      const first = this.#lines.entries().find(([source]) => this.#mayStart(source));
      if (!first) return;
      const [source, line] = first;
      const job = this.#taken(source, line, line.shift()!);
      // The source that had its turn moves to the end.
      if (line.length > 0 && this.#lines.delete(source)) this.#lines.set(source, line);
      if (this.#now() - job.since > this.#bounds.timeoutMs) job.refuse(full());
      else this.#start(source, job);
    }
  }

  #mayStart(source: string): boolean {
    const { atOnce, each = atOnce } = this.#bounds;
    return (this.#runningOf.get(source) ?? 0) < each;
  }

  #count(source: string, by: 1 | -1): void {
    this.#running += by;
    const running = (this.#runningOf.get(source) ?? 0) + by;
    if (running > 0) this.#runningOf.set(source, running);
    else this.#runningOf.delete(source);
  }

  #taken(source: string, line: readonly Job[], job: Job): Job {
    this.#waiting--;
    if (line.length === 0) this.#lines.delete(source);
    return job;
  }

  #start(source: string, job: Job): void {
    this.#count(source, 1);
    void job.start().finally(() => {
      this.#count(source, -1);
      this.#next();
    });
  }
}
