import { sameJson } from '@hzm/contracts/core/json';
import type { SavedView, ViewSettings } from '@hzm/contracts/features/saved-views/saved-view';
import type { Arrangement } from '../model/columns.ts';
import type { View } from '../model/view.ts';
import { unfiltered } from '../model/where.ts';

type Looked = Pick<
  View,
  'filters' | 'where' | 'sort' | 'group' | 'board' | 'summary' | 'gallery' | 'height' | 'colors'
>;

/** Returns the rows and columns that are looked at, to be saved. */
export const settingsOf = (
  { filters, where, sort, group, board, summary, gallery, height, colors }: Looked,
  { order, widths, hidden, frozen }: Arrangement,
): ViewSettings => ({
  filters: { ...filters },
  ...(where && { where: where as NonNullable<ViewSettings['where']> }),
  sort: sort.map(key => ({ ...key })),
  ...(group && { group: { ...group } }),
  ...(board && { board }),
  ...(summary && { summary: { ...summary } }),
  ...(gallery && { gallery }),
  ...(height && { height }),
  ...(colors && { colors: colors as NonNullable<ViewSettings['colors']> }),
  columns: {
    order: [...order],
    widths: { ...widths },
    hidden: [...hidden],
    ...(frozen && { frozen: [...frozen] }),
  },
});

/** Returns the rows of a saved view, from its first page. */
export const openedAs = (view: View, { id, settings }: SavedView): View => ({
  ...view,
  filters: settings.filters,
  where: settings.where,
  group: settings.group,
  board: settings.board,
  summary: settings.summary,
  gallery: settings.gallery,
  height: settings.height,
  colors: settings.colors,
  sort: settings.sort,
  saved: id,
  page: 1,
});

/** Returns all rows, in no saved view. */
export const openedPlain = (view: View): View => ({
  ...view,
  ...unfiltered,
  group: undefined,
  board: undefined,
  summary: undefined,
  gallery: undefined,
  height: undefined,
  colors: undefined,
  sort: [],
  saved: undefined,
  page: 1,
});

/** Whether something else is looked at by now than what was saved. */
export const isChanged = (saved: SavedView, view: View, arrangement: Arrangement): boolean =>
  !sameJson(settingsOf(view, arrangement), saved.settings);
