import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Viewport } from '../body/use-viewport.ts';
import type { Cursor } from '../cells/use-cursor.ts';
import type { Lines } from '../sync/lines.ts';

interface Place {
  readonly top: number;
  readonly left: number;
  readonly line: number;
  readonly rowId: string | undefined;
  readonly col: number;
}

/** Scroll anchors of the browser's history entries, kept while the page lives. */
const places = new Map<string, Place>();
const MAX_PLACES = 200;

/**
 * Back and Forward come to where one was: the same rows in the window, the cursor on the same cell.
 * `counted`: the rows are known to be there.
 */
export function usePlaceInHistory(
  tableId: string,
  port: Viewport,
  lines: Lines,
  cursor: Cursor,
  counted: boolean,
): void {
  // While one goes to another table its entry is there before its rows are.
  const key = useRouterState({
    select: ({ location }) => `${location.state.__TSR_key ?? ''} ${tableId}`,
  });
  // A dialog over an entry leaves the anchor, which belongs to the entry below.
  const isOver = useRouterState({
    select: ({ location: { state } }) => state.over === true || (state.steps ?? []).length > 0,
  });
  const at = useRef<string | null>(null);
  const keep = useEffectEvent(() => {
    const scroller = port.scroller.current;
    if (!scroller || at.current === null) return;
    places.delete(at.current);
    places.set(at.current, {
      top: scroller.scrollTop,
      left: scroller.scrollLeft,
      line: cursor.at.row,
      rowId: lines.idAt(cursor.at.row),
      col: cursor.at.col,
    });
    if (places.size > MAX_PLACES) places.delete(places.keys().next().value!);
  });
  const arrive = useEffectEvent((entry: string) => {
    const known = places.get(entry);
    at.current = entry;
    const scroller = port.scroller.current;
    if (!known || !scroller) return keep();
    scroller.scrollTo({ top: known.top, left: known.left, behavior: 'instant' });
    const row = (known.rowId === undefined ? undefined : lines.lineOf(known.rowId)) ?? known.line;
    if (row < lines.count) cursor.go({ row, col: known.col });
  });
  // Behind everything that goes to the page of the address.
  useEffect(() => {
    if (counted && at.current !== key && !(isOver && at.current?.endsWith(tableId))) arrive(key);
  }, [key, counted, isOver, tableId]);
  useEffect(() => {
    keep();
  }, [cursor.at.row, cursor.at.col]);
  useEffect(() => {
    const scroller = port.scroller.current;
    const listener = (): void => keep();
    scroller?.addEventListener('scroll', listener, { passive: true });
    return () => scroller?.removeEventListener('scroll', listener);
  }, [port.scroller]);
}
