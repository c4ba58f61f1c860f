import { FairQueue } from '@hzm/services/core/ports/fair-queue';
import type { CollectionSpec, Find } from '@hzm/services/core/ports/read-model';
import { RestartingThread } from '../../sqlite/restarting-thread.ts';
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
export function isLong(partition: Partition | undefined, longFrom: number, { where = [], search, skip = 0, limit, count, members }: Find): boolean {
  if (partition === undefined) return false;
  const { rows } = partition.state;
  if ((members && Math.min(limit, rows) > SHORT_PAGE) || Math.min(skip, rows) > SHORT_WAY) return true;
  if (rows <= longFrom) return false;
  const isRead = search !== undefined || where.some(({ op }) => op === 'contains');
  return isRead || (rows > HUGE * longFrom && where.length > 0 && count !== undefined && count !== false);
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
  find({ collection: { name }, by = '', ...query }: Find, check: () => void): Promise<Page> {
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
