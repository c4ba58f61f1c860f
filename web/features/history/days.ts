import type { HistoryEntry } from '@hzm/contracts/features/history/history';
import { dayOf } from '../../lib/values/date-text.ts';

/** Events of one day in the reader's time zone, newest first. */
export interface Day {
  /** As `2026-11-21`. */
  readonly date: string;
  readonly entries: readonly HistoryEntry[];
}

/** @param entries newest first */
export function byDay(entries: readonly HistoryEntry[]): readonly Day[] {
  return Object.entries(Object.groupBy(entries, ({ at }) => dayOf(new Date(at)))).map(
    ([date, ofDay]) => ({
      date,
      entries: ofDay ?? [],
    }),
  );
}
