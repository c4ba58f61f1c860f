import type { Amount } from '../../core/amount.ts';
import { secondsOf } from '../../core/duration.ts';
import { exactNumber } from '../../core/exact.ts';
import type { Json } from '../../core/json.ts';
import { momentOf } from '../../core/moment.ts';
import { fold } from '../../core/turkish.ts';
import { inGrams, isWeightUnit } from '../../core/weight.ts';
import { currencies, valueOf, type FieldType } from './field-types.ts';
import { numberTypes } from './field-validation.ts';

export type Operand = string | number | boolean | Amount;

/**
 * Canonical form and operand of a group of types. `timeZone` applies to timestamps without a zone.
 */
interface ValueForm {
  /** Returns the canonical form of a valid value; undefined if no canonical form represents it. */
  readonly canonical?: (value: Json, timeZone: string) => Json | undefined;
  /** Parses a text of a query for comparison; undefined if it is no value of the type. */
  readonly operand: (text: string, timeZone: string) => Operand | undefined;
}

const text: ValueForm = { operand: value => value };
const number: ValueForm = { operand: exactNumber };

const yes: ReadonlySet<string> = new Set(['true', '1', 'yes', 'evet', 'dogru']);
const no: ReadonlySet<string> = new Set(['false', '0', 'no', 'hayir', 'yanlis']);

/** Parses yes or no in Turkish or English, case-insensitively; undefined for other texts. */
export function truthOf(value: string): boolean | undefined {
  const word = fold(value.trim());
  return yes.has(word) ? true : no.has(word) ? false : undefined;
}

const moment: ValueForm = {
  canonical: (value, timeZone) => momentOf(value as string, timeZone),
  operand: (value, timeZone) =>
    valueOf.datetime.safeParse(value.trim()).success ? momentOf(value.trim(), timeZone) : undefined,
};

/** Shortens a time to `10:00`, keeping non-zero seconds and fractions. */
const clockTime = (value: string): string =>
  value
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^(\d\d:\d\d):00$/, '$1');
const time: ValueForm = {
  canonical: value => clockTime(value as string),
  operand: value =>
    valueOf.time.safeParse(value.trim()).success ? clockTime(value.trim()) : undefined,
};

/** Returns the form of a day, a timestamp or a time. */
const formOfDate = (value: string): ValueForm =>
  /t/i.test(value) ? moment : value.includes(':') ? time : text;
const date: ValueForm = {
  canonical: (value, timeZone) => {
    const form = formOfDate(value as string);
    return form.canonical ? form.canonical(value, timeZone) : value;
  },
  operand: (value, timeZone) =>
    valueOf.date.safeParse(value.trim()).success
      ? formOfDate(value).operand(value.trim(), timeZone)
      : undefined,
};

const duration: ValueForm = {
  canonical: value => (typeof value === 'number' ? value : secondsOf(value as string)),
  operand: value => exactNumber(value) ?? secondsOf(value.trim().toUpperCase()),
};

const boolean: ValueForm = { operand: truthOf };

const codes = Object.keys(currencies);

/** Parses `100 USD`; an amount without a currency is compared within each. */
const currency: ValueForm = {
  operand: value => {
    const plain = exactNumber(value);
    if (plain !== undefined) return { amount: plain, currencies: codes };
    const [, written = '', code = ''] = /^([^a-z]*[\d.])\s*([a-z]{3})$/i.exec(value.trim()) ?? [];
    const amount = exactNumber(written);
    const named = code.toUpperCase();
    return amount === undefined || !codes.includes(named)
      ? undefined
      : { amount, currencies: [named] };
  },
};

/** Parses `2 kg`; a number alone is in kilograms. */
const weight: ValueForm = {
  operand: value => {
    const [, amount = '', unit = 'kg'] = /^([^a-z]*?[\d.])\s*([a-z]+)?$/i.exec(value.trim()) ?? [];
    const number = exactNumber(amount);
    const known = unit.toLowerCase();
    return number !== undefined && isWeightUnit(known) ? inGrams(number, known) : undefined;
  },
};

const forms: Partial<Record<FieldType, ValueForm>> = {
  boolean,
  date,
  time,
  datetime: moment,
  timestamp: moment,
  duration,
  currency,
  weight,
};
const formOf = (type: FieldType): ValueForm =>
  forms[type] ?? (numberTypes.has(type) ? number : text);

/** Converts any accepted form of a value into its canonical form; undefined if it has none. */
export function readValue(type: FieldType, value: Json, timeZone: string): Json | undefined {
  const parsed = valueOf[type].safeParse(value);
  if (!parsed.success) return undefined;
  const { canonical } = formOf(type);
  return canonical ? canonical(parsed.data as Json, timeZone) : (parsed.data as Json);
}

/** Parses the operand of a query; undefined if it is no value of the type. */
export const readOperand = (
  type: FieldType,
  value: string,
  timeZone: string,
): Operand | undefined => formOf(type).operand(value, timeZone);
