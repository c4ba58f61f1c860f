import { FairQueue } from '@hzm/services/core/ports/fair-queue';
import type { Find } from '@hzm/services/core/ports/read-model';
import type { Collection, Document } from '../../mongodb/database.ts';
import { isOutOfTime } from '../../mongodb/failure.ts';
import {
  abandoned,
  inTwoLanes,
  OutOfTime,
  Overruns,
  PAGE_QUEUE,
  type PageTimes,
  QUICK_PAGES,
  sourceOf,
} from '../page-time.ts';
import type { Stored } from './stored.ts';

/** Time limit of one page, by the monotonic clock, and its signal. */
interface Bounds {
  readonly until: number;
  /** Whether it is a page of the slow lane. */
  readonly isSlow: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Reads documents for one page; MongoDB cancels queries that exceed its time. */
export class TimedDocuments {
  readonly #documents: Collection<Stored>;
  readonly #bounds: Bounds | undefined;

  constructor(documents: Collection<Stored>, bounds?: Bounds) {
    this.#documents = documents;
    this.#bounds = bounds;
  }

  /** Whether the page exceeded the quick lane's time. */
  get isSlow(): boolean {
    return this.#bounds?.isSlow ?? false;
  }

  find(where: Document, options: Parameters<Collection<Stored>['find']>[1]) {
    return this.#documents.find(where, { ...options, ...this.#limits() });
  }

  findOne(
    where: Document,
    options: Parameters<Collection<Stored>['find']>[1],
  ): Promise<Stored | null> {
    return this.#documents.findOne(where, { ...options, ...this.#limits() });
  }

  countDocuments(where: Document, options: { readonly limit?: number } = {}): Promise<number> {
    return this.#documents.countDocuments(where, { ...options, ...this.#limits() });
  }

  /** @throws OutOfTime */
  #limits() {
    if (!this.#bounds) return {};
    const { until, signal } = this.#bounds;
    const left = until - performance.now();
    if (left <= 0) throw new OutOfTime();
    return { maxTimeMS: Math.ceil(left), ...(signal && { signal }) };
  }
}

/**
 * Reads pages of partitions, short ones at once, a few of each source. Long ones wait in a fair
 * queue by source; a source of many long ones waits there with all its pages.
 */
export class TimedPages {
  readonly #quick = new FairQueue(QUICK_PAGES);
  readonly #overruns = new Overruns();
  readonly #slow = new FairQueue(PAGE_QUEUE);
  readonly #times: PageTimes;

  constructor(times: PageTimes) {
    this.#times = times;
  }

  /**
   * @throws Problem when too many wait, the client has left, or the time is up; errors of `read`
   */
  find<T>(
    documents: Collection<Stored>,
    query: Find,
    read: (documents: TimedDocuments) => Promise<T>,
  ): Promise<T> {
    const { quickMs, slowMs } = this.#times;
    const within = async (ms: number, isSlow: boolean, signal?: AbortSignal): Promise<T> => {
      try {
        signal?.throwIfAborted();
        const until = performance.now() + ms;
        return await read(new TimedDocuments(documents, { until, isSlow, signal }));
      } catch (error) {
        if (signal?.aborted) throw abandoned();
        throw isOutOfTime(error) ? new OutOfTime() : error;
      }
    };
    const source = sourceOf(query);
    const quick = async (): Promise<T> => {
      if (this.#overruns.areMany(source)) throw new OutOfTime();
      try {
        return await within(quickMs, false);
      } catch (error) {
        if (error instanceof OutOfTime) this.#overruns.add(source);
        throw error;
      }
    };
    const slow = () => this.#slow.run(source, () => within(slowMs, true, query.left?.()));
    return inTwoLanes(() => this.#quick.run(source, quick), slow);
  }
}
