import { everydayOf, hasLists, hasOptions, hasPeople } from '@hzm/contracts/core/everyday';
import { isGroup, itemsOf } from '@hzm/contracts/core/groups';
import { isJsonObject, memberOf, type Json } from '@hzm/contracts/core/json';
import { truthOf } from '@hzm/contracts/core/truth';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import { inGrams, weightIn } from '@hzm/contracts/core/weight';
import { boundsIn } from '@hzm/contracts/features/rows/span';
import { readOperand, type Operand } from '@hzm/contracts/features/tables/canonical';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { optionNamed, optionsIn } from '../../../lib/values/choices.ts';
import type { Conditions, Filter, Operator } from '../model/filter.ts';
import type { Where, WhereItem } from '../model/where.ts';

/*
 * Conditions exactly as the server judges them, which needs the zone of the project and more code than the
 * first look at a table. Rows in sight are judged with each drawing, hence texts are read once.
 */

type Values = { readonly [field: string]: Json | undefined };
type Test<Of> = (of: Of) => boolean;
/** The field of a condition, as far as its type says how values compare. */
export type Compared = Pick<Field, 'id' | 'type' | 'validation'>;

const never: Test<unknown> = () => false;
const always: Test<unknown> = () => true;

/** Several operands as one text. A text that is no list after all is split at its commas. */
function partsOf(text: string): readonly string[] {
  if (!text.startsWith('[')) return text.split(',');
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values.map(String) : [text];
  } catch {
    return text.split(',');
  }
}

/** A value as it compares: amounts with their currency, weights in grams, lists not at all. */
function sizeOf(value: Json | undefined): Json | undefined {
  if (!isJsonObject(value)) return value;
  const weight = weightIn(value);
  return weight ? inGrams(weight.amount, weight.unit) : value;
}

/** Below, equal or above 0 as a value stands to an operand; undefined where they do not compare. */
function orderOf(value: Json | undefined, operand: Operand): number | undefined {
  const own = sizeOf(value);
  if (typeof operand === 'object') {
    const amount = isJsonObject(own) ? memberOf(own, 'amount') : undefined;
    const currency = isJsonObject(own) ? memberOf(own, 'currency') : undefined;
    return typeof amount === 'number' &&
      typeof currency === 'string' &&
      operand.currencies.some(one => sortKey(one) === sortKey(currency))
      ? amount - operand.amount
      : undefined;
  }
  if (typeof own !== typeof operand) return undefined;
  if (typeof own !== 'string' || typeof operand !== 'string') return Number(own) - Number(operand);
  const [one, other] = [sortKey(own), sortKey(operand)];
  return one < other ? -1 : one > other ? 1 : 0;
}

const equals = (value: Json | undefined, operand: Operand): boolean =>
  typeof value === 'string' && typeof operand === 'string'
    ? fold(value) === fold(operand)
    : orderOf(value, operand) === 0;

/** Separates texts that are searched apart. */
const APART = '\u0001';

/** The text in which a part is looked for; undefined if a value has none. */
function searched(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return fold(value);
  if (typeof value !== 'object') return String(value);
  if (!isJsonObject(value)) return value.map(item => searched(item) ?? '').join(APART);
  const { amount, currency, lat, lng, ...more } = value;
  if (typeof amount === 'number')
    return fold(typeof currency === 'string' ? `${amount} ${currency}` : `${amount}`);
  const weight = weightIn(value);
  if (weight) return fold(`${weight.amount} ${weight.unit}`);
  if (typeof lat === 'number' && typeof lng === 'number' && Object.keys(more).length === 0)
    return `${lat}, ${lng}`;
  return Object.entries(value)
    .flatMap(([name, member]) => [fold(name), searched(member) ?? ''])
    .join(APART);
}

const signs: Readonly<Record<'gt' | 'gte' | 'lt' | 'lte', Test<number>>> = {
  gt: order => order > 0,
  gte: order => order >= 0,
  lt: order => order < 0,
  lte: order => order <= 0,
};

function comparison(
  { type }: Pick<Field, 'type'>,
  op: Operator,
  text: string,
  timeZone: string,
): Test<Json | undefined> {
  if (op === 'empty') {
    const wanted = truthOf(text);
    return wanted === undefined
      ? never
      : value =>
          ((value ?? null) === null || (typeof value === 'string' && fold(value) === '')) ===
          wanted;
  }
  const operands: Operand[] = [];
  for (const part of op === 'in' ? partsOf(text) : [text]) {
    const read = readOperand(type, part, timeZone);
    // The server refuses a list or a comparison with what is no value of the field.
    if (read === undefined) return never;
    operands.push(read);
  }
  const isOne: Test<Json | undefined> = value => operands.some(operand => equals(value, operand));
  if (op === 'eq' || op === 'in') return isOne;
  if (op === 'ne') return value => !isOne(value);
  return value => {
    const order = orderOf(value, operands[0]!);
    return order !== undefined && signs[op](order);
  };
}

/**
 * Whether one of the options of a value is among some, also by ids that were merged into them. Where
 * several are not to be there, a list that is no value of its field is looked into, too.
 */
