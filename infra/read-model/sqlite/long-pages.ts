import { conditionsIn } from '@hzm/contracts/core/groups';
import { FairQueue } from '@hzm/services/core/ports/fair-queue';
import type { Asker, CollectionSpec, Condition, Find } from '@hzm/services/core/ports/read-model';
import { RestartingThread } from '../../sqlite/restarting-thread.ts';
import { WorkerHost } from '../../sqlite/worker-host.ts';
import { sortKeysOf } from '../cursor.ts';
import {
  abandoned,
  inTwoLanes,
  OutOfTime,
  PAGE_QUEUE,
  PAGE_TIMES,
  sourceOf,
  type PageTimes,
} from '../page-time.ts';
import { SHORT_PAGE, type Page } from './documents.ts';
import { PageStopped, type PageCalls, type PageQuery } from './page-thread.ts';
import type { Partition } from './partition.ts';

/**
 * Factor on the long-page limit from which counting the matches of any condition takes
 * milliseconds.
 */
const HUGE = 10;
/** Texts that a row is compared with in the time in which another one is read, about 5 µs. */
const COMPARED = 50;
/**
 * Bytes of documents from which a full read takes longer than a slice, however few they are: about
 * a millisecond for each mebibyte.
 */
const LONG_BYTES = 16 * 2 ** 20;
/** The same of documents of which an index leads to some: those between are not read. */
const LONG_BYTES_BY_INDEX = 4 * LONG_BYTES;
/** Rows that a page may skip on the main thread. */
const SHORT_WAY = 2_000;
/**
 * The workers for long pages. They stay, because V8 13 may abort a process in which the code of
 * many threads comes and goes (nodejs/node#64500).
 */
const quickHost = new WorkerHost({ isLasting: true });
const slowHost = new WorkerHost({ isLasting: true });

/** Returns the number of texts with which each row is compared: those looked for in lists. */
const comparedIn = ({ where = [], groups = [], searchAlso = [], sort }: Find): number =>
  [...where, ...conditionsIn({ all: [...searchAlso, ...groups] })].reduce(
    (sum, one) => sum + (one.op === 'has' ? one.values.length : 0),
    orderedIn(sort),
  );

/** The share of a comparison that each text of a single order costs a row that is in none. */
const OF_ONE_ORDER = 0.1;

