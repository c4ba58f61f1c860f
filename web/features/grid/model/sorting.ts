import { MAX_SORT_KEYS } from '@hzm/contracts/features/rows/row';

export type Direction = 'asc' | 'desc';

/** A field's id, `created_at` or `updated_at`, and which way. */
export interface SortKey {
  readonly field: string;
  readonly order: Direction;
}

/** The fields that rows are sorted by, the most significant first; none: the newest first. */
export type Sorting = readonly SortKey[];

export const CREATED = 'created_at';

/** Whether one more fits. */
export const hasRoom = (sorting: Sorting): boolean => sorting.length < MAX_SORT_KEYS;
export const rankOf = (sorting: Sorting, field: string): number =>
  sorting.findIndex(key => key.field === field) + 1;

/**
 * Reads what an address says: names and directions apart by commas, as the server takes them.
 * @param fields names that may hold a comma themselves
 */
export function sortingOf(
  sort: unknown,
  order: unknown,
  fields: ReadonlySet<string> = new Set(),
): Sorting {
  const orders = typeof order === 'string' ? order.split(',') : [];
  const names = [...new Set(namesIn(sort, fields))].slice(0, MAX_SORT_KEYS);
  return names.map((field, at) => ({
    field,
    order: (orders[at] ?? orders[0]) === 'desc' ? 'desc' : 'asc',
  }));
}

function namesIn(sort: unknown, fields: ReadonlySet<string>): readonly string[] {
  if (Array.isArray(sort))
    return sort.filter((name): name is string => typeof name === 'string' && name !== '');
  if (typeof sort !== 'string' || sort === '') return [];
  if (fields.has(sort)) return [sort];
  if (!sort.startsWith('[')) return sort.split(',').filter(name => name !== '');
  try {
    return namesIn(JSON.parse(sort), fields);
  } catch {
    return [sort];
  }
}

/** A sorting as the server and an address take it: what is as always is undefined. */
export function sortingText(sorting: Sorting): {
  readonly sort: string | undefined;
  readonly order: string | undefined;
} {
  const names = sorting.map(({ field }) => field);
  const orders = new Set(sorting.map(({ order }) => order));
  return {
    sort:
      names.length > 1 && names.some(name => name.includes(','))
        ? JSON.stringify(names)
        : names.join(',') || undefined,
    order:
      orders.size > 1
        ? sorting.map(({ order }) => order).join(',')
        : orders.has('desc')
          ? 'desc'
          : undefined,
  };
}

/** Returns the sorting by this field alone: cycles ascending, descending, unsorted. */
export function toggled(sorting: Sorting, field: string): Sorting {
  const [key] = sorting;
  if (sorting.length !== 1 || key!.field !== field) return [{ field, order: 'asc' }];
  return key!.order === 'asc' ? [{ field, order: 'desc' }] : [];
}

/**
 * Returns the sorting with this field after the others: cycles ascending, descending, unsorted. A
 * full sorting stays as it is.
 */
export function toggledToo(sorting: Sorting, field: string): Sorting {
  const key = sorting[rankOf(sorting, field) - 1];
  return key?.order === 'desc'
    ? without(sorting, field)
    : sortedToo(sorting, field, key ? 'desc' : 'asc');
}

export function sortedToo(sorting: Sorting, field: string, order: Direction): Sorting {
  if (rankOf(sorting, field) > 0)
    return sorting.map(key => (key.field === field ? { field, order } : key));
  return hasRoom(sorting) ? [...sorting, { field, order }] : sorting;
}

export const without = (sorting: Sorting, field: string): Sorting =>
  sorting.filter(key => key.field !== field);
