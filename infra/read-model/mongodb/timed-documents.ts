import { FairQueue } from '@hzm/services/core/ports/fair-queue';
import type { Find } from '@hzm/services/core/ports/read-model';
import type { Collection, Document } from '../../mongodb/database.ts';
import { isOutOfTime } from '../../mongodb/failure.ts';
import {
  abandoned,
  inTwoLanes,
  OutOfTime,
  PAGE_QUEUE,
  type PageTimes,
  sourceOf,
} from '../page-time.ts';
import type { Stored } from './stored.ts';

/** The time of one page: questions end at `until` of the monotonic clock, and with the signal. */
interface Bounds {
  readonly until: number;
  readonly signal: AbortSignal | undefined;
}

/** The documents of a collection, read for one page: MongoDB gives up what outlasts it. */
export class TimedDocuments {
  readonly #documents: Collection<Stored>;
  readonly #bounds: Bounds | undefined;

  constructor(documents: Collection<Stored>, bounds?: Bounds) {
    this.#documents = documents;
    this.#bounds = bounds;
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
 * Reads pages of partitions: most at once, and long ones one after another, whose sources take
 * turns.
 */
export class TimedPages {
  readonly #slow = new FairQueue(PAGE_QUEUE);
  readonly #times: PageTimes;

  constructor(times: PageTimes) {
    this.#times = times;
  }

  /**
   * @throws Problem when too many wait, nobody waits for it any more, or its time is up; as `read`
   */
  find<T>(
    documents: Collection<Stored>,
    query: Find,
    read: (documents: TimedDocuments) => Promise<T>,
  ): Promise<T> {
    const { quickMs, slowMs } = this.#times;
    const within = async (ms: number, signal?: AbortSignal): Promise<T> => {
      try {
        signal?.throwIfAborted();
        return await read(new TimedDocuments(documents, { until: performance.now() + ms, signal }));
      } catch (error) {
        if (signal?.aborted) throw abandoned();
        throw isOutOfTime(error) ? new OutOfTime() : error;
      }
    };
    const slow = () => this.#slow.run(sourceOf(query), () => within(slowMs, query.left?.()));
    return inTwoLanes(() => within(quickMs), slow);
  }
}
