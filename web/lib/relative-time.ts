import type { Language } from '@hzm/contracts/core/language';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Minimum age for each unit, in milliseconds, largest first. A month is 30 days, a year 365. */
const units = [
  [365 * DAY, 'year'],
  [30 * DAY, 'month'],
  [7 * DAY, 'week'],
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const;

const make = (language: Language, numeric: 'always' | 'auto'): Intl.RelativeTimeFormat =>
  new Intl.RelativeTimeFormat(language, { numeric });
const counted: Readonly<Record<Language, Intl.RelativeTimeFormat>> = {
  tr: make('tr', 'always'),
  en: make('en', 'always'),
};
const named: Readonly<Record<Language, Intl.RelativeTimeFormat>> = {
  tr: make('tr', 'auto'),
  en: make('en', 'auto'),
};

/**
 * Formats the age of an ISO time in whole units: `şimdi`, `5 dakika önce`, `2 weeks ago`. A time in
 * the future, by a clock that is behind, is `now`.
 */
export function relativeTime(iso: string, now: Date, language: Language): string {
  const ago = now.getTime() - Date.parse(iso);
  const [length, unit] = units.find(([least]) => ago >= least) ?? [0, 'second'];
  return length === 0
    ? named[language].format(0, 'second')
    : counted[language].format(-Math.floor(ago / length), unit);
}

/** Returns the ISO time at which `relativeTime` of an ISO time changes. */
export function nextRelativeTime(iso: string, now: Date): string {
  const at = Date.parse(iso);
  const ago = now.getTime() - at;
  const length = units.find(([least]) => ago >= least)?.[0] ?? MINUTE;
  const next = Math.max(1, Math.floor(ago / length) + 1) * length;
  // The next unit may begin before this one is whole: a month after four weeks.
  const sooner = units.map(([least]) => least).filter(least => least > ago && least < next);
  return new Date(at + Math.min(next, ...sooner)).toISOString();
}
