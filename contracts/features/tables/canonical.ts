import type { Amount } from '../../core/amount.ts';
import { secondsOf } from '../../core/duration.ts';
import { exactNumber } from '../../core/exact.ts';
import { canonicalIn, clockTime, type Form, formOfDate } from '../../core/form.ts';
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
  /** Form of the values, if the type accepts several. */
  readonly form?: Form;
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
  form: 'moment',
  operand: (value, timeZone) =>
    valueOf.datetime.safeParse(value.trim()).success ? momentOf(value.trim(), timeZone) : undefined,
};

const time: ValueForm = {
  form: 'time',
  operand: value =>
    valueOf.time.safeParse(value.trim()).success ? clockTime(value.trim()) : undefined,
};

const operandOfDate = (form: Form | undefined): ValueForm =>
  form === 'moment' ? moment : form === 'time' ? time : text;
const date: ValueForm = {
  form: 'date',
  operand: (value, timeZone) =>
    valueOf.date.safeParse(value.trim()).success
      ? operandOfDate(formOfDate(value)).operand(value.trim(), timeZone)
      : undefined,
};

const duration: ValueForm = {
  form: 'duration',
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
const valueFormOf = (type: FieldType): ValueForm =>
  forms[type] ?? (numberTypes.has(type) ? number : text);

/** Returns the form of a type's values; undefined if each value is written in one way. */
export const formOf = (type: FieldType): Form | undefined => valueFormOf(type).form;

/** Converts any accepted form of a value into its canonical form; undefined if it has none. */
export function readValue(type: FieldType, value: Json, timeZone: string): Json | undefined {
  const parsed = valueOf[type].safeParse(value);
  if (!parsed.success) return undefined;
  const form = formOf(type);
  const read = parsed.data as Json;
  return form === undefined ? read : canonicalIn(form, read, timeZone);
}

/** Parses the operand of a query; undefined if it is no value of the type. */
export const readOperand = (
  type: FieldType,
  value: string,
  timeZone: string,
): Operand | undefined => valueFormOf(type).operand(value, timeZone);
