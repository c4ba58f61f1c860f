import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import type { Reload } from '../model/arrivals.ts';
import { missing, type PageIndex } from '../model/page-index.ts';
import type { RowsPage } from './rows-api.ts';
import { isFinal } from './state.ts';

const MAX_CONCURRENT_READS = 2;
/**
 * Delays before pages are read again: at most once a second, or later and spread, so that clients
 * do not ask together.
 */
const SOON_MS = 80;
const APART_MS = 1_000;
const LATER_MS = 3_000;

export interface LoaderPort {
  readonly places: () => PageIndex;
  readonly read: (page: number) => Promise<RowsPage>;
  /** `sure`: nothing was doubted since the page was asked for. */
  readonly take: (page: number, answer: RowsPage, sure: boolean) => void;
  readonly fail: (page: number, error: ApiError) => void;
  /** Doubts every page that is held. */
  readonly doubt: () => void;
}

export interface Loader {
  /** Reads what is missing between two rows, now and whenever it is doubted. */
  readonly want: (first: number, last: number) => void;
  readonly reload: (how: Reload | 'at-once') => void;
  /** Forgets what is under way: from now on something else is looked at, or (`false`) nothing. */
  readonly reset: (open?: boolean) => void;
}

/** Runs a reload later, at most once a second. */
function createSchedule(run: () => void) {
  let last = 0;
  let planned: { readonly timer: ReturnType<typeof setTimeout>; readonly due: number } | undefined;
  const cancel = (): void => {
    clearTimeout(planned?.timer);
    planned = undefined;
  };
  const runNow = (): void => {
    cancel();
    last = Date.now();
    run();
  };
  const plan = (how: 'now' | 'later'): void => {
    const delay = how === 'now' ? SOON_MS : LATER_MS * (1 + Math.random());
    const due = Math.max(Date.now() + delay, last + APART_MS);
    if (planned && planned.due <= due) return;
    clearTimeout(planned?.timer);
    planned = { due, timer: setTimeout(runNow, due - Date.now()) };
  };
  const reload = (how: Reload | 'at-once'): void => {
    if (how === 'at-once') runNow();
    else if (how !== 'no') plan(how);
  };
  return { reload, cancel };
}

/** Reads the pages that somebody looks at, as they are missing or doubted. */
export function createLoader({ places, read, take, fail, doubt }: LoaderPort): Loader {
  const underWay = new Set<number>();
  /** Pages that failed; they wait until another page is read, or for a reload. */
  const failed = new Set<number>();
  let wanted = { first: 0, last: 0 };
  let round = 0;
  let doubts = 0;
  let idle = true;

  const loadMissing = (): void => {
    if (idle) return;
    for (const page of missing(places(), wanted.first, wanted.last)) {
      if (underWay.size >= MAX_CONCURRENT_READS) return;
      if (!underWay.has(page) && !failed.has(page)) void load(page);
    }
  };

  const load = async (page: number): Promise<void> => {
    const [mine, asked] = [round, doubts];
    underWay.add(page);
    try {
      const answer = await read(page);
      if (mine !== round) return;
      failed.clear();
      take(page, answer, asked === doubts);
    } catch (failure) {
      if (mine !== round) return;
      const error = asApiError(failure);
      failed.add(page);
      idle = isFinal(error);
      fail(page, error);
    } finally {
      if (mine === round) {
        underWay.delete(page);
        loadMissing();
      }
    }
  };

  const schedule = createSchedule(() => {
    idle = false;
    failed.clear();
    doubts++;
    doubt();
    loadMissing();
  });
  const reset = (open = true): void => {
    schedule.cancel();
    round++;
    underWay.clear();
    failed.clear();
    idle = !open;
  };
  return {
    want: (first, last) => {
      wanted = { first, last };
      loadMissing();
    },
    reload: schedule.reload,
    reset,
  };
}
