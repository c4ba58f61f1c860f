import { isolated } from '@hzm/contracts/core/isolated';
import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import type { Bilingual, Text } from '@hzm/contracts/core/problem';
import typesEn from '@hzm/contracts/field-types.en.json' with { type: 'json' };
import typesTr from '@hzm/contracts/field-types.tr.json' with { type: 'json' };
import en from '@hzm/contracts/problems.en.json' with { type: 'json' };
import tr from '@hzm/contracts/problems.tr.json' with { type: 'json' };

const texts: Record<Language, Readonly<Record<string, string>>> = { tr, en };

/** The names of types of fields, as the screens show them. */
const typeNames: Record<Language, Readonly<Record<string, string>>> = { tr: typesTr, en: typesEn };

/** The locales in which numbers and moments are written. */
export const locales = { tr: 'tr-TR', en: 'en-GB' } as const;

/** A place of a value, `{count}`, or of the words that go with a number, `{count, row|rows}`. */
const PLACE = /\{(\w+)(?:, ([^|{}]+)\|([^|{}]+))?\}/g;

const formats = (language: Language) => ({
  number: new Intl.NumberFormat(locales[language], { maximumFractionDigits: 20 }),
  plural: new Intl.PluralRules(locales[language]),
});
const known = { tr: formats('tr'), en: formats('en') };

/** Formats a number with all of its digits. */
export const numberText = (language: Language, value: number): string =>
  known[language].number.format(value);

const days = {
  tr: new Intl.DateTimeFormat(locales.tr, { dateStyle: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat(locales.en, { dateStyle: 'long', timeZone: 'UTC' }),
};

/** Writes a day, `2026-11-03`, in words. */
export function dayText(day: string): Bilingual {
  const at = Date.parse(day);
  return { tr: days.tr.format(at), en: days.en.format(at) };
}

/** Fills the places of a text. Numbers are written as the language does, names stand apart. */
export const fill = (
  language: Language,
  text: string,
  valueOf: (name: string) => string | number | undefined,
): string =>
  text.replace(PLACE, (whole, name: string, one?: string, other?: string) => {
    const value = valueOf(name) ?? whole;
    if (one !== undefined)
      return known[language].plural.select(Number(value)) === 'one' ? one : other!;
    return typeof value === 'number' ? numberText(language, value) : isolated(value);
  });

/** Returns a text for a person; a key without a text is returned as it is. */
export const say = (language: Language, { key, values = {} }: Text): string =>
  fill(language, memberOf(texts[language], key) ?? key, name => {
    const value = memberOf(values, name);
    if (typeof value === 'object') return value[language];
    return name === 'type' && typeof value === 'string'
      ? (memberOf(typeNames[language], value) ?? value)
      : value;
  });

export const isText = (key: string): boolean => Object.hasOwn(tr, key);
