import { LanguageOfNumbers } from '@hzm/contracts/core/conversion';
import type { Json } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { fold } from '@hzm/contracts/core/turkish';
import { readPlainNumber } from '@hzm/contracts/core/written-number';
import type { FoundColumn } from '@hzm/contracts/features/row-files/row-import';
import { readValue } from '@hzm/contracts/features/tables/canonical';
import { formOf, type FieldType } from '@hzm/contracts/features/tables/field-types';
import { dateIn, OrderOfDates } from './written-dates.ts';

/** Texts with more characters, or with line breaks, are long. */
const LONG = 250;
const WORDS: ReadonlySet<string> = new Set(['true', 'false', 'evet', 'hayir', 'yes', 'no']);
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const MONEY = /^-?[\d.,]+ ?(?:TRY|USD|EUR|GBP|₺|\$|€|£)$/;
const WEIGHT = /^-?[\d.,]+ ?(?:kg|g|lb|oz|t)$/;

type Kind =
  | 'boolean'
  | 'integer'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'currency'
  | 'weight'
  | 'array'
  | 'object'
  | 'string'
  | 'text';

function kindOfText(text: string, language: Language): Kind {
  if (text.length > LONG || text.includes('\n')) return 'text';
  const trimmed = text.trim();
  if (WORDS.has(fold(trimmed))) return 'boolean';
  const number = readPlainNumber(trimmed, language);
  if (number !== undefined) return Number.isInteger(number) ? 'integer' : 'number';
  if (CLOCK.test(trimmed)) return 'time';
  if (MONEY.test(trimmed)) return 'currency';
  if (WEIGHT.test(trimmed)) return 'weight';
  const date = dateIn(trimmed, 'dmy') ?? dateIn(trimmed, 'mdy');
  return date === undefined ? 'string' : date.includes('T') ? 'datetime' : 'date';
}

function kindOf(value: Json, language: Language): Kind {
  if (typeof value === 'string') return kindOfText(value, language);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  const fitting = (['currency', 'weight', 'array'] as const).find(
    type => readValue(type, value, 'UTC') !== undefined,
  );
  return fitting ?? 'object';
}

/** Returns the type that values of these kinds have together. */
function typeOf(kinds: ReadonlySet<Kind>): FieldType {
  const only = (...allowed: Kind[]): boolean => [...kinds].every(kind => allowed.includes(kind));
  if (kinds.size === 0) return 'string';
  if (kinds.size === 1) return [...kinds][0]!;
  if (only('integer', 'number')) return 'number';
  if (only('date', 'datetime')) return 'datetime';
  if (only('integer', 'number', 'currency')) return 'currency';
  return kinds.has('text') ? 'text' : 'string';
}

/** Collects what the values of a column tell of its type. */
export class ColumnGuess {
  readonly #language: Language;
  readonly #kinds = new Set<Kind>();
  readonly #numbers = new LanguageOfNumbers(formOf('number'));
  readonly #dates = new OrderOfDates();
  #filled = 0;

  constructor(language: Language) {
    this.#language = language;
  }

  add(value: Json): void {
    if (value === null || value === '') return;
    this.#filled++;
    this.#kinds.add(kindOf(value, this.#language));
    this.#numbers.add(value);
    if (typeof value === 'string') this.#dates.add(value);
  }

  found(column: number, name: string): FoundColumn {
    const { order, isUnsure } = this.#dates.order(this.#language);
    const type = typeOf(this.#kinds);
    return {
      column,
      name,
      type,
      numbers: this.#numbers.language(this.#language),
      dates: order,
      isDateUnsure: isUnsure && (type === 'date' || type === 'datetime'),
      filled: this.#filled,
    };
  }
}
