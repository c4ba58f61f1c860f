import { everydayOf } from '../../core/everyday.ts';
import type { Json } from '../../core/json.ts';
import type { Language } from '../../core/language.ts';
import { fold } from '../../core/turkish.ts';
import { dateIn } from '../../core/written-dates.ts';
import { readPlainNumber } from '../../core/written-number.ts';
import { readValue } from './canonical.ts';
import type { FieldType } from './field-types.ts';

/** Texts with more characters, or with line breaks, are long. */
const LONG = 250;
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'evet', 'hayir', 'yes', 'no']);
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const MONEY = /^-?[\d.,]+ ?(?:TRY|USD|EUR|GBP|₺|\$|€|£)$/;
const WEIGHT = /^-?[\d.,]+ ?(?:kg|g|lb|oz|t)$/;

/** A type that the form of a value suggests. */
export type Kind =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'currency'
  | 'weight'
  | 'email'
  | 'url'
  | 'array'
  | 'object'
  | 'string'
  | 'text';

const isRead = (type: 'email' | 'url', text: string): boolean =>
  everydayOf(type)?.from(text) !== undefined;

function kindOfText(text: string, language: Language): Kind {
  if (text.length > LONG || text.includes('\n')) return 'text';
  const trimmed = text.trim();
  if (WORDS.has(fold(trimmed))) return 'boolean';
  const number = readPlainNumber(trimmed, language);
  if (number !== undefined) return Number.isInteger(number) ? 'integer' : 'number';
  if (CLOCK.test(trimmed)) return 'time';
  if (MONEY.test(trimmed)) return 'currency';
  if (WEIGHT.test(trimmed)) return 'weight';
  if (trimmed.includes('@') && isRead('email', trimmed)) return 'email';
  if (/^https?:\/\//i.test(trimmed) && isRead('url', trimmed)) return 'url';
  const date = dateIn(trimmed, 'dmy') ?? dateIn(trimmed, 'mdy');
  return date === undefined ? 'string' : date.includes('T') ? 'datetime' : 'date';
}

export function kindOf(value: Json, language: Language): Kind {
  if (typeof value === 'string') return kindOfText(value, language);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  const fitting = (['currency', 'weight', 'array'] as const).find(
    type => readValue(type, value, 'UTC') !== undefined,
  );
  return fitting ?? 'object';
}

/** Returns the type that values of these kinds have together. */
export function typeOf(kinds: ReadonlySet<Kind>): FieldType {
  const only = (...allowed: Kind[]): boolean => [...kinds].every(kind => allowed.includes(kind));
  if (kinds.size === 0) return 'string';
  if (kinds.size === 1) return [...kinds][0]!;
  if (only('integer', 'number')) return 'number';
  if (only('date', 'datetime')) return 'datetime';
  if (only('integer', 'number', 'currency')) return 'currency';
  return kinds.has('text') ? 'text' : 'string';
}
