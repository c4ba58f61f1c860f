import { everydayOf } from '@hzm/contracts/core/everyday';
import { type Json, memberOf } from '@hzm/contracts/core/json';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import {
  isChoice,
  isPerson,
  optionNamed,
  optionsIn,
  optionWith,
} from '../../../lib/values/choices.ts';

/**
 * A field's filter, as the server takes it: a text that it contains, or conditions that must all
 * hold. Numbers and times are in the server's notation for every reader.
 */
const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'empty'] as const;
export type Operator = (typeof operators)[number];
export type Conditions = { readonly [op in Operator]?: string };
export type Filter = string | Conditions;
export type Filters = { readonly [field: string]: Filter };

/** A filter of an address; what makes no sense is none. */
export function filterOf(value: unknown): Filter | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value) === '' ? undefined : String(value);
  if (typeof value !== 'object' || value === null) return undefined;
  const known = operators.flatMap(op => {
    const operand = (value as { [name: string]: unknown })[op];
    return typeof operand === 'string' ||
      typeof operand === 'number' ||
      typeof operand === 'boolean'
      ? [[op, String(operand)] as const]
      : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Several values of `in` as one text, and back. One that holds a comma makes it a JSON list. */
export const listText = (values: readonly string[]): string =>
  values.some(value => /[,[]/.test(value)) ? JSON.stringify(values) : values.join(',');
export function listOf(text: string): readonly string[] {
  if (!text.startsWith('[')) return text.split(',');
  try {
    return (JSON.parse(text) as unknown[]).map(String);
  } catch {
    return [text];
  }
}

/** The text in which the server looks for a part. */
const searchText = (value: Json | undefined): string => {
  if (typeof value === 'object' && value !== null)
    return 'amount' in value && 'currency' in value
      ? `${value.amount as number} ${value.currency as string}`
      : JSON.stringify(value);
  return value === undefined || value === null ? '' : String(value);
};

/** A value as the server compares it. */
export function comparable(value: Json | undefined): string | number | boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object') return value;
  const { amount } = value as { amount?: Json };
  return typeof amount === 'number' ? amount : JSON.stringify(value);
}

const isNumeric = ({ type }: Pick<Field, 'type'>): boolean =>
  numberTypes.has(type) || type === 'currency';
const operandOf = (field: Pick<Field, 'type'>, text: string): string | number | boolean =>
  isNumeric(field) ? Number(text) : field.type === 'boolean' ? text === 'true' : text;

/**
 * Below, equal or above 0 as a value stands to another of its kind; NaN where they are of two
 * kinds.
 */
function compare(value: string | number | boolean, other: string | number | boolean): number {
  if (typeof value !== typeof other) return NaN;
  if (typeof value === 'string' && typeof other === 'string')
    return sortKey(value) < sortKey(other) ? -1 : sortKey(value) > sortKey(other) ? 1 : 0;
  return Number(value) - Number(other);
}
const equals = (
  value: string | number | boolean | undefined,
  other: string | number | boolean,
): boolean =>
  typeof value === 'string' && typeof other === 'string'
    ? fold(value) === fold(other)
    : value === other;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function holds(
  field: Pick<Field, 'type'>,
  value: Json | undefined,
  op: Operator,
  text: string,
): boolean {
  const own = comparable(value);
  // A day begins in the zone of the project, which only the server knows.
  const isDay = formOf(field.type) === 'moment' && DAY.test(text);
  if (isDay && own !== undefined) return true;
  const than = (fits: (order: number) => boolean): boolean =>
    own !== undefined && fits(compare(own, operandOf(field, text)));
  switch (op) {
    case 'eq':
      return equals(own, operandOf(field, text));
    case 'ne':
      return !equals(own, operandOf(field, text));
    case 'gt':
      return than(order => order > 0);
    case 'gte':
      return than(order => order >= 0);
    case 'lt':
      return than(order => order < 0);
    case 'lte':
      return than(order => order <= 0);
    case 'in':
      return listOf(text).some(part => equals(own, operandOf(field, part)));
    case 'empty':
      return (own === undefined || own === '') === (text === 'true');
  }
}

/** Whether one of the options of a value passes. */
function isChosen(
  options: readonly FieldOption[],
  value: Json | undefined,
  filter: Filter,
): boolean {
  const own = [value].flat().flatMap(id => optionWith(options, id) ?? []);
  const place = (option: FieldOption | undefined): number =>
    option === undefined ? NaN : options.indexOf(option);
  const passes = (op: Operator, text: string): boolean => {
    const named = (op === 'in' ? listOf(text) : [text]).map(part => optionNamed(options, part));
    const than = (fits: (order: number) => boolean): boolean =>
      own.some(option => fits(place(option) - place(named[0])));
    switch (op) {
      case 'eq':
      case 'in':
        return own.some(option => named.includes(option));
      case 'ne':
        return !own.some(option => named.includes(option));
      case 'gt':
        return than(order => order > 0);
      case 'gte':
        return than(order => order >= 0);
      case 'lt':
        return than(order => order < 0);
      case 'lte':
        return than(order => order <= 0);
      case 'empty':
        return (comparable(value) === undefined) === (text === 'true');
    }
  };
  return typeof filter === 'string'
    ? own.some(({ name }) => fold(name).includes(fold(filter)))
    : Object.entries(filter).every(
        ([op, text]) => text === undefined || passes(op as Operator, text),
      );
}

/** Whether a person passes, also one who is not in the project. */
function isNamed(field: Judged, value: Json | undefined, filter: Filter): boolean {
  const options = optionsIn(field);
  if (typeof filter === 'string') return isChosen(options, value, filter);
  const idIn = (text: string): string => optionNamed(options, text)?.id ?? text;
  return Object.entries(filter).every(
    ([op, text]) =>
      text === undefined ||
      holds(
        field,
        value,
        op as Operator,
        op === 'in' ? listText(listOf(text).map(idIn)) : idIn(text),
      ),
  );
}

type Judged = Pick<Field, 'type' | 'validation'>;

/** Whether a row with these values passes one filter, as the server judges it. */
export function passes(
  fields: readonly Pick<Field, 'id' | 'type' | 'validation'>[],
  values: { readonly [field: string]: Json | undefined },
  id: string,
  filter: Filter,
): boolean {
  const value = memberOf(values, id);
  const field = fields.find(one => one.id === id) ?? { type: 'string' as const, validation: {} };
  if (isChoice(field.type)) return isChosen(optionsIn(field), value, filter);
  if (isPerson(field.type)) return isNamed(field, value, filter);
  // A year, a month or a day, which begins in the zone of the project, too.
  if (typeof filter === 'string' && everydayOf(field.type)?.member) return true;
  if (typeof filter === 'string') return fold(searchText(value)).includes(fold(filter));
  return Object.entries(filter).every(
    ([op, text]) => text === undefined || holds(field, value, op as Operator, text),
  );
}
