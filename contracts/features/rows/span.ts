import { groupSteps, type GroupStep } from './summary.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The last moment: years have four digits, and 9999 is a usual end of what does not end. */
const LAST = '9999-12-31T23:59:59.999Z';
export const SPAN_LENGTHS: Readonly<Record<GroupStep, number>> = { day: 10, month: 7, year: 4 };

/** Returns the first day of a span, or of the next one. */
function startOf(span: string, step: GroupStep, isNext: boolean): string {
  const [year = 0, month = 1, day = 1] = span.split('-').map(Number);
  const by = isNext ? 1 : 0;
  const at = new Date(0);
  at.setUTCFullYear(
    year + (step === 'year' ? by : 0),
    month - 1 + (step === 'month' ? by : 0),
    day + (step === 'day' ? by : 0),
  );
  return at.toISOString().slice(0, SPAN_LENGTHS.day);
}

/** The bounds of a span, as days in the zone of the project. */
export type SpanBounds =
  | { readonly gte: string; readonly lt: string }
  | { readonly gte: string; readonly lte: string };

/** Returns the bounds of a span: `2026`, `2026-11` or `2026-11-27`. */
export function spanBounds(span: string, step: GroupStep): SpanBounds {
  const [gte, next] = [startOf(span, step, false), startOf(span, step, true)];
  return DAY.test(next) ? { gte, lt: next } : { gte, lte: LAST };
}

/** Returns the bounds of the year, month or day that a text names; undefined if it names none. */
export function boundsIn(text: string): SpanBounds | undefined {
  const span = text.trim();
  const step = groupSteps.find(one => SPAN_LENGTHS[one] === span.length);
  if (!step || !/^\d{4}(?:-\d{2}){0,2}$/.test(span)) return undefined;
  const bounds = spanBounds(span, step);
  return bounds.gte.startsWith(span) ? bounds : undefined;
}
