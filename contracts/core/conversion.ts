import * as z from 'zod';
import { type Choice, namedChoices, nameOfChoice, slugOf } from './choices.ts';
import { secondsOf } from './duration.ts';
import { everydayOf, hasOptions, hasPeople } from './everyday.ts';
import { unfitNumberIn } from './exact.ts';
import { readIn } from './form.ts';
import { isJsonObject, type Json } from './json.ts';
import { languages, type Language } from './language.ts';
import { truthOf } from './truth.ts';
import { fold } from './turkish.ts';
import { currencyCode, type Form, MAX_NESTING, weightUnits } from './value-schemas.ts';
import { weightIn } from './weight.ts';
import { decimalSign, ruleOf } from './written-column.ts';
import { DATE_ORDERS, dateIn } from './written-dates.ts';
import { readMoney } from './written-money.ts';
import { isPlainNumber, readPlainNumber } from './written-number.ts';

/** An option as a reading keeps it. */
const KeptChoice = z.object({
  id: z.string(),
  name: z.string(),
  merged: z.array(z.string()).readonly().optional(),
});

/** Decides how texts are read where they could be read in several ways. */
export const Reading = z.strictObject({
  /** The language of written numbers. */
  language: z.enum(languages),
  /** The zone of moments without one. */
  timeZone: z.string(),
  /** The currency of amounts without one, and the unit of weights without one. */
  currency: currencyCode,
  unit: z.enum(weightUnits),
  /** The order in dates with small numbers first; absent: only ISO dates are read. */
  dates: z.enum(DATE_ORDERS).optional(),
  /** The options that values become, of a type with options. */
  choices: z.array(KeptChoice).optional(),
  /** The options that values were, whose names they become elsewhere. */
  names: z.array(KeptChoice).optional(),
});
export type Reading = z.output<typeof Reading>;

/** Maximum characters of a text that is read as a number, a moment, or another short value. */
const MAX_SHORT = 1_100;

const CLOCK = /^(\d{1,6}):([0-5]\d)(?::([0-5]\d))?$/;
const PLACE = /^(-?\d+(?:\.\d+)?),\s*(-?\d+(?:\.\d+)?)$/;
const WEIGHT = /^(.*[\d.,)])\s*(kg|g|lb|oz|t)$/i;
const DAY_AND_TIME = /^(\d{4}-\d\d-\d\d) (?=\d)/;

/** Whether a parsed value is nested too deeply, or has a member that could alter a prototype. */
const isUnsafe = (value: Json, depth = 0): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth >= MAX_NESTING ||
    Object.entries(value).some(
      ([name, member]) => name === '__proto__' || isUnsafe(member as Json, depth + 1),
    ));

function parsed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    // Behind the parser: the search for numbers is linear only in valid JSON.
    return isUnsafe(value) || unfitNumberIn(text) !== undefined ? undefined : value;
  } catch {
    return undefined;
  }
}

function weightOf(text: string, { language, unit }: Reading): Json | undefined {
  const [, written = text, named = unit] = WEIGHT.exec(text) ?? [];
  const value = readPlainNumber(written, language);
  return value === undefined ? undefined : { value, unit: named.toLowerCase() };
}

function moneyOf(text: string, { language, currency }: Reading): Json | undefined {
  const money = isPlainNumber(text) ? readMoney(text, language) : undefined;
  return money && { amount: money.amount, currency: money.code ?? currency };
}

function durationOf(text: string, { language }: Reading): Json | undefined {
  const [, hours, minutes, seconds = '0'] = CLOCK.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return secondsOf(text.toUpperCase()) ?? readPlainNumber(text, language);
}

/** Reads a short text as a value of a form; undefined if it is none. */
function fromShort(form: Form, text: string, reading: Reading): Json | undefined {
  switch (form) {
    case 'number':
    case 'integer':
      return readPlainNumber(text, reading.language);
    case 'boolean':
      return truthOf(text);
    case 'date':
    case 'moment':
    case 'time':
      return (
        (reading.dates && form !== 'time' ? dateIn(text, reading.dates) : undefined) ??
        text.replace(DAY_AND_TIME, '$1T')
      );
    case 'duration':
      return durationOf(text, reading);
    case 'currency':
      return moneyOf(text, reading);
    case 'weight':
      return weightOf(text, reading);
    case 'coordinates': {
      const [, lat, lng] = PLACE.exec(text) ?? [];
      return lat === undefined ? parsed(text) : { lat: Number(lat), lng: Number(lng) };
    }
    default:
      return parsed(text);
  }
}

const LONG: ReadonlySet<Form> = new Set<Form>([
  'object',
  'array',
  'vector',
  'matrix',
  'tensor',
  'dataset',
]);

function fromText(form: Form, value: string, reading: Reading): Json | undefined {
  const text = value.trim();
  if (text === '') return null;
  if (LONG.has(form)) return parsed(text);
  return text.length > MAX_SHORT ? undefined : fromShort(form, text, reading);
}

