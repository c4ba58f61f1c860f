import type { Language } from '@hzm/contracts/core/language';

const written = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
const formats: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  tr: written('tr-TR'),
  en: written('en-GB'),
};

/** Formats an ISO time as `3 Kasım 2026 10:12`, in the reader's time zone. */
export const formatMoment = (iso: string, language: Language): string =>
  formats[language].format(new Date(iso));
