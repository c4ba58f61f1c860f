import type { Language } from '@hzm/contracts/core/language';

export const locales: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB' };

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

/** Formats a count as `1.234`, or `1.234+` if there are more. */
export const formatCount = (
  value: number,
  isAtLeast: boolean | undefined,
  language: Language,
): string => `${formatNumber(value, language)}${isAtLeast ? '+' : ''}`;

/** Masks all but the first 8 and last 4 characters; short keys completely. */
export const maskKey = (key: string): string =>
  key.length <= 12 ? '*'.repeat(8) : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
