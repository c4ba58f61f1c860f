import { clockOf } from './zone.ts';

/**
 * An ISO 8601 timestamp. The canonical form is UTC with milliseconds, so that text order is time
 * order.
 */

const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[Tt](\d{2}:\d{2}(?::\d{2}(?:\.(\d+))?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;
const MILLISECONDS = 3;
const CANONICAL_LENGTH = 24;
const DAY_LENGTH = 10;
const SHOWN_LENGTH = '2026-11-03T10:00:00'.length;

/** The first and last moments whose year, in any zone, has one to four digits. */
const FIRST = Date.parse('0001-01-03T00:00Z');
const LAST = Date.parse('9999-12-29T00:00Z');

/**
 * Returns the milliseconds by which a zone is ahead of UTC at a moment, or at the nearest one whose
 * year is written with four digits at most.
 */
function offsetAt(at: number, timeZone: string): number {
  const whole = Math.floor(Math.min(Math.max(at, FIRST), LAST) / 1000) * 1000;
  // Years before 1000 are written without zeros.
  const shown = clockOf(timeZone).format(whole).replace(' ', 'T').padStart(SHOWN_LENGTH, '0');
  return Date.parse(`${shown}Z`) - whole;
}

/**
 * Returns the moment at which the clock of a zone shows a time; a time that the clock skips moves
 * later by the skipped span.
 */
function momentAt(local: number, timeZone: string): number {
  const first = local - offsetAt(local, timeZone);
  const offset = offsetAt(first, timeZone);
  return offsetAt(local - offset, timeZone) === offset ? local - offset : first;
}

/** Returns the day of a moment in a zone, such as `2026-11-03`. */
export const dayIn = (at: Date, timeZone: string): string =>
  clockOf(timeZone).format(at).slice(0, DAY_LENGTH);

const canonical = (at: number): string | undefined => {
  const text = Number.isNaN(at) ? '' : new Date(at).toISOString();
  return text.length === CANONICAL_LENGTH ? text : undefined;
};

/**
 * Returns the canonical form of an ISO 8601 moment; undefined for other texts and for fractions of
 * a millisecond.
 * @param timeZone the zone of texts without one, in which a date alone is its first moment; if
 * undefined, such texts are rejected
 */
export function momentOf(text: string, timeZone?: string): string | undefined {
  const [whole, time, fraction = '', zone] = ISO.exec(text) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(MILLISECONDS))) return undefined;
  if (zone !== undefined) return canonical(Date.parse(text.toUpperCase()));
  if (timeZone === undefined) return undefined;
  const local = Date.parse(time === undefined ? `${text}T00:00Z` : `${text.toUpperCase()}Z`);
  return Number.isNaN(local) ? undefined : canonical(momentAt(local, timeZone));
}
