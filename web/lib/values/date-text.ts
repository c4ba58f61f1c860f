import { memberOf } from '@hzm/contracts/core/json';
import { languages, type Language } from '@hzm/contracts/core/language';
import { fold } from '@hzm/contracts/core/turkish';

const locales: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB' };
const both = (
  make: (language: Language) => Intl.DateTimeFormat,
): Readonly<Record<Language, Intl.DateTimeFormat>> => ({ tr: make('tr'), en: make('en') });

// English spells the month, because readers disagree on 04/05.
const monthStyle = { tr: '2-digit', en: 'short' } as const;
const days = both(
  language =>
    new Intl.DateTimeFormat(locales[language], {
      day: '2-digit',
      month: monthStyle[language],
      year: 'numeric',
      timeZone: 'UTC',
    }),
);
const moments = both(
  language =>
    new Intl.DateTimeFormat(locales[language], {
      day: '2-digit',
      month: monthStyle[language],
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);
const longDays = both(
  language =>
    new Intl.DateTimeFormat(locales[language], {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      weekday: 'long',
      timeZone: 'UTC',
    }),
);

const written = (format: Intl.DateTimeFormat, iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : format.format(at);
};

/** Formats `2026-11-03` as `03.11.2026` or `03 Nov 2026`, in any time zone. */
export const formatDay = (day: string, language: Language): string => written(days[language], day);
/** Formats an ISO time as `03.11.2026 10:00` or `03 Nov 2026, 10:00`, in the reader's time zone. */
export const formatMoment = (iso: string, language: Language): string =>
  written(moments[language], iso);
/** Formats `2026-11-03` as `3 Kasım 2026 Salı`. */
export const formatLongDay = (day: string, language: Language): string =>
  written(longDays[language], day);

const two = (n: number): string => String(n).padStart(2, '0');

/** Returns the day of a time in the reader's time zone, as `2026-11-03`. */
export const dayOf = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** Formats as `10:00`, with seconds and fractions unless they are zero. */
export function timeOf(at: Date): string {
  const [seconds, parts] = [at.getSeconds(), at.getMilliseconds()];
  const rest =
    parts > 0
      ? `:${two(seconds)}.${String(parts).padStart(3, '0')}`
      : seconds > 0
        ? `:${two(seconds)}`
        : '';
  return `${two(at.getHours())}:${two(at.getMinutes())}${rest}`;
}

/** Folded names of months in both languages, such as `ekim` and `october`. */
const months: readonly (readonly [name: string, month: number])[] = languages.flatMap(language =>
  Array.from(
    { length: 12 },
    (_, at) =>
      [
        fold(
          new Intl.DateTimeFormat(locales[language], { month: 'long', timeZone: 'UTC' }).format(
            Date.UTC(2026, at, 1),
          ),
        ),
        at + 1,
      ] as const,
  ),
);
const monthOf = (name: string): number | undefined =>
  name.length < 3 ? undefined : months.find(([known]) => known.startsWith(name))?.[1];

/** Named days, as offsets from today. */
const named: Readonly<Record<string, number>> = {
  bugun: 0,
  today: 0,
  dun: -1,
  yesterday: -1,
  yarin: 1,
  tomorrow: 1,
};

const dayFrom = (year: number, month: number, day: number): string | undefined => {
  const at = new Date(Date.UTC(2000, month - 1, day));
  at.setUTCFullYear(year);
  return month >= 1 && month <= 12 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
    ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
    : undefined;
};

/** Expands a two-digit year to within 50 years of now. */
const fullYear = (text: string, now: Date): number => {
  if (text.length > 2) return Number(text);
  const year = Math.floor(now.getFullYear() / 100) * 100 + Number(text);
  return year > now.getFullYear() + 50
    ? year - 100
    : year < now.getFullYear() - 50
      ? year + 100
      : year;
};

/**
 * Parses a day, day before month: `17.10.2026`, `17/10/26`, `17 ekim`, `Oct 17, 2026`, `bugün`,
 * `tomorrow`, `2026-10-17`; the year defaults to this one. `isMonthFirst` decides between two
 * numbers; without it either order may be valid. Undefined if invalid.
 */
export function readDay(text: string, now: Date, isMonthFirst?: boolean): string | undefined {
  const plain = fold(text.trim()).replace(/[,\s]+/g, ' ');
  const ahead = memberOf(named, plain);
  if (ahead !== undefined)
    return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead));
  const iso = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(plain);
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[-./ ](\d{1,2})(?:[-./ ](\d{4}|\d{2}))?\.?$/.exec(plain);
  if (numeric) {
    const [first, second, year] = [
      Number(numeric[1]),
      Number(numeric[2]),
      numeric[3] === undefined ? now.getFullYear() : fullYear(numeric[3], now),
    ];
    const [dayFirst, monthFirst] = [dayFrom(year, second, first), dayFrom(year, first, second)];
    return isMonthFirst === undefined
      ? (dayFirst ?? monthFirst)
      : isMonthFirst
        ? monthFirst
        : dayFirst;
  }
  const [, day = '', name = '', year] =
    /^(\d{1,2})(?:st|nd|rd|th|\.)? ?([a-z]+)\.?(?: ?(\d{4}|\d{2}))?(?: [a-z]+)?$/.exec(plain) ?? [];
  const [, name2 = '', day2 = '', year2] =
    /^([a-z]+)\.? ?(\d{1,2})(?:st|nd|rd|th|\.)?(?: (\d{4}|\d{2}))?$/.exec(plain) ?? [];
  const month = monthOf(name || name2);
  return month === undefined
    ? undefined
    : dayFrom(
        (year ?? year2) ? fullYear((year ?? year2)!, now) : now.getFullYear(),
        month,
        Number(day || day2),
      );
}

