import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';

/** All field types in their displayed groups. */
export const fieldTypeGroups = {
  basic: ['string', 'text', 'boolean', 'date', 'object', 'array'],
  mathematical: ['number', 'integer', 'float', 'decimal', 'percentage', 'ratio'],
  matrix: ['matrix', 'vector', 'tensor', 'coordinates', 'dataset'],
  financial: ['currency', 'price', 'tax', 'discount', 'interest'],
  measurement: ['weight', 'length', 'area', 'volume', 'temperature', 'speed'],
  temporal: ['datetime', 'time', 'duration', 'age', 'timestamp'],
  statistical: ['score', 'rating', 'rank', 'probability', 'frequency'],
  relational: ['foreign_key', 'relationship', 'reference'],
} as const;

export const FieldType = z.enum(
  Object.values(fieldTypeGroups).flat() as [FieldTypeName, ...FieldTypeName[]],
);
type FieldTypeName = (typeof fieldTypeGroups)[keyof typeof fieldTypeGroups][number];
export type FieldType = z.output<typeof FieldType>;

/** Currency codes with their symbols. */
export const currencies = {
  TRY: '₺',
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  CHF: 'CHF',
  CAD: 'C$',
  AUD: 'A$',
} as const;
export type CurrencyCode = keyof typeof currencies;

/** Maximum nesting of arrays; deeper ones are no useful tensors. */
const MAX_NESTING = 32;

const number = z.number();
const integer = z.int();
const text = z.string();
const date = z.iso.date();
const time = z.iso.time();
const datetime = z.union([z.iso.datetime({ offset: true, local: true }), date]);

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

/** The schema of each type's values; `null` (no value) is handled elsewhere. */
export const valueOf: Readonly<Record<FieldType, z.ZodType>> = {
  string: text,
  text,
  boolean: z.boolean(),
  date: z.union([date, datetime, time]),
  object: z.custom<JsonObject>(isJsonObject),
  array: z.custom<Json[]>(Array.isArray),
  number,
  integer,
  float: number,
  decimal: number,
  percentage: number,
  ratio: number,
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
      amount: number.min(0),
      currency: z.enum(Object.keys(currencies) as [CurrencyCode, ...CurrencyCode[]]),
      symbol: z.string().max(8).optional(),
    })
    .transform(value => ({
      amount: value.amount,
      currency: value.currency,
      symbol: currencies[value.currency],
    })),
  price: number,
  tax: number,
  discount: number,
  interest: number,
  weight: z.strictObject({ value: number, unit: z.enum(['g', 'kg', 'lb', 'oz', 't']) }),
  length: number,
  area: number,
  volume: number,
  temperature: number,
  speed: number,
  datetime,
  time,
  duration: z.union([z.iso.duration(), number]),
  age: number,
  timestamp: datetime,
  score: number,
  rating: number,
  rank: integer,
  probability: number,
  frequency: number,
  foreign_key: text,
  relationship: text,
  reference: text,
};
