import {
  isJsonObject,
  type Json,
  type JsonObject,
  memberOf,
  sameJson,
} from '@hzm/contracts/core/json';
import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import type { Field, Table } from '@hzm/contracts/features/tables/table';

/** Change of one member by an event. */
export interface Difference {
  readonly name: string;
  readonly before: Json;
  readonly after: Json;
}

const members = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Returns the members that differ; `null` for a missing value. */
export function differencesBetween(before: JsonObject, after: JsonObject): readonly Difference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map(name => ({
      name,
      before: memberOf(before, name) ?? null,
      after: memberOf(after, name) ?? null,
    }))
    .filter(difference => !sameJson(difference.before, difference.after));
}

/**
 * Returns the changes that an event contains: a row's values, a field, or the project's settings or
 * description.
 */
export function differencesOf({ data }: Pick<HistoryEntry, 'data'>): readonly Difference[] {
  if (data === null) return [];
  const { values, before, field, settings, isPublic, name, description } = data as JsonObject;
  const after = isJsonObject(values)
    ? values
    : isJsonObject(field)
      ? field
      : isJsonObject(settings)
        ? { ...settings, ...(isPublic !== undefined && { isPublic }) }
        : {
            ...(name !== undefined && { name }),
            ...(description !== undefined && { description }),
          };
  // A removed thing has values before and none after.
  return differencesBetween(
    members(before),
    values === undefined && field === undefined && settings === undefined && name === undefined
      ? {}
      : after,
  );
}

/** Returns the existing field with the name in an event. */
export const fieldNamed = (table: Table | undefined, name: string): Field | undefined =>
  table?.fields.find(field => field.name === name);

export interface RowDifferences {
  readonly id: string;
  readonly differences: readonly Difference[];
}

/** Returns the rows that an event includes, and the number of further ones. */
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
