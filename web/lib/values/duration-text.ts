import { memberOf } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import type { Language } from '../language.ts';
import { draftNumber, readNumber } from './number-text.ts';

const units = ['D', 'H', 'M', 'S'] as const;
type Unit = (typeof units)[number];
type Parts = Readonly<Record<Unit, number>>;

/** What people call the units, folded. */
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
 * Days, hours, minutes and seconds of an ISO 8601 duration; undefined for one with years, months,
 * weeks, a sign or parts of a unit.
 */
function partsOf(iso: string): Parts | undefined {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(iso);
  if (!found || iso === 'P' || iso.endsWith('T')) return undefined;
  const [D = 0, H = 0, M = 0, S = 0] = found.slice(1).map(part => Number(part ?? 0));
  return { D, H, M, S };
}

/**
 * An amount of a unit in whole units and smaller ones: one and a half hours are an hour and 30
 * minutes.
 */
function spread(amounts: Readonly<Partial<Record<Unit, number>>>): Parts | undefined {
  const seconds =
    (amounts.D ?? 0) * 86_400 + (amounts.H ?? 0) * 3_600 + (amounts.M ?? 0) * 60 + (amounts.S ?? 0);
  const total = Math.round(seconds);
  if (Math.abs(total - seconds) > 1e-6 || !Number.isSafeInteger(total)) return undefined;
  // Hours stay hours: 36 of them are no day and a half where somebody counts hours.
  const D = amounts.D === undefined ? 0 : Math.floor(total / 86_400);
  const rest = total - D * 86_400;
  return { D, H: Math.floor(rest / 3_600), M: Math.floor(rest / 60) % 60, S: rest % 60 };
}

/**
 * A duration as people write it, as ISO 8601: `1:30` (hours and minutes), `1:30:15`, `90 dk`, `1,5
 * saat`, `1 sa 30 dk`, `2h 15m`, `3 gün`. undefined: none of these.
 */
export function readDuration(text: string, language: Language): string | undefined {
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
 * `1 sa 30 dk`, `1 h 30 min`; as it is where it has parts that are no fixed time. Numbers are
 * seconds.
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

/** `1:30` where that says the very same, else ISO 8601, or the number of seconds. */
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
