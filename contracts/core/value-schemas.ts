import * as z from 'zod';
import { currencies, type CurrencyCode } from './amount.ts';
import { everyday, type EverydayName } from './everyday.ts';
import { isJsonObject, type Json, type JsonObject } from './json.ts';

export const weightUnits = ['g', 'kg', 'lb', 'oz', 't'] as const;

/** A group of types whose values are read, kept and compared in the same way. */
export type Form =
  | EverydayName
  | 'text'
  | 'boolean'
  | 'number'
  | 'integer'
  | 'date'
  | 'moment'
  | 'time'
  | 'duration'
  | 'object'
  | 'array'
  | 'vector'
  | 'matrix'
  | 'tensor'
  | 'coordinates'
  | 'dataset'
  | 'currency'
  | 'weight';

/** Maximum nesting of values, as requests are bounded; deeper arrays are no useful tensors. */
export const MAX_NESTING = 32;

export const currencyCode = z.enum(Object.keys(currencies) as [CurrencyCode, ...CurrencyCode[]]);
const number = z.number();
const date = z.iso.date();
const time = z.iso.time();
// ISO 8601 may leave out seconds, with a zone, too.
const minutes = z.iso.datetime({ offset: true, precision: -1 });
const datetime = z.union([z.iso.datetime({ offset: true, local: true }), minutes, date]);

// These checks stop at the first item that does not fit, because a value may be a megabyte.
const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(isNumber);
const vector = z.custom<number[]>(isVector);
const matrix = z.custom<number[][]>(
  value =>
    Array.isArray(value) &&
    value.every(row => isVector(row) && row.length === (value[0] as number[]).length),
);

/** Whether nested arrays of numbers have this shape, such as [2, 3], from a depth on. */
const hasShape = (value: unknown, shape: readonly number[], depth = 0): boolean =>
  depth === shape.length
    ? isNumber(value)
    : Array.isArray(value) &&
      value.length === shape[depth] &&
      value.every(item => hasShape(item, shape, depth + 1));

/** Returns the shape of nested arrays by their first items. */
function shapeOf(value: unknown): readonly number[] {
  const shape: number[] = [];
  for (
    let first = value;
    Array.isArray(first) && shape.length <= MAX_NESTING;
    first = first[0] as unknown
  )
    shape.push(first.length);
  return shape;
}

const isTensor = (value: unknown): boolean => {
  const shape = shapeOf(value);
  return shape.length > 0 && shape.length <= MAX_NESTING && hasShape(value, shape);
};

/** The schema of the values of each form, as callers write them; `null` is handled elsewhere. */
export const valueIn: Readonly<Record<Form, z.ZodType>> = {
  text: z.string(),
  boolean: z.boolean(),
  number,
  integer: z.int(),
  date: z.union([date, datetime, time]),
  moment: datetime,
  time,
  duration: z.union([z.iso.duration(), number]),
  object: z.custom<JsonObject>(isJsonObject),
  array: z.custom<Json[]>(Array.isArray),
  vector,
  matrix,
  tensor: z.custom<Json[]>(isTensor),
  coordinates: z.union([
    z.strictObject({ lat: number.min(-90).max(90), lng: number.min(-180).max(180) }),
    vector,
  ]),
  dataset: z.custom<JsonObject[]>(value => Array.isArray(value) && value.every(isJsonObject)),
  currency: z
    .strictObject({
      amount: number,
      currency: currencyCode,
      symbol: z.string().max(8).optional(),
    })
    .transform(value => ({
      amount: value.amount,
      currency: value.currency,
      symbol: currencies[value.currency],
    })),
  weight: z.strictObject({ value: number, unit: z.enum(weightUnits) }),
  ...(Object.fromEntries(everyday.map(([name, { value }]) => [name, value])) as Record<
    EverydayName,
    z.ZodType
  >),
};
