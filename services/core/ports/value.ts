import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import { isObject } from './path.ts';

/**
 * A value as something every store can compare: nothing is null, numbers are themselves, all else is a text whose first sign
 * is its kind. Null < numbers < texts in code unit order is then the order of the port. No text holds anything above the BMP,
 * so UTF-16 and UTF-8 agree.
 */
export type Key = null | number | string;

/** The first signs of keys. `TEXT <= key < TEXT_END` are the texts; booleans follow, then arrays and objects. */
export const TEXT = '2';
export const TEXT_END = '3';
const FALSE = '3f';
const TRUE = '3t';
export const STRUCTURE = '4';

const isCurrency = (value: JsonObject): value is JsonObject & { readonly amount: number } => typeof memberOf(value, 'amount') === 'number';

// -0 becomes 0; what JSON cannot write (it comes from adding up) becomes nothing, as in JSON.
const numberKey = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);

function keyOf(value: Json | undefined, text: (text: string) => string, structure: (value: Json) => string): Key {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return numberKey(value);
  if (typeof value === 'string') return TEXT + text(value);
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  if (isObject(value) && isCurrency(value)) return numberKey(value.amount);
  return STRUCTURE + structure(value);
}

/** What a value is sorted and ranged by. */
export const orderKey = (value: Json | undefined): Key => keyOf(value, sortKey, structure => sortKey(JSON.stringify(structure)));

/** What a value is equal by: two values are equal when these are the same. Arrays and objects equal no operand. */
export const equalKey = (value: Json | undefined): Key => keyOf(value, fold, () => '');

/** The folded text that `contains` looks in; null when there is none. */
export function textKey(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return fold(value);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : null;
  if (typeof value === 'boolean') return String(value);
  if (isObject(value) && isCurrency(value)) return Number.isFinite(value.amount) ? currencyText(value.amount, memberOf(value, 'currency')) : null;
  return fold(JSON.stringify(value));
}

const currencyText = (amount: number, currency: Json | undefined): string =>
  fold(typeof currency === 'string' ? `${JSON.stringify(amount)} ${currency}` : JSON.stringify(amount));

/** Negative when `a` comes first. */
export function compareKeys(a: Key, b: Key): number {
  if (a === b) return 0;
  const byKind = kind(a) - kind(b);
  if (byKind !== 0) return byKind;
  return a! < b! ? -1 : 1;
}

const kind = (key: Key): number => (key === null ? 0 : typeof key === 'number' ? 1 : 2);
