import type { HistoryEntry } from '@hzm/contracts/features/history/history';

/** Events of one day in the reader's time zone, newest first. */
export interface Day {
  /** As `2026-11-21`. */
  readonly date: string;
  readonly entries: readonly HistoryEntry[];
}

const two = (n: number): string => String(n).padStart(2, '0');

/** Returns the day of an ISO time in the reader's time zone. */
export const dayOf = (iso: string): string => {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

/** @param entries newest first */
export function byDay(entries: readonly HistoryEntry[]): readonly Day[] {
  return Object.entries(Object.groupBy(entries, ({ at }) => dayOf(at))).map(([date, ofDay]) => ({
    date,
    entries: ofDay ?? [],
  }));
}
