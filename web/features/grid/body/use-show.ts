import { useEffect, useRef, useState } from 'react';
import type { Cursor } from '../cells/use-cursor.ts';
import type { Lines } from '../sync/lines.ts';
import type { Flag } from './use-flag.ts';
import type { Viewport } from './use-viewport.ts';

/** Maximum time to wait for a row, in milliseconds; afterwards it stands elsewhere. */
const TIMEOUT_MS = 4_000;
/** Time for which it waits longer while rows are on their way to the server, in milliseconds. */
const PENDING_MS = 16_000;
/** Time that settled rows have to get a place near the rows in sight, in milliseconds. */
const PLACING_MS = 1_200;

/** The rows and columns to select; the cursor goes to the first of them. */
export interface ShownRange {
  readonly rowIds: readonly string[];
  readonly left: number;
  readonly right: number;
}

/** Moves the cursor to a row, or selects rows, as soon as they are there. */
export type Show = (rowId: string, field?: string, focus?: boolean, range?: ShownRange) => void;

interface ShowTarget {
  readonly rowId: string;
  readonly field: string | undefined;
  readonly focus: boolean;
  readonly range: ShownRange | undefined;
  readonly until: number;
  /** The cursor's moves; a later one cancels the wait, since its author wants to be elsewhere. */
  readonly moves: number;
  /** The line where it was shown last. */
  readonly shownAt?: number;
  /** When nothing was pending any more. */
  readonly settledAt?: number | undefined;
}

/** Ways in which new rows get their places. */
export interface Arrival {
  /** Whether new rows stand at the top; otherwise the server knows their place. */
  readonly isFirst: boolean;
  /** Whether some of the rows are being sent, or the rows in sight are being read again. */
  readonly isPending: (rowIds: readonly string[]) => boolean;
}

/** Returns a target whose new rows may still get a place near the rows in sight; else undefined. */
function awaiting(target: ShowTarget, { isFirst, isPending }: Arrival): ShowTarget | undefined {
  const now = Date.now();
  if (!target.range || isFirst || now >= target.until + PENDING_MS) return undefined;
  if (isPending(target.range.rowIds)) return { ...target, settledAt: undefined };
  const { settledAt = now } = target;
  return now < settledAt + PLACING_MS ? { ...target, settledAt } : undefined;
}

/**
 * Moves the cursor to a row, now or as soon as it is there, brings it into sight, and raises
 * `takesFocus` if the focus should go there. A row that has no place yet is shown again when it
 * gets one.
 */
export function useShow(
  lines: Lines,
  fields: readonly { readonly id: string }[],
  cursor: Cursor,
  port: Viewport,
  takesFocus: Flag,
  arrival: Arrival,
): Show {
  const wanted = useRef<ShowTarget | null>(null);
  const [, again] = useState(0);
  const { moves } = cursor;
  const go = (top: number, bottom: number, { field, focus, range }: ShowTarget): void => {
    const at =
      Math.max(
        0,
        fields.findIndex(({ id }) => id === field),
      ) + 1;
    const [left, right] = range ? [range.left, range.right] : [at, at];
    cursor.select({ row: bottom, col: right }, { row: top, col: left });
    port.reveal(bottom);
    port.reveal(top);
    if (focus) takesFocus.raise();
  };
  useEffect(() => {
    const { current } = wanted;
    if (!current) return undefined;
    const rowIds = current.range?.rowIds ?? [current.rowId];
    const at = rowIds.flatMap(id => lines.lineOf(id) ?? []).toSorted((a, b) => a - b);
    const isThere = at.length === rowIds.length;
    const isElsewhere = current.moves !== moves.current;
    const [top = 0] = at;
    wanted.current = null;
    if (isElsewhere) return undefined;
    // New rows have no place: they stand before all others, or behind them.
    const isPlaced = isThere && top >= lines.own && top < lines.placed;
    const waits = isThere && !isPlaced && current.shownAt === undefined;
    const awaited = waits ? awaiting(current, arrival) : undefined;
    if (awaited) {
      wanted.current = awaited;
      const timer = setTimeout(() => again(now => now + 1), PLACING_MS);
      return () => clearTimeout(timer);
    }
    // Rows that stand apart are not selected together with what is between them.
    const bottom = at.at(-1) === top + at.length - 1 ? top + at.length - 1 : top;
    if (isThere && top !== current.shownAt) go(top, bottom, current);
    if (Date.now() >= current.until || isPlaced) return undefined;
    wanted.current = { ...current, moves: moves.current, ...(isThere && { shownAt: top }) };
    return undefined;
  });
  return (rowId, field, focus = false, range) => {
    const until = Date.now() + TIMEOUT_MS;
    wanted.current = { rowId, field, focus, range, until, moves: moves.current };
    again(now => now + 1);
  };
}
