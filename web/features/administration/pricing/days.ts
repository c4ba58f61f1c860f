import { dayOf } from '../../../lib/values/date-text.ts';

/** Returns the day of a start time in the reader's calendar; '' for none. */
export const firstDayOf = (instant: string | null): string =>
  instant === null ? '' : dayOf(new Date(instant));

/** Returns the last day before a time. */
export const lastDayOf = (instant: string | null): string =>
  instant === null ? '' : dayOf(new Date(Date.parse(instant) - 1));

const midnight = (day: string, later: number): string => {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
};

/** Returns the start of a day; the exact time `kept` if its day is unchanged. */
export const beginOf = (day: string, kept: string | null): string | null =>
  day === '' ? null : day === firstDayOf(kept) ? kept : midnight(day, 0);

/** Returns the end of a day; the exact time `kept` if its day is unchanged. */
export const endOf = (day: string, kept: string | null): string | null =>
  day === '' ? null : day === lastDayOf(kept) ? kept : midnight(day, 1);
