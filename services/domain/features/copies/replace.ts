import { type Json, type JsonObject, sameJson } from '@hzm/contracts/core/json';
import { nfd } from '@hzm/contracts/core/normal';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { drawing, type Draw } from '@hzm/services/core/files/draw';
import { kindOf, type PersonalKind } from './personal.ts';

const FIRST = [
  'Ayşe',
  'Mehmet',
  'Zeynep',
  'Can',
  'Elif',
  'Murat',
  'Deniz',
  'Emre',
  'Fatma',
  'Kerem',
  'Selin',
  'Ozan',
  'Emma',
  'Oliver',
  'Grace',
  'Henry',
  'Alice',
  'Thomas',
  'Lucy',
  'James',
];
const LAST = [
  'Yılmaz',
  'Kaya',
  'Demir',
  'Çelik',
  'Şahin',
  'Yıldız',
  'Aydın',
  'Öztürk',
  'Arslan',
  'Doğan',
  'Koç',
  'Kurt',
  'Smith',
  'Brown',
  'Taylor',
  'Wilson',
  'Walker',
  'Green',
  'Baker',
  'Clark',
];
const LOWER = 'abcdefghijklmnoprstuvyz';
const DAY_MS = 86_400_000;
const MAX_DATE_SHIFT_DAYS = 180;
/** Attempts with plausible values, then with values close to the original. */
const PLAUSIBLE_ROUNDS = 8;
const CLOSE_ROUNDS = 8;
/** Length of JSON from which fewer attempts are made, and their number. */
const LONG_VALUE_LENGTH = 20_000;
const LONG_VALUE_ROUNDS = 2;

const one = <T>(draw: Draw, of: readonly T[]): T => of[draw(of.length)]!;
const ascii = (name: string): string =>
  nfd(name.toLowerCase().replaceAll('ı', 'i')).replace(/[^a-z]/g, '');

const digits = (text: string, draw: Draw): string => text.replace(/\d/g, () => String(draw(10)));
const letter = (draw: Draw): string => LOWER[draw(LOWER.length)]!;
/** Replaces letters by letters and digits by digits, keeping other characters. */
const shaped = (text: string, draw: Draw): string =>
  text.replace(/\p{L}|\d/gu, sign =>
    /\d/.test(sign)
      ? String(draw(10))
      : sign === sign.toLowerCase()
        ? letter(draw)
        : letter(draw).toUpperCase(),
  );
/** Replaces a text; one without letters and digits loses its signs, too. */
const replacedText = (text: string, draw: Draw): string =>
  /[\p{L}\d]/u.test(text) ? shaped(text, draw) : text.replace(/\S/gu, () => letter(draw));

const email = (draw: Draw): string =>
  `${ascii(one(draw, FIRST))}.${ascii(one(draw, LAST))}${100 + draw(900)}@example.com`;
/** Returns a name with the same number of words. */
function name(text: string, kind: PersonalKind, draw: Draw): string {
  const count = Math.min(text.trim().split(/\s+/u).length, 4);
  const last = kind === 'last-name' || (kind === 'name' && count > 1) ? 1 : 0;
  const parts = Array.from({ length: count }, (_, i) =>
    one(draw, i >= count - last || kind === 'last-name' ? LAST : FIRST),
  );
  return parts.join(' ');
}

const DATE = /^(\d{4}-\d{2}-\d{2})(?=$|T)/;
function date(text: string, draw: Draw): string {
  const days = (1 + draw(MAX_DATE_SHIFT_DAYS)) * (draw(2) === 0 ? 1 : -1);
  const moved = new Date(
    Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + days * DAY_MS,
  ).toISOString();
  return moved.slice(0, 10) + text.slice(10);
}
const isDate = (text: string): boolean =>
  DATE.test(text) &&
  !Number.isNaN(Date.parse(`${text.slice(0, 10)}T00:00:00Z`)) &&
  Number(text.slice(0, 4)) > 0 &&
  Number(text.slice(0, 4)) < 9999;
const two = (value: number): string => String(value).padStart(2, '0');

