import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';

/** A row as the server sends it: its own members, and one value per field id. */
export interface Row {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** Counts the changes of the row from 1. */
  readonly _version: number;
  readonly [field: string]: Json | undefined;
}

export type Values = { readonly [field: string]: Json };

/** No value is `null`, however it is written. */
export const valueOf = (row: Row | undefined, field: string): Json => memberOf(row, field) ?? null;

/** Returns the fields of a row that have a value. */
export function valuesOf(row: Row | undefined): Values {
  const {
    id: _,
    created_at: __,
    updated_at: ___,
    _version,
    ...fields
  } = row ?? ({} as Partial<Row>);
  return Object.fromEntries(
    Object.entries(fields).filter((pair): pair is [string, Json] => (pair[1] ?? null) !== null),
  );
}

/** Whether two values are the same thing; the order of an object's members says nothing. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(
      ([key, value]) => Object.hasOwn(b, key) && same(value, memberOf(b as JsonObject, key)),
    )
  );
}
