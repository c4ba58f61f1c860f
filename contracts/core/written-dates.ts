import type { Language } from './language.ts';
import { ruleOf, type Evidence } from './written-column.ts';

/** The order of day, month and year in the dates of a column. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const YEAR_FIRST = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?:[ T](.+))?$/;
const YEAR_LAST = /^(\d{1,2})([-./])(\d{1,2})\2(\d{4})(?:[ T,]+(.+))?$/;
const TIME = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:\.\d+)?)?$/;
/** Maximum characters of a written moment. */
const MAX_LENGTH = 40;
const MONTHS = 12;

const two = (digits: string): string => digits.padStart(2, '0');

const withTime = (day: string, time: string | undefined): string | undefined => {
  if (time === undefined) return day;
  const [, hours, minutes, seconds = '00'] = TIME.exec(time) ?? [];
  return hours === undefined ? undefined : `${day}T${two(hours)}:${minutes!}:${seconds}`;
};

/** Reads a date, maybe with a time, as ISO 8601; undefined for other texts. */
export function dateIn(text: string, order: DateOrder): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const trimmed = text.trim();
  const [, year, , month, day, time] = YEAR_FIRST.exec(trimmed) ?? [];
  if (year !== undefined) {
    // ISO texts may have a zone.
    if (/^\d{4}-\d\d-\d\d(?:T|$)/.test(trimmed)) return trimmed;
    return withTime(`${year}-${two(month!)}-${two(day!)}`, time);
  }
  const [, first, , second, last, rest] = YEAR_LAST.exec(trimmed) ?? [];
  if (first === undefined || order === 'ymd') return undefined;
  const [ofMonth, ofDay] = order === 'mdy' ? [first, second!] : [second!, first];
  return withTime(`${last!}-${two(ofMonth)}-${two(ofDay)}`, rest);
}

/** Returns the order that a date of two small numbers and a year tells. */
function evidenceOf(text: string): Evidence<'dmy' | 'mdy'> {
  const [, first, sign, second] = YEAR_LAST.exec(text.trim()) ?? [];
  if (first === undefined || Number(first) === Number(second)) return undefined;
  if (Number(first) > MONTHS) return 'dmy';
  if (Number(second) > MONTHS) return 'mdy';
  // Points stand between day and month, never the other way round.
  return sign === '.' ? 'dmy' : 'either';
}

/** Collects the order in which the dates of a column are written. */
export class OrderOfDates {
  readonly #found = new Set<Evidence<'dmy' | 'mdy'>>();
  #isYearLast = false;

  add(text: string): void {
    if (text.length > MAX_LENGTH || !YEAR_LAST.test(text.trim())) return;
    this.#isYearLast = true;
    this.#found.add(evidenceOf(text));
  }

  /** Returns the one order in which all can be read; `isUnsure` where another one could be, too. */
  order(language: Language): { readonly order: DateOrder; readonly isUnsure: boolean } {
    if (!this.#isYearLast) return { order: 'ymd', isUnsure: false };
    const usual = language === 'tr' ? 'dmy' : 'mdy';
    const rule = ruleOf([...this.#found], usual) ?? usual;
    const isUnsure =
      this.#found.has('either') && !this.#found.has('dmy') && !this.#found.has('mdy');
    return { order: rule, isUnsure };
  }
}
