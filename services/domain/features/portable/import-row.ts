import { Instant } from '@hzm/contracts/core/call';
import { Id } from '@hzm/contracts/core/ids';
import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import { asStorable } from '@hzm/contracts/core/storable';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import type { RowTimes } from '../rows/bulk.ts';
import { tooLarge } from '../rows/size.ts';
import { cellsOf } from '../rows/validate.ts';
import { PatternWork } from '../tables/pattern.ts';
import type { ValueClock } from '../tables/value-clock.ts';
import type { Report } from './notes.ts';
import type { Given } from './read-export.ts';

/** A row's own members besides its values. */
const OWN = /^(?:id|created_at|updated_at|_.*)$/i;

export interface ImportedRow {
  /** The row's own id, so that references to it stay valid; undefined if missing or invalid. */
  readonly id: string | undefined;
  readonly values: Cells;
  /** The row's own times; empty if the file has none that are valid. */
  readonly times: RowTimes;
  /** Deviations from the file, with the affected names. */
  readonly changed: readonly {
    readonly name: string;
    readonly reason: 'row-unknown' | 'row-unfit' | 'row-times';
  }[];
}

/** Validates a row without its table's fields. */
export function rowIn(given: Given, place: string, { refused }: Report): JsonObject | undefined {
  if (given === 'large') return refused.add(place, '', 'row-size');
  if (given === 'deep') return refused.add(place, '', 'row-depth');
  const { value } = given;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refused.add(place, '', 'row-shape');
  return value as JsonObject;
}

/**
 * Converts a row for import; undefined if it is too large. Values that break their field's rules or
 * type are kept, because rows may have them after a change of the field; values without a field are
 * dropped.
 */
export function importedRow(
  value: JsonObject,
  fields: readonly Field[],
  clock: ValueClock,
  now: Date,
  work = new PatternWork(),
): ImportedRow | undefined {
  const byName = new Map(writtenFields(fields).map(field => [field.name, field]));
  const members = Object.entries(value).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined && !OWN.test(entry[0]),
  );
  const known = members
    .filter(([name]) => byName.has(name))
    .map(([name, one]): [string, Json] => [name, asStorable(one)]);
  const unknown = members.find(([name]) => !byName.has(name))?.[0];
  const { values, unfit } = cellsIn(fields, byName, known, clock, work);
  if (tooLarge({}, values)) return undefined;
  const id = Id.safeParse(value['id']);
  const times = timesIn(value, now);
  return {
    id: id.success ? id.data : undefined,
    values,
    times: times ?? {},
    changed: [
      ...(times ? [] : [{ name: 'created_at', reason: 'row-times' as const }]),
      ...(unknown === undefined ? [] : [{ name: unknown, reason: 'row-unknown' as const }]),
      ...(unfit === undefined ? [] : [{ name: unfit, reason: 'row-unfit' as const }]),
    ],
  };
}

/**
 * Reads the times of a row, empty if the file has none. Undefined if they are malformed, lie in the
 * future, or the row was updated before it was created.
 */
function timesIn({ created_at: created, updated_at: updated }: JsonObject, now: Date) {
  if (created === undefined && updated === undefined) return {};
  const [createdAt, updatedAt] = [created, updated ?? created].map(time => {
    const read = Instant.safeParse(time);
    return read.success ? new Date(read.data).toISOString() : undefined;
  });
  const isOrdered =
    createdAt !== undefined &&
    updatedAt !== undefined &&
    createdAt <= updatedAt &&
    updatedAt <= now.toISOString();
  return isOrdered ? { createdAt, updatedAt } : undefined;
}

/** `unfit` is the name of the first value that does not fit. */
function cellsIn(
  fields: readonly Field[],
  byName: ReadonlyMap<string, Field>,
  known: readonly [string, Json][],
  clock: ValueClock,
  work: PatternWork,
): { readonly values: Cells; readonly unfit?: string } {
  try {
    return { values: cellsOf(fields, Object.fromEntries(known), true, clock, work) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      values: Object.fromEntries(known.map(([name, one]) => [byName.get(name)!.id, one])),
      unfit: error.details?.[0]?.path ?? '',
    };
  }
}
