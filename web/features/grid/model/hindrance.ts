import { isGiven } from '@hzm/contracts/core/everyday';
import { memberOf, type Json } from '@hzm/contracts/core/json';
import { valueOf, type FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { same, type Values } from './row.ts';
import { isOfCell, type CellChange, type Change, type Hindrance, type RowChange } from './undo.ts';

/** The fields of a table now; undefined while they are not known. */
type FieldsNow = readonly Pick<Field, 'id' | 'type'>[] | undefined;

interface Now {
  /** The values of a row; undefined: it is not there. */
  readonly valuesAt: (rowId: string) => Values | undefined;
  readonly fields: FieldsNow;
}

const typesOf = (fields: FieldsNow): ReadonlyMap<string, FieldType> | undefined =>
  fields && new Map(fields.map(({ id, type }) => [id, type]));

const fits = (type: FieldType | undefined, value: Json): boolean =>
  value === null || type === undefined || valueOf[type].safeParse(value).success;

/** Returns what stands in the way of a change, which begins with `before`. */
export function hindranceTo(change: Change, { valuesAt, fields }: Now): Hindrance | undefined {
  const now = typesOf(fields);
  const row = valuesAt(change.rowId);
  return isOfCell(change) ? toCell(change, row, now) : toRow(change, row, now);
}

function toCell(
  { field, before, after, types }: CellChange,
  row: Values | undefined,
  now: ReadonlyMap<string, FieldType> | undefined,
): Hindrance | undefined {
  if (now && !now.has(field)) return 'field-gone';
  const type = now?.get(field);
  const isOther = type !== undefined && (types?.get(field) ?? type) !== type;
  if (isOther && !fits(type, after)) return 'type-changed';
  if (row && same(memberOf(row, field), before)) return undefined;
  return isOther && row ? 'type-changed' : 'changed';
}

function toRow(
  { isThere, values, types }: RowChange,
  row: Values | undefined,
  now: ReadonlyMap<string, FieldType> | undefined,
): Hindrance | undefined {
  if (isThere) return row === undefined ? undefined : 'changed';
  if (!row) return 'changed';
  // A removed field took its value along: nobody has changed the row by that.
  const fields = [...new Set([...Object.keys(values), ...Object.keys(row)])];
  // The values that the product gives follow from what people write.
  const isTheirs = (field: string): boolean =>
    now?.has(field) !== false && !isGiven(now?.get(field) ?? '');
  const other = fields.filter(
    field => isTheirs(field) && !same(memberOf(row, field), memberOf(values, field)),
  );
  if (other.length === 0) return undefined;
  const isConverted = (field: string): boolean =>
    types?.has(field) === true && now?.has(field) === true && types.get(field) !== now.get(field);
  return other.every(isConverted) ? 'type-changed' : 'changed';
}
