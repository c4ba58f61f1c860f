import * as z from 'zod';
import type { CurrencyCode } from '../../core/amount.ts';
import { everyday, everydayOf, hasOptions } from '../../core/everyday.ts';
import { storable } from '../../core/name.ts';
import { weightUnits } from '../../core/value-schemas.ts';
import type { FieldType } from './field-types.ts';
import { FieldOptions, GivenOptions } from './options.ts';

const Length = z.int().min(0).max(1_048_576);

export const fieldCurrencies = ['TRY', 'USD', 'EUR', 'GBP', 'JPY'] as const;

/** The rules of a field; its type selects the allowed ones (`validationKeys`). */
export const FieldValidation = z
  .strictObject({
    pattern: storable(z.string().max(500)).optional(),
    minLength: Length.optional(),
    maxLength: Length.optional(),
    minValue: z.number().optional(),
    maxValue: z.number().optional(),
    currency: z.enum(fieldCurrencies).optional(),
    decimalPlaces: z.int().min(0).max(4).optional(),
    onlyPositive: z.boolean().optional(),
    weightUnit: z.enum(weightUnits).optional(),
    minWeight: z.number().optional(),
    maxWeight: z.number().optional(),
    dateType: z.enum(['date', 'datetime', 'time']).optional(),
    minToday: z.boolean().optional(),
    maxToday: z.boolean().optional(),
    arrayItemType: z.enum(['string', 'number', 'boolean', 'object']).optional(),
    relatedTable: storable(z.string().max(100)).optional(),
    options: FieldOptions.optional(),
  })
  .meta({ id: 'FieldValidation' });
export type FieldValidation = z.output<typeof FieldValidation>;

/** The rules as callers give them; new options get an id and a color. */
export const GivenValidation = FieldValidation.extend({
  options: GivenOptions.optional(),
}).meta({ id: 'GivenFieldValidation' });
export type GivenValidation = z.output<typeof GivenValidation>;

/** The currency of amounts without one. */
export const usualCurrency = ({ currency }: FieldValidation): CurrencyCode => currency ?? 'TRY';
/** The unit of weights without one. */
export const usualUnit = ({ weightUnit }: FieldValidation): (typeof weightUnits)[number] =>
  weightUnit ?? 'kg';

/** Returns the rules that a type allows. */
export function validationKeys(type: FieldType): readonly (keyof FieldValidation)[] {
  switch (type) {
    case 'string':
    case 'text':
      return ['pattern', 'minLength', 'maxLength'];
    case 'currency':
      return ['currency', 'decimalPlaces', 'onlyPositive'];
    case 'weight':
      return ['weightUnit', 'minWeight', 'maxWeight'];
    case 'date':
      return ['dateType', 'minToday', 'maxToday'];
    case 'array':
      return ['arrayItemType'];
    case 'foreign_key':
    case 'relationship':
    case 'reference':
      return ['relatedTable'];
    default:
      if (hasOptions(type)) return ['options'];
      return numberTypes.has(type) && !everydayOf(type)
        ? ['minValue', 'maxValue', 'decimalPlaces']
        : [];
  }
}

/** Types whose value is a number. */
export const numberTypes: ReadonlySet<FieldType> = new Set<FieldType>([
  'number',
  'integer',
  'float',
  'decimal',
  'percentage',
  'ratio',
  'price',
  'tax',
  'discount',
  'interest',
  'length',
  'area',
  'volume',
  'temperature',
  'speed',
  'age',
  'score',
  'rating',
  'rank',
  'probability',
  'frequency',
  ...everyday.flatMap(([name, { isNumber }]) => (isNumber ? [name] : [])),
]);
