import { hasFiles } from '@hzm/contracts/core/everyday';
import { conditionsIn, keptIn } from '@hzm/contracts/core/groups';
import { groupKindOf } from '@hzm/contracts/features/rows/summary';
import type { ViewSettings } from '@hzm/contracts/features/saved-views/saved-view';
import type { Field } from '@hzm/contracts/features/tables/table';
import { coloringFields, colorsWithin } from './colors.ts';
import { isPlain, type View } from './view.ts';
import { filteredFields, type FieldCondition, type Filtering } from './where.ts';

const ownTimes: ReadonlySet<string> = new Set(['created_at', 'updated_at']);
const isUnknownIn =
  (fields: readonly Pick<Field, 'id'>[]) =>
  (wanted: string): boolean =>
    !ownTimes.has(wanted) && !fields.some(({ id }) => id === wanted);

/**
 * Returns the fields by which a view sorts, filters and groups, and which the table does not have.
 * Colours change no rows.
 */
export const missingIn = (
  fields: readonly Pick<Field, 'id'>[],
  view: Pick<View, 'sort' | 'filters' | 'where' | 'group' | 'board'> | ViewSettings,
): readonly string[] =>
  [
    ...view.sort.map(({ field }) => field),
    ...filteredFields(view as Filtering),
    ...(view.group ? [view.group.field] : []),
    ...(view.board ? [view.board] : []),
  ].filter(isUnknownIn(fields));

/** Whether files fit a filter: nothing is asked of them but whether there are some. */
const asksForFiles = (filter: unknown): boolean =>
  typeof filter === 'object' && filter !== null && Object.keys(filter).every(op => op === 'empty');

/**
 * Returns the fields that a view sorts, groups or filters by as their type does not allow, such as
 * by files; the server would refuse it.
 */
export function unfitIn(
  fields: readonly Pick<Field, 'id' | 'type'>[],
  view: Pick<View, 'sort' | 'filters' | 'where' | 'group'> | ViewSettings,
): readonly string[] {
  const { filters, where } = view as Filtering;
  const filtered = [
    ...Object.entries(filters).map(([field, filter]) => ({ field, filter })),
    ...(where ? conditionsIn(where) : []),
  ];
  const byFiles = [
    ...view.sort.map(({ field }) => field),
    ...filtered.flatMap(({ field, filter }) => (asksForFiles(filter) ? [] : [field])),
  ];
  return fields
    .filter(
      ({ id, type }) =>
        (hasFiles(type) && byFiles.includes(id)) ||
        (view.group?.field === id && groupKindOf(type) === undefined),
    )
    .map(({ id }) => id);
}

/** Returns a view without colour rules of fields that the table does not have; itself without any. */
export function withKnownColors(fields: readonly Pick<Field, 'id'>[], view: View): View {
  const isUnknown = isUnknownIn(fields);
  return coloringFields(view.colors).some(isUnknown)
    ? { ...view, colors: colorsWithin(view.colors, field => !isUnknown(field)) }
    : view;
}

/** Returns a view without these fields; one that then shows all rows is no saved view any more. */
export function withoutFields(view: View, missing: readonly string[]): View {
  const isKnown = (field: string): boolean => !missing.includes(field);
  const known = {
    ...view,
    sort: view.sort.filter(({ field }) => isKnown(field)),
    filters: Object.fromEntries(Object.entries(view.filters).filter(([field]) => isKnown(field))),
    where: view.where && keptIn<FieldCondition>(view.where, ({ field }) => isKnown(field)),
    group: view.group && isKnown(view.group.field) ? view.group : undefined,
    board: view.board !== undefined && isKnown(view.board) ? view.board : undefined,
    colors: colorsWithin(view.colors, isKnown),
    page: 1,
  };
  return isPlain(known) ? { ...known, saved: undefined } : known;
}
