import { type Amount, currencies } from '../../core/amount.ts';
import { secondsOf } from '../../core/duration.ts';
import { everydayOf } from '../../core/everyday.ts';
import { exactNumber } from '../../core/exact.ts';
import { clockTime, formOfDate, readIn } from '../../core/form.ts';
import type { Json } from '../../core/json.ts';
import { momentOf } from '../../core/moment.ts';
import { truthOf } from '../../core/truth.ts';
import type { Form } from '../../core/value-schemas.ts';
import { inGrams, isWeightUnit } from '../../core/weight.ts';
import { type FieldType, formOf, valueOf } from './field-types.ts';

export type Operand = string | number | boolean | Amount;

/**
 * Parses a text of a query for comparison; undefined if it is no value of the form. `timeZone`
 * applies to timestamps without a zone.
 */
type ReadOperand = (text: string, timeZone: string) => Operand | undefined;

const text: ReadOperand = value => value;

const moment: ReadOperand = (value, timeZone) =>
  valueOf.datetime.safeParse(value.trim()).success ? momentOf(value.trim(), timeZone) : undefined;

const time: ReadOperand = value =>
  valueOf.time.safeParse(value.trim()).success ? clockTime(value.trim()) : undefined;

const operandOfDate = (form: Form | undefined): ReadOperand =>
  form === 'moment' ? moment : form === 'time' ? time : text;
const date: ReadOperand = (value, timeZone) =>
  valueOf.date.safeParse(value.trim()).success
    ? operandOfDate(formOfDate(value))(value.trim(), timeZone)
    : undefined;

const duration: ReadOperand = value => exactNumber(value) ?? secondsOf(value.trim().toUpperCase());

const codes = Object.keys(currencies);

/** Parses `100 USD`; an amount without a currency is compared within each. */
const currency: ReadOperand = value => {
  const plain = exactNumber(value);
  if (plain !== undefined) return { amount: plain, currencies: codes };
  const [, written = '', code = ''] = /^([^a-z]*[\d.])\s*([a-z]{3})$/i.exec(value.trim()) ?? [];
  const amount = exactNumber(written);
  const named = code.toUpperCase();
  return amount === undefined || !codes.includes(named)
    ? undefined
    : { amount, currencies: [named] };
};

/** Parses `2 kg`; a number alone is in kilograms. */
const weight: ReadOperand = value => {
  const [, amount = '', unit = 'kg'] = /^([^a-z]*?[\d.])\s*([a-z]+)?$/i.exec(value.trim()) ?? [];
  const number = exactNumber(amount);
  const known = unit.toLowerCase();
  return number !== undefined && isWeightUnit(known) ? inGrams(number, known) : undefined;
};

const operands: Partial<Record<Form, ReadOperand>> = {
  number: exactNumber,
  integer: exactNumber,
  boolean: truthOf,
  date,
  time,
  moment,
  duration,
  currency,
  weight,
};

/** Converts any accepted form of a value into its canonical form; undefined if it has none. */
export const readValue = (type: FieldType, value: Json, timeZone: string): Json | undefined =>
  readIn(formOf(type), value, timeZone);

/** Parses the operand of a query; undefined if it is no value of the type. */
export const readOperand = (
  type: FieldType,
  value: string,
  timeZone: string,
): Operand | undefined => {
  const form = formOf(type);
  return (operands[form] ?? everydayOf(form)?.operand ?? text)(value, timeZone);
};