const TIME = /^\d{2}:\d{2}/;
/** Maximum characters of an e-mail address; the pattern is slow at more. */
const MAX_EMAIL = 320;
const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isPhone = (text: string): boolean => /^\+?[\d ()./-]{7,20}$/.test(text);

function text(value: string, field: Replaced, draw: Draw, isClose: boolean): string {
  if (isDate(value)) return date(value, draw);
  if (field.type === 'time' || (field.type === 'date' && TIME.test(value)))
    return value.replace(TIME, () => `${two(draw(24))}:${two(draw(60))}`);
  if (field.type === 'duration') return digits(value, draw);
  const kind = kindOf(field.name);
  if (isClose) return replacedText(value, draw);
  if (isEmail(value) || kind === 'email') return email(draw);
  if ((kind === 'phone' || isPhone(value)) && /\d/.test(value)) return digits(value, draw);
  if (kind === 'name' || kind === 'first-name' || kind === 'last-name')
    return name(value, kind, draw);
  return replacedText(value, draw);
}

const placesOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;

/**
 * Returns a number with the same digits on both sides of the point; a close one differs by less
 * than a tenth.
 */
function number(value: number, draw: Draw, isClose: boolean): number {
  const places = placesOf(value);
  if (isClose)
    return Number(
      (
        value * (0.9 + draw(201) / 1000) +
        (Math.abs(value) < 10 && places === 0 ? draw(3) - 1 : 0)
      ).toFixed(places),
    );
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(String(value)) ?? [];
  const first = whole === '0' && rest !== '' ? '0' : String(1 + draw(9));
  return Number(
    sign +
      first +
      digits(whole.slice(1), draw) +
      rest.replace(/^\.\d+/, part => digits(part, draw)),
  );
}

/** Maximum degrees of coordinates. */
const DEGREES: ReadonlyMap<string, number> = new Map([
  ['lat', 90],
  ['lng', 180],
]);
function degrees(member: string, value: number, draw: Draw, isClose: boolean): number {
  const found = number(value, draw, isClose);
  const most = DEGREES.get(member) ?? Infinity;
  return Math.abs(found) <= most ? found : Number((found % most).toFixed(placesOf(found)));
}

/** Members without a measure: a currency stays the same. */
const KEPT = new Set(['currency', 'symbol', 'unit']);

function replaced(value: Json, field: Replaced, draw: Draw, isClose: boolean): Json {
  if (typeof value === 'string') return value === '' ? '' : text(value, field, draw, isClose);
  if (typeof value === 'number') return number(value, draw, isClose);
  if (typeof value === 'boolean') return draw(2) === 0;
  if (Array.isArray(value)) return value.map(item => replaced(item, field, draw, isClose));
  if (value === null) return null;
  const isMeasure = field.type === 'currency' || field.type === 'weight';
  const member = (key: string, item: Json): Json => {
    if (isMeasure && KEPT.has(key)) return item;
    if (field.type === 'coordinates' && typeof item === 'number')
      return degrees(key, item, draw, isClose);
    return replaced(item, field, draw, isClose);
  };
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [key, member(key, item ?? null)]),
  );
}

/** The field whose values are replaced. */
export interface Replaced {
  readonly name: string;
  readonly type: FieldType;
}

/**
 * Replaces a value by a plausible one, deterministic by value and key and never the value itself:
 * other names and addresses, other digits, dates moved by up to 180 days, other letters.
 * @param fits whether the field accepts it
 * @returns undefined if none was found, as for a boolean, whose only other value would reveal it
 */
export function replacement(
  key: Uint8Array,
  field: Replaced,
  value: Json,
  fits: (candidate: Json) => boolean,
): Json | undefined {
  if (typeof value === 'boolean') return undefined;
  const original = JSON.stringify(value);
  const rounds =
    original.length > LONG_VALUE_LENGTH ? LONG_VALUE_ROUNDS : PLAUSIBLE_ROUNDS + CLOSE_ROUNDS;
  for (let round = 0; round < rounds; round++) {
    const candidate = replaced(
      value,
      field,
      drawing(key, `${round}\n${original}`),
      round >= PLAUSIBLE_ROUNDS,
    );
    if (!sameJson(candidate, value) && fits(candidate)) return candidate;
  }
  return undefined;
}
