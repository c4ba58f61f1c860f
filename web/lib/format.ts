import type { Language } from './language.ts';

const locales: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB' };

/** Formats an ISO time as `3 Kasım 2026`, in the reader's time zone. */
export const formatDate = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(iso));

// Cached, because creating one takes longer than rendering a cell.
const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  tr: new Intl.NumberFormat(locales.tr),
  en: new Intl.NumberFormat(locales.en),
};

export const formatNumber = (value: number, language: Language): string =>
  numbers[language].format(value);

const listsIn = (style: 'long' | 'narrow'): Readonly<Record<Language, Intl.ListFormat>> => ({
  tr: new Intl.ListFormat(locales.tr, { style }),
  en: new Intl.ListFormat(locales.en, { style }),
});
const sentences = listsIn('long');
const enumerations = listsIn('narrow');

/** Formats a list within a sentence: `Ayşe, Can ve Deniz`. */
export const formatList = (items: Iterable<string>, language: Language): string =>
  sentences[language].format(items);

/** Formats a list of parts: `1 open comment, 2 unread comments`. */
export const formatParts = (items: Iterable<string>, language: Language): string =>
  enumerations[language].format(items);

/** Formats a count as `1.234`, or `1.234+` if there are more. */
export const formatCount = (
  value: number,
  isAtLeast: boolean | undefined,
  language: Language,
): string => `${formatNumber(value, language)}${isAtLeast ? '+' : ''}`;

/** Masks all but the first 8 and last 4 characters; short keys completely. */
export const maskKey = (key: string): string =>
  key.length <= 12 ? '*'.repeat(8) : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
