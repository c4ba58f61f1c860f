import { dayOf } from '../../../lib/values/date-text.ts';

/** The first day from a moment on, in the reader's own calendar; '' for none. */
export const firstDayOf = (instant: string | null): string =>
  instant === null ? '' : dayOf(new Date(instant));

/** The last day before a moment. */
export const lastDayOf = (instant: string | null): string =>
  instant === null ? '' : dayOf(new Date(Date.parse(instant) - 1));

const midnight = (day: string, later: number): string => {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
};

/** When a day begins; the moment that was `kept`, where the day is still its first. */
export const beginOf = (day: string, kept: string | null): string | null =>
  day === '' ? null : day === firstDayOf(kept) ? kept : midnight(day, 0);

/** When a day is over; the moment that was `kept`, where the day is still the last before it. */
export const endOf = (day: string, kept: string | null): string | null =>
  day === '' ? null : day === lastDayOf(kept) ? kept : midnight(day, 1);
