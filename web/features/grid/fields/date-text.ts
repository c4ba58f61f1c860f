import type { Language } from '../../../lib/language.ts';

const locales: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB' };
const make = (options: Intl.DateTimeFormatOptions): Readonly<Record<Language, Intl.DateTimeFormat>> =>
  ({ tr: new Intl.DateTimeFormat(locales.tr, options), en: new Intl.DateTimeFormat(locales.en, options) });

const days = make({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
const moments = make({ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' });

const written = (format: Intl.DateTimeFormat, iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : format.format(at);
};

/** `03.11.2026` of `2026-11-03`, whatever the time zone. */
export const formatDay = (day: string, language: Language): string => written(days[language], day);
/** `03.11.2026 10:00` of an ISO time, in the reader's own time zone. */
export const formatMoment = (iso: string, language: Language): string => written(moments[language], iso);
