import type { Language } from './language.ts';

const locales: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB' };

/** `3 Kasım 2026` of an ISO time, in the reader's own time zone. */
export const formatDate = (iso: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(iso));

// To make one takes longer than to draw a cell with it.
const numbers: Readonly<Record<Language, Intl.NumberFormat>> = {
  tr: new Intl.NumberFormat(locales.tr),
  en: new Intl.NumberFormat(locales.en),
};

export const formatNumber = (value: number, language: Language): string =>
  numbers[language].format(value);

/** `1.234`, or `1.234+` where there are more. */
export const formatCount = (
  value: number,
  isAtLeast: boolean | undefined,
  language: Language,
): string => `${formatNumber(value, language)}${isAtLeast ? '+' : ''}`;

/** The first 8 characters, stars, the last 4. Too short to have a middle: stars only. */
export const maskKey = (key: string): string =>
  key.length <= 12 ? '*'.repeat(8) : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
