import { currencies } from '../../core/amount.ts';
import { everydayOf, hasLists, hasOptions, hasPeople, isGiven } from '../../core/everyday.ts';
import type { Json } from '../../core/json.ts';
import { formOf } from './field-types.ts';
import { numberTypes, usualCurrency, usualUnit, type FieldValidation } from './field-validation.ts';
import { isRelational } from './relationship.ts';
import type { Field } from './table.ts';

/** Maximum length to which a text is lengthened for its rule. */
const MAX_TEXT = 200;

/** A value of each form. */
export const exampleOfForm: Readonly<Record<string, Json>> = {
  text: 'Çay',
  boolean: true,
  date: '2026-02-28',
  moment: '2026-02-28T10:00:00.000Z',
  time: '10:30',
  duration: 5400,
  object: { a: 1 },
  array: [1, 'a'],
  vector: [1, 2, 3],
  matrix: [
    [1, 2],
    [3, 4],
  ],
  tensor: [[[1], [2]]],
  coordinates: { lat: 41.01, lng: 28.97 },
  dataset: [{ x: 1 }, { x: 2 }],
  currency: { amount: -12.5, currency: 'TRY', symbol: '₺' },
  weight: { value: 2, unit: 'kg' },
  integer: 7,
  number: 1.5,
};

const clamped = (value: number, low = -Infinity, high = Infinity): number =>
  Math.max(low, Math.min(high, value));

function numberFor(whole: boolean, { minValue, maxValue, decimalPlaces }: FieldValidation): Json {
  const value = clamped(whole || decimalPlaces === 0 ? 7 : 1.5, minValue, maxValue);
  if (!whole && decimalPlaces === undefined) return value;
  const unit = 10 ** (whole ? 0 : decimalPlaces!);
  const up = Math.ceil(value * unit) / unit;
  return up <= (maxValue ?? up) ? up : Math.floor(value * unit) / unit;
}

function textFor({ pattern, minLength = 0, maxLength }: FieldValidation): Json | undefined {
  if (pattern !== undefined || minLength > MAX_TEXT) return undefined;
  const text = 'Çay'.padEnd(minLength, ' Çay');
  return maxLength === undefined ? text : text.slice(0, maxLength);
}

/** A date of the kind that the rules ask for. @param today as `YYYY-MM-DD`, in the project's zone */
function dateFor({ dateType, minToday, maxToday }: FieldValidation, today: string): Json {
  if (dateType === 'time') return '10:30';
  const day = minToday || maxToday ? today : '2026-02-28';
  return dateType === 'datetime' ? `${day}T10:00:00.000Z` : day;
}

const arrays = { string: ['a'], number: [1], boolean: [true], object: [{ a: 1 }] } as const;

function optionFor({ type, validation: { options = [] } }: Like): Json | undefined {
  const name = options.find(({ retired }) => !retired)?.name;
  return name === undefined || !hasLists(type) ? name : [name];
}

type Like = Pick<Field, 'type' | 'validation'>;

/**
 * Returns a value that fits a field; undefined where only a person knows one: a pattern, a row of
 * another table, a person, a choice without options; and where the product gives the value.
 * @param today as `YYYY-MM-DD`, in the project's zone
 */
export function exampleValue(field: Like, today: string): Json | undefined {
  const { type, validation: rules } = field;
  if (isGiven(type)) return undefined;
  if (hasOptions(type)) return optionFor(field);
  if (hasPeople(type)) return undefined;
  const everyday = everydayOf(type)?.example;
  if (everyday !== undefined) return everyday;
  if (isRelational(type)) return undefined;
  const form = formOf(type);
  if (form === 'text') return textFor(rules);
  if (form === 'date') return dateFor(rules, today);
  if (form === 'array' && rules.arrayItemType) return [...arrays[rules.arrayItemType]];
  if (form === 'currency') {
    const currency = usualCurrency(rules);
    return {
      amount: rules.decimalPlaces === 0 ? 12 : 12.5,
      currency,
      symbol: currencies[currency],
    };
  }
  if (form === 'weight')
    return { value: clamped(2, rules.minWeight, rules.maxWeight), unit: usualUnit(rules) };
  return numberTypes.has(type) ? numberFor(form === 'integer', rules) : exampleOfForm[form];
}
