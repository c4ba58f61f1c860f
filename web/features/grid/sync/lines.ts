import { useMemo, useRef } from 'react';
import { idAt, indexes } from '../model/page-index.ts';
import { unplaced } from '../model/row-view.ts';
import type { Grid } from './state.ts';

/**
 * The lines of the grid from top to bottom: this person's rows that have no place yet, then
 * everything in its place. With the oldest first, new rows follow instead, and empty lines that
 * become rows when something is written into them.
 */
export interface Lines {
  readonly count: number;
  /** The number of lines that are rows; the others are empty. */
  readonly filled: number;
  /** The number of new rows above those that have a place. */
  readonly own: number;
  /** The line behind the last row that has a place. */
  readonly placed: number;
  readonly idAt: (line: number) => string | undefined;
  readonly lineOf: (rowId: string) => number | undefined;
}

/** Empty lines that a table without rows begins with; a longer one ends with a single one. */
const EMPTY_LINES = 5;
const EMPTY = 'empty:';

/** The id of an empty line, which counts from the end of the rows. */
export const emptyId = ({ filled }: Pick<Lines, 'filled'>, line: number): string =>
  `${EMPTY}${line - filled}`;
export const isEmptyId = (rowId: string): boolean => rowId.startsWith(EMPTY);

/** Shown while nobody knows how many there are. */
const PLACEHOLDER_LINES = 12;

/**
 * @param isOldestFirst whether rows stand in the order in which they were made
 * @param hasEmpty whether empty lines follow
 */
export function useLines(
  { status, places, table }: Grid,
  isOldestFirst = false,
  hasEmpty = false,
): Lines {
  const placed = useMemo(() => indexes(places), [places]);
  const last = useRef<readonly string[]>([]);
  const latest = unplaced(table, placed);
  const now = isOldestFirst ? latest.toReversed() : latest;
  // The table changes with every push; these seldom do.
  const own = now.join() === last.current.join() ? last.current : now;
  last.current = own;
  const { serverIds } = table;
  return useMemo(() => {
    const total = places.total ?? (status === 'loading' ? PLACEHOLDER_LINES : 0);
    const filled = own.length + total;
    const above = isOldestFirst ? 0 : own.length;
    const ownFrom = isOldestFirst ? total : 0;
    const empty = hasEmpty && places.total !== null ? Math.max(1, EMPTY_LINES - filled) : 0;
    return {
      count: filled + empty,
      filled,
      own: above,
      placed: above + total,
      idAt: line =>
        line >= ownFrom && line < ownFrom + own.length
          ? own[line - ownFrom]
          : line < filled
            ? idAt(places, line - above)
            : undefined,
      lineOf: wanted => {
        if (isEmptyId(wanted)) return filled + Number(wanted.slice(EMPTY.length));
        const rowId = serverIds.get(wanted) ?? wanted;
        const first = own.indexOf(rowId);
        if (first >= 0) return ownFrom + first;
        const at = placed.get(rowId);
        return at === undefined ? undefined : at + above;
      },
    };
  }, [own, places, placed, status, serverIds, isOldestFirst, hasEmpty]);
}
