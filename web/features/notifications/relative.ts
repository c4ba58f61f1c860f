import type { Language } from '../../lib/language.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const make = (language: Language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const formats: Readonly<Record<Language, Intl.RelativeTimeFormat>> = { tr: make('tr'), en: make('en') };

/** How long ago something was, within a day; '' before that, where the day says it. @param now in milliseconds */
export function relativeText(iso: string, now: number, language: Language): string {
  const ago = Math.max(0, now - Date.parse(iso));
  if (ago < MINUTE_MS) return formats[language].format(0, 'second');
  if (ago < HOUR_MS) return formats[language].format(-Math.floor(ago / MINUTE_MS), 'minute');
  return ago < 24 * HOUR_MS ? formats[language].format(-Math.floor(ago / HOUR_MS), 'hour') : '';
}
