import { memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import { fold } from '@hzm/contracts/core/turkish';
import { readNumber } from '@hzm/contracts/core/written-number';
import { draftNumber } from './number-text.ts';

const units = ['D', 'H', 'M', 'S'] as const;
type Unit = (typeof units)[number];
type Parts = Readonly<Record<Unit, number>>;

/** Folded names of units. */
const names: Readonly<Record<string, Unit>> = {
  g: 'D',
  gun: 'D',
  d: 'D',
  day: 'D',
  days: 'D',
  s: 'H',
  sa: 'H',
  saat: 'H',
  h: 'H',
  hr: 'H',
  hrs: 'H',
  hour: 'H',
  hours: 'H',
  dk: 'M',
  dak: 'M',
  dakika: 'M',
  m: 'M',
  min: 'M',
  mins: 'M',
  minute: 'M',
  minutes: 'M',
  sn: 'S',
  san: 'S',
  saniye: 'S',
  sec: 'S',
  secs: 'S',
  second: 'S',
  seconds: 'S',
};
const shown: Readonly<Record<Language, Readonly<Record<Unit, string>>>> = {
  tr: { D: 'gün', H: 'sa', M: 'dk', S: 'sn' },
  en: { D: 'd', H: 'h', M: 'min', S: 's' },
};

const written = ({ D, H, M, S }: Parts): string => {
  const time = [H > 0 ? `${H}H` : '', M > 0 ? `${M}M` : '', S > 0 ? `${S}S` : ''].join('');
  return `P${D > 0 ? `${D}D` : ''}${time === '' ? (D > 0 ? '' : 'T0S') : `T${time}`}`;
};

/**
 * Parses days, hours, minutes and seconds of an ISO 8601 duration; undefined with years, months,
 * weeks, a sign or fractions.
 */
function partsOf(iso: string): Parts | undefined {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(iso);
  if (!found || iso === 'P' || iso.endsWith('T')) return undefined;
  const [D = 0, H = 0, M = 0, S = 0] = found.slice(1).map(part => Number(part ?? 0));
  return { D, H, M, S };
}

/** Spreads amounts over whole units: 1.5 hours are 1 hour and 30 minutes. */
function spread(amounts: Readonly<Partial<Record<Unit, number>>>): Parts | undefined {
  const seconds =
    (amounts.D ?? 0) * 86_400 + (amounts.H ?? 0) * 3_600 + (amounts.M ?? 0) * 60 + (amounts.S ?? 0);
  const total = Math.round(seconds);
  if (Math.abs(total - seconds) > 1e-6 || !Number.isSafeInteger(total)) return undefined;
  // Hours stay hours: 36 hours do not become days for a reader who counts hours.
  const D = amounts.D === undefined ? 0 : Math.floor(total / 86_400);
  const rest = total - D * 86_400;
  return { D, H: Math.floor(rest / 3_600), M: Math.floor(rest / 60) % 60, S: rest % 60 };
}

/** Maximum characters of a written duration; longer pasted texts would stop the page. */
const MAX_LENGTH = 200;

/**
 * Parses a duration to ISO 8601: `1:30` (hours and minutes), `1:30:15`, `90 dk`, `1,5 saat`, `1 sa
 * 30 dk`, `2h 15m`, `3 gün`. Undefined if invalid.
 */
export function readDuration(text: string, language: Language): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = fold(text.trim());
  const [, hours, minutes, seconds] = /^(\d+):([0-5]\d)(?::([0-5]\d))?$/.exec(plain) ?? [];
  if (hours !== undefined)
    return written({ D: 0, H: Number(hours), M: Number(minutes), S: Number(seconds ?? 0) });
  const amounts: Partial<Record<Unit, number>> = {};
  const rest = plain.replace(
    /(\d+(?:[.,]\d+)?)\s*([a-z]+)\.?[\s,]*(?:ve |and )?/g,
    (all, amount: string, name: string) => {
      const unit = language === 'en' && name === 's' ? 'S' : memberOf(names, name);
      const value = readNumber(amount, language);
      if (unit === undefined || value === undefined || amounts[unit] !== undefined) return all;
      amounts[unit] = value;
      return '';
    },
  );
  const parts = rest === '' && Object.keys(amounts).length > 0 ? spread(amounts) : undefined;
  return parts && written(parts);
}

/**
 * Formats a duration as `1 sa 30 dk` or `1 h 30 min`; units without a fixed length stay as they
 * are. Numbers are seconds.
 */
export function formatDuration(value: string | number, language: Language): string {
  const said =
    typeof value === 'number'
      ? Number.isInteger(value) && value >= 0
        ? { S: value }
        : undefined
      : partsOf(value);
  const parts =
    said && spread('D' in said && said.D === 0 ? { H: said.H, M: said.M, S: said.S } : said);
  if (!parts) return String(value);
  const told = units.flatMap(unit =>
    parts[unit] > 0 ? [`${parts[unit]} ${shown[language][unit]}`] : [],
  );
  return told.length > 0 ? told.join(' ') : `0 ${shown[language].S}`;
}

/** Formats as `1:30` if that is exact, else as ISO 8601 or as a number of seconds. */
export function draftDuration(value: string | number, language: Language): string {
  const parts =
    typeof value === 'number' && Number.isInteger(value) && value >= 0
      ? spread({ S: value })
      : undefined;
  if (typeof value === 'string') return draftIso(value);
  return parts ? draftIso(written(parts)) : draftNumber(value, language);
}

function draftIso(iso: string): string {
  const parts = partsOf(iso);
  if (!parts || parts.D > 0 || parts.M > 59 || parts.S > 59 || written(parts) !== iso) return iso;
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${parts.H}:${two(parts.M)}${parts.S > 0 ? `:${two(parts.S)}` : ''}`;
}
