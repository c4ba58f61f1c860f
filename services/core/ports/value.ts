import { isJsonObject, type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import { inGrams, weightIn } from '@hzm/contracts/core/weight';

/**
 * A comparable form of a value: null, a number, or a text that starts with a sign of its kind. Null
 * < numbers < texts in code unit order is the order of the port. Texts hold nothing above the BMP,
 * so that UTF-16 and UTF-8 agree.
 */
export type Key = null | number | string;

/**
 * The first signs of keys. `TEXT <= key < TEXT_END` are the texts; booleans follow, then arrays and
 * objects, then amounts.
 */
export const TEXT = '2';
export const TEXT_END = '3';
const FALSE = '3f';
const TRUE = '3t';
export const STRUCTURE = '4';
const AMOUNT = '5';
/** Separates a currency from its amount; `AMOUNT_END` sorts after all amounts of a currency. */
const AMOUNT_FROM = '\u0001';
const AMOUNT_END = '\u0002';

const isCurrency = (value: JsonObject): value is JsonObject & { readonly amount: number } =>
  typeof memberOf(value, 'amount') === 'number';

// -0 becomes 0; a number that JSON cannot express (a sum may overflow) becomes null, as in JSON.
const numberKey = (value: number): number | null => (Number.isFinite(value) ? value + 0 : null);

const bits = new DataView(new ArrayBuffer(8));
const hex = (word: number): string => word.toString(16).padStart(8, '0');

/**
 * Encodes a number as sixteen hexadecimal digits that sort numerically: the bits of a double,
 * inverted if negative.
 */
export function numberText(value: number): string {
  bits.setFloat64(0, value);
  const high = bits.getUint32(0);
  const low = bits.getUint32(4);
  return high >>> 31
    ? hex(~high >>> 0) + hex(~low >>> 0)
    : hex((high | 0x80000000) >>> 0) + hex(low);
}

const currencyKey = (currency: Json | undefined): string =>
  AMOUNT + (typeof currency === 'string' ? sortKey(currency) : '');

/** Returns the key of an amount: its currency, then its size. */
export const amountKey = (amount: number, currency: Json | undefined): string =>
  currencyKey(currency) + AMOUNT_FROM + numberText(amount + 0);

/** Returns keys before and after all amounts of a currency. */
export const amountBounds = (currency: string): readonly [string, string] => [
  currencyKey(currency) + AMOUNT_FROM,
  currencyKey(currency) + AMOUNT_END,
];

/** Returns the key of an amount or a weight; undefined for other objects. */
function sizeKey(value: JsonObject): Key | undefined {
  if (isCurrency(value))
    return Number.isFinite(value.amount)
      ? amountKey(value.amount, memberOf(value, 'currency'))
      : null;
  const weight = weightIn(value);
  return weight && numberKey(inGrams(weight.amount, weight.unit));
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
  const size = isJsonObject(value) ? sizeKey(value) : undefined;
  return size === undefined ? STRUCTURE + structure(value) : size;
}

/** Returns the key for sorting and ranges. */
export const orderKey = (value: Json | undefined): Key =>
  keyOf(value, sortKey, structure => sortKey(JSON.stringify(structure)));

/**
 * Returns the key for equality: values are equal if their keys are. Arrays and objects equal no
 * operand.
 */
export const equalKey = (value: Json | undefined): Key => keyOf(value, fold, () => '');

/** A separator between texts that are searched separately. */
export const APART = '\u0001';

/**
 * Returns the folded text that `contains` searches, and for texts the equality form, too; null if
 * there is none.
 */
export function textKey(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return fold(value);
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : null;
  if (typeof value === 'boolean') return String(value);
  if (!isJsonObject(value)) return value.map(item => textKey(item) ?? '').join(APART);
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

/** Formats coordinates as maps do: `41.01, 28.97`. */
const placeText = ({ lat, lng, ...more }: JsonObject): string | undefined =>
  typeof lat === 'number' && typeof lng === 'number' && Object.keys(more).length === 0
    ? `${lat}, ${lng}`
    : undefined;

const sizeText = (size: number, unit: Json | undefined): string =>
  fold(typeof unit === 'string' ? `${JSON.stringify(size)} ${unit}` : JSON.stringify(size));

/** Keys from `low` to `high`, both included. */
export interface KeySection {
  readonly low: string;
  readonly high: string;
}

/** Sorts after every letter of a key that has only signs, digits and letters of ASCII. */
const BEHIND_ASCII = '\u00ff';

/** Returns the keys of each text, or of the lists that begin with it, in the order of the texts. */
export const sectionsOf = ({
  texts,
  areLists,
}: {
  readonly texts: readonly string[];
  readonly areLists: boolean;
}): readonly KeySection[] =>
  texts.map(text => {
    if (!areLists) return { low: TEXT + sortKey(text), high: TEXT + sortKey(text) };
    const low = STRUCTURE + sortKey(JSON.stringify([text]).slice(0, -1));
    return { low, high: low + BEHIND_ASCII };
  });

/** Returns the place of a key among sections: -1 for null, their number for keys in none. */
export function sectionAt(sections: readonly KeySection[], key: Key): number {
  if (key === null) return -1;
  if (typeof key === 'number') return sections.length;
  const at = sections.findIndex(({ low, high }) => low <= key && key <= high);
  return at < 0 ? sections.length : at;
}

/** Compares keys; negative if `a` sorts first. */
export function compareKeys(a: Key, b: Key): number {
  if (a === b) return 0;
  const byKind = kind(a) - kind(b);
  if (byKind !== 0) return byKind;
  return a! < b! ? -1 : 1;
}

const kind = (key: Key): number => (key === null ? 0 : typeof key === 'number' ? 1 : 2);
