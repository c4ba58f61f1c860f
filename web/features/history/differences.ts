import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Field, Table } from '@hzm/contracts/features/tables/table';

/** What one event made of one member. */
export interface Difference {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const members = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const same = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Those members that are not the same before and after; `null` where there is none. */
export function differencesBetween(before: JsonObject, after: JsonObject): readonly Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map(name => ({
      name,
      before: memberOf(before, name) ?? null,
      after: memberOf(after, name) ?? null,
    }))
    .filter(difference => !same(difference.before, difference.after));
}

/**
 * What an event changed, as far as it says so: a row's values, a field, the project's settings or
 * its description.
 */
export function differencesOf({ data }: Pick<HistoryEntry, 'data'>): readonly Difference[] {
  if (data === null) return [];
  const { values, before, field, settings, isPublic, name, description } = data as JsonObject;
  const after = isObject(values)
    ? values
    : isObject(field)
      ? field
      : isObject(settings)
        ? { ...settings, ...(isPublic !== undefined && { isPublic }) }
        : {
            ...(name !== undefined && { name }),
            ...(description !== undefined && { description }),
          };
  // What was removed had values and has none.
  return differencesBetween(
    members(before),
    values === undefined && field === undefined && settings === undefined && name === undefined
      ? {}
      : after,
  );
}

/** The field that an event calls so, if there still is one. */
export const fieldNamed = (table: Table | undefined, name: string): Field | undefined =>
  table?.fields.find(field => field.name === name);

export interface RowDifferences {
  readonly id: string;
  readonly differences: readonly Difference[];
}

/** The rows of an event about many, as far as they are told, and how many more there were. */
export function rowsOf({ data }: Pick<HistoryEntry, 'data'>): {
  readonly rows: readonly RowDifferences[];
  readonly more: number;
} {
  const { rows, count } = (data ?? {}) as JsonObject;
  if (!Array.isArray(rows)) return { rows: [], more: 0 };
  const told = rows.map((row): RowDifferences => {
    const { id, values, before } = members(row);
    return {
      id: typeof id === 'string' ? id : '',
      differences: differencesBetween(members(before), members(values)),
    };
  });
  return { rows: told, more: typeof count === 'number' ? count - told.length : 0 };
}
