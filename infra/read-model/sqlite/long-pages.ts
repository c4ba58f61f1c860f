import { FairQueue } from '@hzm/services/core/ports/fair-queue';
import type { CollectionSpec, Condition, Find } from '@hzm/services/core/ports/read-model';
import { RestartingThread } from '../../sqlite/restarting-thread.ts';
import { sortKeysOf } from '../cursor.ts';
import { SHORT_PAGE, type Page } from './documents.ts';
import { WorkerHost } from '../../sqlite/worker-host.ts';
import type { PageCalls } from './page-thread.ts';
import type { Partition } from './partition.ts';

/** In so many times more rows the matches of any condition take milliseconds to be counted. */
const HUGE = 10;
/** Documents that a page may pass over where it is asked for. */
const SHORT_WAY = 2_000;
/** Pages that wait for the thread, of one source and of all. */
const QUEUE = { atOnce: 1, ofOne: 64, inAll: 512, timeoutMs: 10_000 };

/**
 * The worker of all long pages of this process. V8 13 may abort a process in which the code of many
 * threads comes and goes (nodejs/node#64500), so it stays.
 */
const host = new WorkerHost({ isLasting: true });

/** Whether finding a page may take longer than a slice. @param longFrom rows from which reading a table through does */
export function isLong(partition: Partition | undefined, longFrom: number, { where = [], search, sort, skip = 0, limit, count, members }: Find): boolean {
  if (partition === undefined) return false;
  const { state: { rows }, layout: { spec } } = partition;
  if ((members && Math.min(limit, rows) > SHORT_PAGE) || Math.min(skip, rows) > SHORT_WAY) return true;
  if (rows <= longFrom) return false;
  const isFiltered = where.length > 0;
  const isHuge = rows > HUGE * longFrom && isFiltered;
  if (spec.indexMembersOf !== undefined) {
    const isServed = where.every(one => isFound(partition, one)) && isOrdered(partition, sort);
    return search !== undefined || isHuge || !isServed;
  }
  // Indexes that a collection declares begin with what its queries ask for, so one condition leads.
  const isLed = isFiltered ? where.some(one => isFound(partition, one)) : isOrdered(partition, sort);
  const isText = where.some(({ op }) => op === 'contains');
  return search !== undefined || isText || !isLed || (isHuge && count !== undefined && count !== false);
}

/** Whether an index finds what passes a condition. */
const isFound = (partition: Partition, condition: Condition): boolean => {
  const { op } = condition;
  const isOpposite = op === 'ne' || (op === 'empty' && !condition.value);
  return op !== 'contains' && !isOpposite && hasIndex(partition, condition.path);
};

/** Whether each key of a sort has an index. */
const isOrdered = (partition: Partition, sort: Find['sort']): boolean => sortKeysOf(sort).keys
  .every(({ by }) => (by === 'changed' ? partition.state.indexed : hasIndex(partition, by.path)));

/** A path that no document holds anything at is read nowhere. */
function hasIndex(partition: Partition, path: string): boolean {
  const declared = partition.layout.spec.indexes?.some(([first]) => first === path) === true;
  const sql = declared ? undefined : partition.pathSql(path);
  return sql === undefined || sql.index !== undefined;
}

/** Returns the source of a query that names none: queries of the same data share one. */
function sourceOf({ collection: { name }, partition, where = [] }: Find): string {
  const [first = ''] = where.flatMap(one => (one.op === 'eq' ? [one.value] : []));
  return JSON.stringify([name, partition ?? first]);
}

/**
 * Finds long pages in a thread of its own, so that the thread that answers stops for none of them. It starts with the first long page. One page is found at once;
 * those who ask take turns.
 */
export class LongPages {
  readonly #thread: RestartingThread<PageCalls>;
  readonly #queue = new FairQueue(QUEUE);

  /** @param opening what the thread opens @param ended called when the thread exits by itself; the next page starts another */
  constructor(opening: () => { readonly file: string; readonly indexFrom: number; readonly specs: readonly CollectionSpec[] }, ended: (error: unknown) => void) {
    this.#thread = new RestartingThread(new URL('page-thread.ts', import.meta.url), { ended }, thread => thread.ask('open', opening()), host);
  }

  /** @param check is made when it is the page's turn @throws Problem when too many wait; what `check` or reading throws; ThreadEnded */
  find(asked: Find, check: () => void): Promise<Page> {
    const { collection: { name }, by = sourceOf(asked), ...query } = asked;
    return this.#queue.run(by, async () => {
      check();
      return (await this.#thread.begun()).ask('find', { ...query, name });
    });
  }

  /** Closes the file behind the pages that are being found; the next page opens it again. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
