import {
  conditionsIn,
  isGroup,
  itemsOf,
  mapGroup,
  type ConditionGroup,
} from '@hzm/contracts/core/groups';
import type { Json } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { filterOf, listOf, passes, type Filter, type Filters } from './filter.ts';

/** A condition on a field, by its id, and groups of them of which all or any must hold. */
export interface FieldCondition {
  readonly field: string;
  readonly filter: Filter;
}
export type Where = ConditionGroup<FieldCondition>;
export type WhereItem = FieldCondition | Where;

/** The filters of columns, and conditions in groups. */
export interface Filtering {
  readonly filters: Filters;
  readonly where: Where | undefined;
}

export const unfiltered: Filtering = { filters: {}, where: undefined };

/** A group of an address; conditions that make no sense are left out. */
export function whereOf(value: unknown, idOf: (key: string) => string): Where | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { all, any } = value as { readonly all?: unknown; readonly any?: unknown };
  const given = Array.isArray(all) ? all : Array.isArray(any) ? any : [];
  const items = given.flatMap((one: unknown) => conditionOf(one, idOf) ?? whereOf(one, idOf) ?? []);
  return items.length === 0 ? undefined : Array.isArray(all) ? { all: items } : { any: items };
}

function conditionOf(value: unknown, idOf: (key: string) => string): FieldCondition | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { field, filter } = value as { readonly field?: unknown; readonly filter?: unknown };
  const known = filterOf(filter);
  return typeof field === 'string' && known !== undefined
    ? { field: idOf(field), filter: known }
    : undefined;
}

/** The ids of all fields that rows are filtered by. */
export const filteredFields = ({ filters, where }: Filtering): readonly string[] => [
  ...Object.keys(filters),
  ...(where ? conditionsIn(where).map(({ field }) => field) : []),
];

export const isFiltered = ({ filters, where }: Filtering): boolean =>
  where !== undefined || Object.keys(filters).length > 0;

/** Whether a group holds if `holds` says so of its conditions. */
const holdsIn = (group: Where, holds: (one: FieldCondition) => boolean): boolean => {
  const one = (item: WhereItem): boolean => (isGroup(item) ? holdsIn(item, holds) : holds(item));
  return 'all' in group ? group.all.every(one) : group.any.some(one);
};

/** Whether a row with these values fits, as the server judges it. */
export const fits = (
  fields: readonly Pick<Field, 'id' | 'type' | 'validation'>[],
  values: { readonly [field: string]: Json | undefined },
  { filters, where }: Filtering,
): boolean => {
  const one = (id: string, filter: Filter): boolean => passes(fields, values, id, filter);
  return (
    Object.entries(filters).every(([id, filter]) => one(id, filter)) &&
    (!where || holdsIn(where, ({ field, filter }) => one(field, filter)))
  );
};

/** Conditions as a query in JSON takes them. */
export const jsonWhere = (where: Where) =>
  mapGroup(where, ({ field, filter }: FieldCondition) => ({ field, filter: jsonFilter(filter) }));

/** Filters of columns as a query in JSON takes them. */
export const jsonFilters = (filters: Filters) =>
  Object.fromEntries(Object.entries(filters).map(([field, filter]) => [field, jsonFilter(filter)]));

function jsonFilter(filter: Filter) {
  if (typeof filter === 'string') return filter;
  const { in: among, empty, ...others } = filter;
  return {
    ...others,
    ...(among !== undefined && { in: [...listOf(among)] }),
    ...(empty !== undefined && { empty: empty === 'true' }),
  };
}

/**
 * All conditions as one tree for the form, those of columns first. `apart` are the filters of
 * columns that hold besides a tree that has no room for them.
 */
export function treeOf({ filters, where }: Filtering): {
  readonly tree: Where;
  readonly apart: Filters;
} {
  const own = Object.entries(filters).map(([field, filter]) => ({ field, filter }));
  if (!where) return { tree: { all: own }, apart: {} };
  if ('all' in where) return { tree: { all: [...own, ...where.all] }, apart: {} };
  return own.length === 0 || where.any.some(isGroup)
    ? { tree: where, apart: filters }
    : { tree: { all: [...own, where] }, apart: {} };
}

/** A tree as filters: a condition that a column can show is that column's filter. */
export function filteringOf(tree: Where, apart: Filters): Filtering {
  const items = itemsOf(tree);
  if ('any' in tree && items.length > 1) return { filters: apart, where: tree };
  const filters: { [field: string]: Filter } = { ...apart };
  const rest = items.filter(item => {
    if (isGroup(item) || Object.hasOwn(filters, item.field)) return true;
    filters[item.field] = item.filter;
    return false;
  });
  return { filters, where: rest.length === 0 ? undefined : { all: rest } };
}

/** The items that must all hold: a group of which any must hold is one of them. */
export const requiredIn = (where: Where | undefined): readonly WhereItem[] =>
  where === undefined ? [] : 'all' in where ? where.all : [where];

/** Filters without one item of a group's top. */
export const withoutItem = (where: Where, item: WhereItem): Where | undefined => {
  const rest = itemsOf(where).filter(one => one !== item);
  return rest.length === 0 ? undefined : 'all' in where ? { all: rest } : { any: rest };
};
