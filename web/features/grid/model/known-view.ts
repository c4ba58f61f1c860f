import { keptIn } from '@hzm/contracts/core/groups';
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
