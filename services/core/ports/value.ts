import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { momentOf } from '@hzm/contracts/core/moment';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import { inGrams, weightIn } from '@hzm/contracts/core/weight';
import { isObject } from './path.ts';

/**
 * A value as something every store can compare: nothing is null, numbers are themselves, all else
 * is a text whose first sign
 * is its kind. Null < numbers < texts in code unit order is then the order of the port. No text
 * holds anything above the BMP,
 * so UTF-16 and UTF-8 agree.
 */
export type Key = null | number | string;

/**
 * The first signs of keys. `TEXT <= key < TEXT_END` are the texts; booleans follow, then arrays and
 * objects.
 */
export const TEXT = '2';
export const TEXT_END = '3';
const FALSE = '3f';
const TRUE = '3t';
export const STRUCTURE = '4';

const isCurrency = (value: JsonObject): value is JsonObject & { readonly amount: number } =>
  typeof memberOf(value, 'amount') === 'number';

// -0 becomes 0; what JSON cannot write (it comes from adding up) becomes nothing, as in JSON.
const numberKey = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);

/** What an object that has a size is compared by: an amount, or grams; undefined for others. */
function sizeOf(value: JsonObject): number | undefined {
  if (isCurrency(value)) return value.amount;
  const weight = weightIn(value);
  return weight && inGrams(weight.amount, weight.unit);
}

function keyOf(
  value: Json | undefined,
  text: (text: string) => string,
  structure: (value: Json) => string,
): Key {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return numberKey(value);
  if (typeof value === 'string') return TEXT + text(value);
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  const size = isObject(value) ? sizeOf(value) : undefined;
  return size !== undefined ? numberKey(size) : STRUCTURE + structure(value);
}

/** A text as it is compared: a moment with a zone by its instant. */
const comparable = (text: string): string => momentOf(text) ?? text;

/** What a value is sorted and ranged by. */
export const orderKey = (value: Json | undefined): Key =>
  keyOf(
    value,
    text => sortKey(comparable(text)),
    structure => sortKey(JSON.stringify(structure)),
  );

/**
 * What a value is equal by: two values are equal when these are the same. Arrays and objects equal
 * no operand.
 */
export const equalKey = (value: Json | undefined): Key =>
  keyOf(
    value,
    text => fold(comparable(text)),
    () => '',
  );

/** Stands between texts that are searched apart. */
const APART = '\u0001';

/**
 * The folded text that `contains` looks in, of texts also what they are equal by; null when there
 * is none.
 */
export function textKey(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return fold(comparable(value));
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : null;
  if (typeof value === 'boolean') return String(value);
  if (!isObject(value)) return value.map(item => textKey(item) ?? '').join(APART);
  if (isCurrency(value))
    return Number.isFinite(value.amount)
      ? sizeText(value.amount, memberOf(value, 'currency'))
      : null;
  const weight = weightIn(value);
  if (weight) return sizeText(weight.amount, weight.unit);
  const place = placeText(value);
  if (place !== undefined) return place;
  return Object.entries(value)
    .flatMap(([name, member]) => [fold(name), textKey(member) ?? ''])
    .join(APART);
}

/** A place as maps write it: `41.01, 28.97`. */
const placeText = ({ lat, lng, ...more }: JsonObject): string | undefined =>
  typeof lat === 'number' && typeof lng === 'number' && Object.keys(more).length === 0
    ? `${lat}, ${lng}`
    : undefined;

const sizeText = (size: number, unit: Json | undefined): string =>
  fold(typeof unit === 'string' ? `${JSON.stringify(size)} ${unit}` : JSON.stringify(size));

/** Negative when `a` comes first. */
export function compareKeys(a: Key, b: Key): number {
  if (a === b) return 0;
  const byKind = kind(a) - kind(b);
  if (byKind !== 0) return byKind;
  return a! < b! ? -1 : 1;
}

const kind = (key: Key): number => (key === null ? 0 : typeof key === 'number' ? 1 : 2);