/**
 * Parses a month or year (`09.2026`, `eylül 2026`, `Sep 2026`, `2026-09`, `2026`) to `2026-09` or
 * `2026`. Undefined if invalid.
 */
export function readMonth(text: string): string | undefined {
  const plain = fold(text.trim()).replace(/[,\s]+/g, ' ');
  if (/^\d{4}$/.test(plain)) return plain;
  const [, first = '', year = ''] = /^(\d{1,2}|[a-z]+)[-./ ](\d{4})$/.exec(plain) ?? [];
  const [, year2 = '', second = ''] = /^(\d{4})[-./](\d{1,2})$/.exec(plain) ?? [];
  const name = first || second;
  const month = /^\d/.test(name) ? Number(name) : monthOf(name);
  return month === undefined || month < 1 || month > 12
    ? undefined
    : `${year || year2}-${two(month)}`;
}

/**
 * Parses a time of day (`9:30`, `09.30`, `9.30 pm`, `21`, `930`) to `09:30`, keeping seconds.
 * Undefined if invalid.
 */
export function readTime(text: string): string | undefined {
  const [, hours, minutes = '00', seconds, parts, half] =
    /^(\d{1,2})(?:[:.]?(\d{2})(?:[:.](\d{2})(?:[.,](\d{1,3}))?)?)?\s*([ap]m)?$/i.exec(
      text.trim(),
    ) ?? [];
  if (hours === undefined) return undefined;
  const hour =
    half === undefined
      ? Number(hours)
      : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (
    hour > 23 ||
    Number(minutes) > 59 ||
    Number(seconds ?? 0) > 59 ||
    (half !== undefined && (Number(hours) < 1 || Number(hours) > 12))
  )
    return undefined;
  return `${two(hour)}:${minutes}${seconds === undefined ? '' : `:${seconds}`}${parts === undefined ? '' : `.${parts.padEnd(3, '0')}`}`;
}

/** Maximum characters of a written time; longer pasted texts would stop the page. */
const MAX_LENGTH = 200;

/**
 * Parses a time in the reader's time zone to an ISO time: a day with an optional time (default
 * midnight), a time (today), `şimdi`, or ISO 8601.
 */
export function readMoment(text: string, now: Date, isMonthFirst?: boolean): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = text.trim();
  if (['simdi', 'now'].includes(fold(plain))) return now.toISOString();
  if (/^\d{4}-\d{2}-\d{2}T/.test(plain)) {
    const at = new Date(plain);
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  }
  const [, before = '', clock] =
    /^(.*?)(?:^|[\s,]+)(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?\s*(?:[ap]m)?)$/i.exec(plain) ?? [
      undefined,
      plain,
    ];
  const day =
    before === '' && clock !== undefined ? dayOf(now) : readDay(before, now, isMonthFirst);
  const time = clock === undefined ? '00:00' : readTime(clock);
  if (day === undefined || time === undefined) return undefined;
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
