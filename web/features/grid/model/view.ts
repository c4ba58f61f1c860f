import { sameJson } from '@hzm/contracts/core/json';
import type { RowHeight } from '@hzm/contracts/features/saved-views/row-height';
import type { Field } from '@hzm/contracts/features/tables/table';
import { colorsOf, type Colors } from './colors.ts';
import { groupByOf, summariesOf, type GroupBy, type Summaries } from './figures.ts';
import { filterOf, type Filter, type Filters } from './filter.ts';
import { heightOf } from './height.ts';
import { DEFAULT_PAGE_SIZE, pageSizes } from './pages.ts';
import { CREATED, sortingOf, sortingText, type Sorting } from './sorting.ts';
import { isFiltered, whereOf, type Where } from './where.ts';

/** Which rows of which table are looked at; it lives in the address. */
export interface View {
  readonly table: string | undefined;
  /** The page that stands at the top of the window, from 1. */
  readonly page: number;
  readonly limit: number;
  readonly sort: Sorting;
  /** The conditions on fields, by field id. */
  readonly filters: Filters;
  /** Conditions that hold besides, in groups. */
  readonly where: Where | undefined;
  readonly group: GroupBy | undefined;
  readonly summary: Summaries | undefined;
  /** The field by which rows are cards on a board; absent: a grid. */
  readonly board: string | undefined;
  /** Rows as cards; absent: a grid. A board goes before it. */
  readonly gallery: true | undefined;
  /** The height of rows; absent: one line. */
  readonly height: RowHeight | undefined;
  /** Rules that colour rows and cells; they change nothing of which rows are shown. */
  readonly colors: Colors | undefined;
  /** Id of the saved view that this began with. */
  readonly saved: string | undefined;
  /** The row that is open beside the grid. */
  readonly row: string | undefined;
  /** The shown tab of that row; absent: its values. */
  readonly tab: RowTab | undefined;
}

export type RowTab = 'comments';

type Search = { readonly [name: string]: unknown };
type NamedField = Pick<Field, 'id' | 'name'>;

/**
 * The id of a field that an address names by id or, made by hand or by an older version, by name.
 */
const idOfField = (fields: readonly NamedField[], key: string): string =>
  (fields.find(({ id }) => id === key) ?? fields.find(({ name }) => name === key))?.id ?? key;

/** Whether an address says a view in other words, as by the names of fields. */
export const isSaidOtherwise = (search: Search, { sort, filters, where, colors }: View): boolean =>
  (search['sort'] ?? undefined) !== sortingText(sort).sort ||
  Object.keys(search['filters'] ?? {}).join() !== Object.keys(filters).join() ||
  !sameJson(search['where'], where) ||
  !sameJson(search['colors'], colors);

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Reads an address's search parameters; what makes no sense counts as absent. @param fields an
 * address may name by name what then goes by id
 */
export function viewOf(search: Search, fields: readonly NamedField[] = []): View {
  const idOf = (key: string): string => idOfField(fields, key);
  const page = Number(search['page']);
  const limit = Number(search['limit']);
  const board = text(search['board']);
  const filters =
    typeof search['filters'] === 'object' &&
    search['filters'] !== null &&
    !Array.isArray(search['filters'])
      ? search['filters']
      : {};
  return {
    table: text(search['table']),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    limit: pageSizes.find(size => size === limit) ?? DEFAULT_PAGE_SIZE,
    sort: sortingOf(search['sort'], search['order'], new Set(fields.map(({ name }) => name))).map(
      key => ({ ...key, field: idOf(key.field) }),
    ),
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([field, value]) => {
        const filter = filterOf(value);
        return filter === undefined ? [] : [[idOf(field), filter]];
      }),
    ),
    where: whereOf(search['where'], idOf),
    group: groupByOf(search['group'], idOf),
    summary: summariesOf(search['summary'], idOf),
    board: board && idOf(board),
    gallery: search['gallery'] === true ? true : undefined,
    height: heightOf(search['height']),
    colors: colorsOf(search['colors'], idOf),
    saved: text(search['view']),
    row: text(search['row']),
    tab: search['tab'] === 'comments' ? 'comments' : undefined,
  };
}

/** The search parameters of a view: what is as always is undefined. */
export function searchOf({
  table,
  page,
  limit,
  sort,
  filters,
  where,
  group,
  summary,
  board,
  gallery,
  height,
  colors,
  saved,
  row,
  tab,
}: View): {
  readonly [name in Exclude<keyof View, 'saved'> | 'order' | 'view']: unknown;
} {
  return {
    table,
    view: saved,
    row,
    tab,
    ...sortingText(sort),
    page: page > 1 ? page : undefined,
    limit: limit === DEFAULT_PAGE_SIZE ? undefined : limit,
    filters: Object.keys(filters).length > 0 ? filters : undefined,
    where,
    group,
    summary,
    board,
    gallery,
    height,
    colors,
  };
}

/** Names the rows that a view shows: the same for every page and open row. */
export const shownBy = (view: View): string =>
  JSON.stringify(
    searchOf({
      ...view,
      page: 1,
      saved: undefined,
      row: undefined,
      tab: undefined,
      group: undefined,
      summary: undefined,
      board: undefined,
      gallery: undefined,
      height: undefined,
      colors: undefined,
    }),
  );

export const sortedBy = (view: View, sort: Sorting): View => ({ ...view, sort, page: 1 });

/** Returns a view with a filter for a field, or without one. */
export function filteredBy(view: View, field: string, wanted: Filter | undefined): View {
  const { [field]: _, ...rest } = view.filters;
  return { ...view, filters: wanted === undefined ? rest : { ...rest, [field]: wanted }, page: 1 };
}

const layoutOf = ({ board, group }: Pick<View, 'board' | 'group'>): 'board' | 'groups' | 'grid' =>
  board !== undefined ? 'board' : group ? 'groups' : 'grid';

/** Whether a view becomes a board or groups, which Back leaves. */
export const isOtherLayout = (before: View, next: View): boolean =>
  layoutOf(next) !== 'grid' && layoutOf(next) !== layoutOf(before);

/** All rows in the order in which they were made. */
export const isOldestFirst = (view: View): boolean =>
  view.sort.length === 1 &&
  view.sort[0]!.field === CREATED &&
  view.sort[0]!.order === 'asc' &&
  !isFiltered(view);

/** All rows, the newest first. */
export const isPlain = (view: View): boolean => view.sort.length === 0 && !isFiltered(view);

/** Whether an address says nothing of how rows are shown, so that a saved view may say it. */
export const isBare = (view: View): boolean => {
  const place = { table: undefined, saved: undefined, row: undefined, tab: undefined };
  const shown = searchOf({ ...view, ...place, page: 1, limit: DEFAULT_PAGE_SIZE });
  return Object.values(shown).every(value => value === undefined);
};
