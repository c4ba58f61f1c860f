import * as z from 'zod';

/** Every field type, in the groups in which people are shown them. */
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

export const FieldType = z.enum(Object.values(fieldTypeGroups).flat() as [FieldTypeName, ...FieldTypeName[]]);
type FieldTypeName = (typeof fieldTypeGroups)[keyof typeof fieldTypeGroups][number];
export type FieldType = z.output<typeof FieldType>;

const notMath: ReadonlySet<FieldType> = new Set<FieldType>(['string', 'text', 'boolean', 'object', ...fieldTypeGroups.relational]);
/** Whether one can calculate with values of this type. */
export const isMathCapable = (type: FieldType): boolean => !notMath.has(type);

/** Currency codes with their symbols. */
export const currencies = { TRY: '₺', USD: '$', EUR: '€', GBP: '£', JPY: '¥', CHF: 'CHF', CAD: 'C$', AUD: 'A$' } as const;
export type CurrencyCode = keyof typeof currencies;

/** Arrays nested deeper than this are no tensor anybody calculates with. */
const MAX_NESTING = 32;

const number = z.number();
const integer = z.int();
const text = z.string();
const date = z.iso.date();
const time = z.iso.time();
const datetime = z.union([z.iso.datetime({ offset: true, local: true }), date]);
const vector = z.array(number);
const matrix = z.array(vector).refine(rows => rows.every(row => row.length === rows[0]!.length), 'value-matrix');

/** The shape of nested arrays of numbers, e.g. [2, 3]; undefined when they have none. */
function shapeOf(value: unknown, depth = 0): readonly number[] | undefined {
  if (typeof value === 'number') return [];
  if (!Array.isArray(value) || depth >= MAX_NESTING) return undefined;
  const shapes = value.map(item => shapeOf(item, depth + 1));
  const [first = []] = shapes;
  return shapes.every(shape => shape !== undefined && String(shape) === String(first)) ? [value.length, ...first] : undefined;
}

/** The form a value of each type has; a problem's message is a key of `problems.{tr,en}.json`. `null` (no value) is nobody's business here. */
export const valueOf: Readonly<Record<FieldType, z.ZodType>> = {
  string: text, text, boolean: z.boolean(), date: z.union([date, datetime, time]), object: z.record(z.string(), z.json()), array: z.array(z.json()),
  number, integer, float: number, decimal: number, percentage: number, ratio: number,
  vector, matrix,
  tensor: z.array(z.json()).refine(value => shapeOf(value) !== undefined, 'value-tensor'),
  coordinates: z.union([z.strictObject({ lat: number.min(-90).max(90), lng: number.min(-180).max(180) }), vector]),
  dataset: z.array(z.record(z.string(), z.json())),
  currency: z.strictObject({ amount: number.min(0), currency: z.enum(Object.keys(currencies) as [CurrencyCode, ...CurrencyCode[]]), symbol: z.string().max(8).optional() })
    .transform(value => ({ amount: value.amount, currency: value.currency, symbol: currencies[value.currency] })),
  price: number, tax: number, discount: number, interest: number,
  weight: z.strictObject({ value: number, unit: z.enum(['g', 'kg', 'lb', 'oz', 't']) }),
  length: number, area: number, volume: number, temperature: number, speed: number,
  datetime, time, duration: z.union([z.iso.duration(), number]), age: number, timestamp: datetime,
  score: number, rating: number, rank: integer, probability: number, frequency: number,
  foreign_key: text, relationship: text, reference: text,
};
