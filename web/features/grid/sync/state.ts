import type { Changes } from '@hzm/contracts/core/realtime';
import type { ApiError } from '../../../lib/api-error.ts';
import { activityOf, type Activity } from '../model/activity.ts';
import { applyMembership, type Reload } from '../model/arrivals.ts';
import { detectConflicts } from '../model/detect-conflicts.ts';
import type { Op } from '../model/op.ts';
import {
  indexes,
  invalidated,
  noPlaces,
  realigned,
  withPage,
  type PageIndex,
} from '../model/page-index.ts';
import {
  applyUpdates,
  emptyTable,
  prune,
  takeChanges,
  type ServerUpdate,
  type Table,
} from '../model/reconcile.ts';
import type { Row } from '../model/row.ts';
import type { View } from '../model/view.ts';
import type { RowsPage } from './rows-api.ts';

/** One table as a screen sees it. */
export interface Grid {
  readonly status: 'loading' | 'ready' | 'error';
  readonly error: ApiError | null;
  readonly table: Table;
  readonly places: PageIndex;
  /** Errors of pages that failed since another page was last read. */
  readonly unread: ReadonlyMap<number, ApiError>;
  readonly activity: Activity | null;
  /** Why nothing comes any more: the right ended, or the table is gone. */
  readonly ended: string | null;
  /** Why the server could not take the last change, as a code; it is sent again. */
  readonly trouble: string | null;
}

/** Maximum number of loaded rows that no page shows. */
const MAX_ROWS_OFF_PAGE = 2_000;

export const initialGrid = (ops: readonly Op[]): Grid => ({
  status: 'loading',
  error: null,
  table: detectConflicts({ ...emptyTable, ops }),
  places: noPlaces(1),
  unread: new Map(),
  activity: null,
  ended: null,
  trouble: null,
});

/** The grid with a changed table; itself when the table stays. */
export function withTable(grid: Grid, change: (table: Table) => Table): Grid {
  const table = change(grid.table);
  return table === grid.table ? grid : { ...grid, table };
}

const toUpdates = (rows: readonly Row[]): readonly ServerUpdate[] =>
  rows.map(row => ({ kind: 'row', row }));

export const withRows = (table: Table, rows: readonly Row[]): Table =>
  applyUpdates(table, ...toUpdates(rows));

/** Returns the ids of rows to keep even if no page shows them. */
type RetainedRows = () => Iterable<string>;

const shownRows = ({ places }: Grid, retained: RetainedRows): ReadonlySet<string> =>
  new Set([...indexes(places).keys(), ...retained()]);

/** Drops the rows that no page shows once there are many of them. */
const withoutCrowd = (grid: Grid, retained: RetainedRows): Grid =>
  grid.table.rows.size > MAX_ROWS_OFF_PAGE + grid.places.pages.size * grid.places.size
    ? { ...grid, table: prune(grid.table, shownRows(grid, retained)) }
    : grid;

interface PageContext {
  /** Whether nothing was invalidated since the page was asked for. */
  readonly isCurrent: boolean;
  readonly retained: RetainedRows;
}

/** Adds a page that was read. */
export function withReadPage(
  grid: Grid,
  page: number,
  { rows, total, anchor }: RowsPage,
  { isCurrent, retained }: PageContext,
): Grid {
  const table = withRows(grid.table, rows);
  const ids = rows.map(({ id }) => id).filter(id => !table.removed.has(id));
  const places = withPage(realigned(grid.places, page, ids, anchor), page, ids, total);
  const read: Grid = {
    ...grid,
    status: 'ready',
    error: null,
    unread: grid.unread.size === 0 ? grid.unread : new Map(),
    places: isCurrent ? places : invalidated(places),
    table: detectConflicts(table),
  };
  return withoutCrowd(read, retained);
}

/** Whether an error refuses the whole table, not just one page. */
export const isFinal = ({ status }: ApiError): boolean => [401, 403, 404].includes(status);

/** Notes that a page could not be read; rows that are already here stay. */
export const withReadError = (grid: Grid, page: number, error: ApiError): Grid =>
  grid.status === 'ready' && !isFinal(error)
    ? { ...grid, unread: new Map(grid.unread).set(page, error) }
    : { ...grid, status: 'error', error };

/** Nothing is known of where rows stand in a view that is shown from now on. */
export function withView(grid: Grid, { limit }: Pick<View, 'limit'>, retained: RetainedRows): Grid {
  const start = { error: null, unread: new Map(), places: noPlaces(limit) };
  const empty: Grid = { ...grid, ...start, status: 'loading' };
  return { ...empty, table: prune({ ...grid.table, added: [] }, shownRows(empty, retained)) };
}

interface ChangesContext {
  readonly view: View;
  /** The requests of this person. */
  readonly ownRequests: ReadonlySet<string>;
  readonly retained: RetainedRows;
  /** Milliseconds of this machine. */
  readonly now: number;
}

/** Takes messages of the table's topic in, and says how soon what is shown must be read again. */
export function withChanges(
  grid: Grid,
  messages: readonly Changes[],
  { view, ownRequests, retained, now }: ChangesContext,
): { readonly grid: Grid; readonly reload: Reload } {
  const foreign = messages.flatMap(message => activityOf(message, ownRequests) ?? []).at(-1);
  const { places, reload } = applyMembership(
    grid.places,
    view,
    messages.flatMap(({ changes }) => changes),
  );
  const table = takeChanges(grid.table, messages, now, ownRequests);
  const next = { ...grid, places, table, activity: foreign ?? grid.activity };
  return { grid: withoutCrowd(next, retained), reload };
}