/** Returns the number of texts in the orders of a sort. */
function orderedIn(sort: Find['sort']): number {
  const sizes = sortKeysOf(sort).keys.flatMap(({ by }) =>
    by === 'changed' || !by.order ? [] : [by.order.texts.length],
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  return sizes.length > 1 ? all : all * OF_ONE_ORDER;
}

/** Whether a query reads members of each row, and not only when it was changed. */
const readsMembers = ({ where = [], groups = [], search, sort }: Find): boolean =>
  where.length + groups.length > 0 ||
  search !== undefined ||
  sortKeysOf(sort).keys.some(({ by }) => by !== 'changed');

/**
 * Whether finding a page may take longer than a slice. @param longFrom rows from which a full table
 * read does @param bytes returns the bytes of all documents; not called for huge tables
 */
export function isLong(
  partition: Partition | undefined,
  longFrom: number,
  query: Find,
  bytes: (partition: Partition) => number,
): boolean {
  if (partition === undefined) return false;
  const { where = [], groups = [], search, sort, skip = 0, limit, count, members } = query;
  const {
    state: { rows },
    layout: { spec },
  } = partition;
  if ((members && Math.min(limit, rows) > SHORT_PAGE) || Math.min(skip, rows) > SHORT_WAY)
    return true;
  if (rows * comparedIn(query) > longFrom * COMPARED) return true;
  if (rows <= longFrom) return readsMembers(query) && bytes(partition) > LONG_BYTES;
  if (groups.length > 0) return true;
  const isFiltered = where.length > 0;
  const isCounted = count !== undefined && count !== false;
  const isHuge = isFiltered && rows > HUGE * longFrom;
  if (spec.indexMembersOf !== undefined) {
    const isServed = where.every(one => isFound(partition, one)) && isOrdered(partition, sort);
    if (search !== undefined || !isServed) return true;
    if (!isFiltered || (!isCounted && isPiece(where, sort))) return false;
    return isHuge || bytes(partition) > LONG_BYTES_BY_INDEX;
  }
  // A declared index starts with a path that its queries filter by, so one condition leads.
  const isLed = isFiltered
    ? where.some(one => isFound(partition, one) && !isOfNull(one))
    : isOrdered(partition, sort);
  const isText = where.some(({ op }) => op === 'contains');
  return search !== undefined || isText || !isLed || (isHuge && isCounted);
}

const isFound = (partition: Partition, condition: Condition): boolean => {
  const { op } = condition;
  const isOpposite = op === 'ne' || (op === 'empty' && !condition.value);
  return op !== 'contains' && op !== 'has' && !isOpposite && hasIndex(partition, condition.path);
};

/** Whether a condition is on documents without a value, which may be all of them. */
const isOfNull = (one: Condition): boolean => 'value' in one && one.value === null;

const isOrdered = (partition: Partition, sort: Find['sort']): boolean =>
  sortKeysOf(sort).keys.every(({ by }) =>
    by === 'changed' ? partition.state.indexed : hasIndex(partition, by.path),
  );

const RANGES: readonly Condition['op'][] = ['gt', 'gte', 'lt', 'lte'];

/** Whether a condition is a range, which `planPage` walks; a range of null is an equality. */
const isRange = (one: Condition): boolean => RANGES.includes(one.op) && !isOfNull(one);

/** Whether the matches are one section of the sort's order, so that no row is read in vain. */
function isPiece(where: readonly Condition[], sort: Find['sort']): boolean {
  const [key, ...more] = sortKeysOf(sort).keys;
  const by = key?.by;
  if (by === undefined || by === 'changed' || more.length > 0) return false;
  return where.every(one => isRange(one) && one.path === by.path);
}

/** True for a path without values, which is never read. */
function hasIndex(partition: Partition, path: string): boolean {
  const declared = partition.layout.spec.indexes?.some(([first]) => first === path) === true;
  const sql = declared ? undefined : partition.pathSql(path);
  return sql === undefined || sql.index !== undefined;
}

/** The file and collections that the thread of a lane opens. */
export interface PageOpening {
  readonly file: string;
  readonly indexFrom: number;
  readonly specs: readonly CollectionSpec[];
}

/** A thread that finds one page at a time, with a fair queue. */
class Lane {
  readonly #thread: RestartingThread<PageCalls>;
  readonly #queue = new FairQueue(PAGE_QUEUE);
  readonly #mostMs: number;

  constructor(thread: RestartingThread<PageCalls>, mostMs: number) {
    this.#thread = thread;
    this.#mostMs = mostMs;
  }

  find({ by, left }: Asker, query: Omit<PageQuery, 'stop'>, check: () => void): Promise<Page> {
    return this.#queue.run(by, async () => {
      check();
      const thread = await this.#thread.begun();
      const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const end = (): void => void Atomics.store(stop, 0, 1);
      const signal = left?.();
      if (signal?.aborted) throw abandoned();
      signal?.addEventListener('abort', end);
      const timer = setTimeout(end, this.#mostMs);
      try {
        return await thread.ask('find', { ...query, stop });
      } catch (error) {
        if (!(error instanceof Error) || error.name !== PageStopped.name) throw error;
        throw Atomics.load(stop, 0) === 0 || signal?.aborted ? abandoned() : new OutOfTime();
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
      }
    });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/**
 * Finds long pages in threads, started on demand, so that they never block the main thread. A page
 * that exceeds the quick limit restarts in a second thread, so that it delays only pages as long as
 * itself.
 */
export class LongPages {
  readonly #quick: Lane;
  readonly #slow: Lane;

  /**
   * @param opening returns the arguments of a thread @param ended called when a thread exits by
   * itself; the next page starts another
   */
  constructor(
    opening: () => PageOpening,
    ended: (error: unknown) => void,
    { quickMs, slowMs }: PageTimes = PAGE_TIMES,
  ) {
    const thread = (host: WorkerHost): RestartingThread<PageCalls> =>
      new RestartingThread(
        new URL('page-thread.ts', import.meta.url),
        { ended },
        begun => begun.ask('open', opening()),
        host,
      );
    this.#quick = new Lane(thread(quickHost), quickMs);
    this.#slow = new Lane(thread(slowHost), slowMs);
  }

  /**
   * @param check called when it is the page's turn @throws Problem when too many wait, the client
   * has left, or it takes too long; errors of `check` and of reading; ThreadEnded
   */
  async find(asked: Find, check: () => void): Promise<Page> {
    const {
      collection: { name },
      by: _,
      left,
      ...query
    } = asked;
    const asker: Asker = { by: sourceOf(asked), ...(left && { left }) };
    const found = (lane: Lane) => lane.find(asker, { ...query, name }, check);
    return inTwoLanes(
      () => found(this.#quick),
      () => found(this.#slow),
    );
  }

  /** Closes the file after pending pages; the next page opens it again. */
  async close(): Promise<void> {
    await Promise.all([this.#quick.close(), this.#slow.close()]);
  }
}