function chosenAmong(
  field: Compared,
  options: readonly FieldOption[],
  isNegated = false,
): Test<Json | undefined> {
  const ids = new Set(options.flatMap(({ id, merged = [] }) => [id, ...merged].map(fold)));
  return hasLists(field.type) || (isNegated && ids.size > 1)
    ? value =>
        (Array.isArray(value) ? value : [value]).some(
          id => typeof id === 'string' && ids.has(fold(id)),
        )
    : value => typeof value === 'string' && ids.has(fold(value));
}

/** A comparison with options, which are ordered as their field has them. */
function choice(field: Compared, op: Operator, text: string): Test<Json | undefined> {
  const options = optionsIn(field);
  const named = (op === 'in' ? partsOf(text) : [text]).map(part => optionNamed(options, part));
  const known = options.filter(option => named.includes(option));
  if (named.includes(undefined) || known.length === 0) return never;
  const at = options.indexOf(known[0]!);
  const sides: Partial<Record<Operator, readonly FieldOption[]>> = {
    gt: options.slice(at + 1),
    gte: options.slice(at),
    lt: options.slice(0, at),
    lte: options.slice(0, at + 1),
  };
  const isAmong = chosenAmong(field, sides[op] ?? known, op === 'ne');
  return op === 'ne' ? value => !isAmong(value) : isAmong;
}

/** Whether people are those of a field's options, or the former ones of these ids. */
function person(
  field: Compared,
  op: Operator,
  text: string,
  timeZone: string,
): Test<Json | undefined> {
  if (op !== 'eq' && op !== 'ne' && op !== 'in') return never;
  const options = optionsIn(field);
  const ids = (op === 'in' ? partsOf(text) : [text]).map(
    part => optionNamed(options, part)?.id ?? part,
  );
  return comparison(field, op, op === 'in' ? JSON.stringify(ids) : ids[0]!, timeZone);
}

/** Whether a time of the row lies in the year, month or day that a text names. */
function within(field: Compared, text: string, timeZone: string): Test<Json | undefined> {
  const bounds = boundsIn(text);
  return bounds ? filterTest(field, bounds, timeZone) : never;
}

function containing(field: Compared, text: string, timeZone: string): Test<Json | undefined> {
  const isOfPeople = hasPeople(field.type) && field.validation.options !== undefined;
  if (everydayOf(field.type)?.member && !isOfPeople)
    return hasPeople(field.type)
      ? comparison(field, 'eq', text.trim(), timeZone)
      : within(field, text, timeZone);
  const needle = fold(text);
  if (!hasOptions(field.type) && !isOfPeople)
    return value => searched(value)?.includes(needle) ?? false;
  return chosenAmong(
    field,
    optionsIn(field).filter(({ name }) => fold(name).includes(needle)),
  );
}

function filterTest(field: Compared, filter: Filter, timeZone: string): Test<Json | undefined> {
  if (typeof filter === 'string') return containing(field, filter, timeZone);
  const tests = (Object.entries(filter) as [Operator, Conditions[Operator]][]).map(([op, text]) =>
    text === undefined
      ? always
      : hasOptions(field.type) && op !== 'empty'
        ? choice(field, op, text)
        : hasPeople(field.type) && op !== 'empty'
          ? person(field, op, text, timeZone)
          : comparison(field, op, text, timeZone),
  );
  return value => tests.every(test => test(value));
}

/** The times of a row compare as fields of moments do; they hold no text and are never empty. */
const ownTimes: ReadonlySet<string> = new Set(['created_at', 'updated_at']);
const timeField = (id: string): Compared => ({ id, type: 'datetime', validation: {} });

const saysNothing = (filter: Filter): boolean =>
  filter === '' || (typeof filter === 'object' && Object.keys(filter).length === 0);

/** The test of a condition or a group; undefined where it says nothing, which counts as absent. */
function testOf(
  fields: readonly Compared[],
  item: WhereItem,
  timeZone: string,
): Test<Values> | undefined {
  if (isGroup(item)) {
    const tests = itemsOf(item).flatMap(one => testOf(fields, one, timeZone) ?? []);
    if (tests.length === 0) return undefined;
    return 'all' in item
      ? values => tests.every(test => test(values))
      : values => tests.some(test => test(values));
  }
  const { field: id, filter } = item;
  const isTime = ownTimes.has(id);
  const field = isTime ? timeField(id) : fields.find(one => one.id === id);
  if (!field || (isTime && (typeof filter === 'string' || filter.empty !== undefined)))
    return never;
  if (saysNothing(filter)) return undefined;
  const test = filterTest(field, filter, timeZone);
  return values => test(memberOf(values, id));
}

/**
 * Returns whether a row's values meet a group. A comparison that the server would refuse, as one
 * with an option that is gone, is met by no row.
 */
export const judge = (
  fields: readonly Compared[],
  where: Where,
  timeZone: string,
): ((values: Values) => boolean) => testOf(fields, where, timeZone) ?? never;
