import { useMemo, useRef } from 'react';
import { idAt, indexes } from '../model/page-index.ts';
import { unplaced } from '../model/row-view.ts';
import type { Grid } from './state.ts';

/**
 * The lines of the grid from top to bottom: this person's rows that have no place yet, then
 * everything in its place.
 */
export interface Lines {
  readonly count: number;
  /** The number of new rows without a position. */
  readonly own: number;
  readonly idAt: (line: number) => string | undefined;
  readonly lineOf: (rowId: string) => number | undefined;
}

/** Shown while nobody knows how many there are. */
const PLACEHOLDER_LINES = 12;

export function useLines({ status, places, table }: Grid): Lines {
  const placed = useMemo(() => indexes(places), [places]);
  const last = useRef<readonly string[]>([]);
  const now = unplaced(table, placed);
  // The table changes with every push; these seldom do.
  const own = now.join() === last.current.join() ? last.current : now;
  last.current = own;
  const { serverIds } = table;
  return useMemo(() => {
    const total = places.total ?? (status === 'loading' ? PLACEHOLDER_LINES : 0);
    return {
      count: own.length + total,
      own: own.length,
      idAt: line => (line < own.length ? own[line] : idAt(places, line - own.length)),
      lineOf: wanted => {
        const rowId = serverIds.get(wanted) ?? wanted;
        const first = own.indexOf(rowId);
        if (first >= 0) return first;
        const at = placed.get(rowId);
        return at === undefined ? undefined : at + own.length;
      },
    };
  }, [own, places, placed, status, serverIds]);
}
