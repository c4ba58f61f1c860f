import * as z from 'zod';
import { everydayNames, everydayOf } from '../../core/everyday.ts';
import { type Form, valueIn } from '../../core/value-schemas.ts';

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
  everyday: everydayNames,
} as const;

export const FieldType = z.enum(
  Object.values(fieldTypeGroups).flat() as [FieldTypeName, ...FieldTypeName[]],
);
type FieldTypeName = (typeof fieldTypeGroups)[keyof typeof fieldTypeGroups][number];
export type FieldType = z.output<typeof FieldType>;

/** Types whose form has another name. */
const forms: Partial<Record<string, Form>> = {
  string: 'text',
  datetime: 'moment',
  timestamp: 'moment',
  rank: 'integer',
  foreign_key: 'text',
  relationship: 'text',
  reference: 'text',
};

/** Returns the form of a type's values. */
export const formOf = (type: FieldType): Form =>
  forms[type] ??
  everydayOf(type)?.form ??
  (Object.hasOwn(valueIn, type) ? (type as Form) : 'number');

/** The schema of each type's values; `null` (no value) is handled elsewhere. */
export const valueOf = Object.fromEntries(
  FieldType.options.map(type => [type, valueIn[formOf(type)]]),
) as Readonly<Record<FieldType, z.ZodType>>;