function fromNumber(form: Form, value: number, reading: Reading): Json | undefined {
  if (form === 'boolean') return value === 1 ? true : value === 0 ? false : undefined;
  if (form === 'currency') return { amount: value, currency: reading.currency };
  return form === 'weight' ? { value, unit: reading.unit } : undefined;
}

/** Writes a value as a text without a language: `1.5`, `true`, `100 TRY`, JSON for the rest. */
export function textOfValue(value: Json): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const { amount, currency, lat, lng } = value;
  if (typeof amount === 'number' && typeof currency === 'string') return `${amount} ${currency}`;
  const weight = weightIn(value);
  if (weight) return `${weight.amount} ${weight.unit}`;
  return typeof lat === 'number' && typeof lng === 'number' && Object.keys(value).length === 2
    ? `${lat}, ${lng}`
    : JSON.stringify(value);
}

function candidate(form: Form, value: Json, reading: Reading): Json | undefined {
  if (form === 'text') return textOfValue(value);
  if (typeof value === 'string' && value.trim() === '') return null;
  const own = everydayOf(form);
  if (own) return own.from(value, reading.choices);
  if (typeof value === 'string') return fromText(form, value, reading);
  return typeof value === 'number' ? fromNumber(form, value, reading) : undefined;
}

/**
 * Returns a value as one of a form: itself, canonical, if it is one; else converted without loss;
 * undefined if it cannot be.
 */
export function converted(form: Form, value: Json, reading: Reading): Json | undefined {
  if (value === null) return null;
  // Which texts are an option or a person is not told by their form.
  if ((hasOptions(form) || hasPeople(form)) && reading.choices)
    return candidate(form, value, reading);
  const read = readIn(form, value, reading.timeZone);
  if (read !== undefined) return read;
  const other = candidate(form, value, reading);
  return other === undefined || other === null ? other : readIn(form, other, reading.timeZone);
}

/** Whether a value is of ids of these options, or the text that one was made of and still is. */
function isOwnOf(choices: readonly Choice[], value: Json): boolean {
  if (Array.isArray(value)) return value.every(item => isOwnOf(choices, item as Json));
  if (typeof value !== 'string' || value.length > MAX_SHORT) return false;
  const [slug, text] = [slugOf(value), fold(value.trim())];
  return choices.some(
    ({ id, name, merged = [] }) =>
      id === value || merged.includes(value) || (id === slug && fold(name) === text),
  );
}

/**
 * Same for a value that a row held before its field changed, in which options are ids: elsewhere
 * they become their names. Its text may name another option by now than it did, or none, and then
 * counts what it has become since. @param present the value that the row has
 */
export function convertedHeld(
  form: Form,
  value: Json,
  reading: Reading,
  present: Json = value,
): Json | undefined {
  const { names, choices } = reading;
  if (value === null) return null;
  const written = (held: Json): readonly Json[] => {
    if (names === undefined) return [held];
    const named =
      form === 'array' && Array.isArray(held)
        ? held.map(item => (typeof item === 'string' ? nameOfChoice(names, item) : (item as Json)))
        : namedChoices(names, held);
    return hasOptions(form) ? [held, named] : [named, held];
  };
  const isChosen = hasOptions(form) && choices && !isOwnOf(choices, value);
  for (const held of (isChosen ? [present, value] : [value]).flatMap(written)) {
    const read = converted(form, held, reading);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** A reading for texts of which only counts whether they can be read. */
const ANY: Reading = { language: 'en', timeZone: 'UTC', currency: 'TRY', unit: 'kg' };

/** Collects how the numbers in a column's texts are written. */
export class LanguageOfNumbers {
  readonly #form: Form;
  readonly #found = new Set<'point' | 'comma' | 'either'>();
  #hasRead = false;

  /** @param form the form that the texts are read in */
  constructor(form: Form) {
    this.#form = form;
  }

  /** Takes a value into account if it is a text that can be read. */
  add(value: Json | undefined): void {
    if (typeof value !== 'string' || value.length > MAX_NUMBER) return;
    if (fromShort(this.#form, value.trim(), ANY) === undefined) return;
    this.#hasRead = true;
    const sign = decimalSign(value);
    if (sign !== undefined) this.#found.add(sign);
  }

  /** Whether any text was one that can be read. */
  get hasRead(): boolean {
    return this.#hasRead;
  }

  /** Returns the language in which all can be read, else `usual`. */
  language(usual: Language): Language {
    const sign = usual === 'tr' ? 'comma' : 'point';
    return (ruleOf([...this.#found], sign) ?? sign) === 'comma' ? 'tr' : 'en';
  }
}

/** Maximum characters of a text that tells how numbers are written. */
const MAX_NUMBER = 64;
