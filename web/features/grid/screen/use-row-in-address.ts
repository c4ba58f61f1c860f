import { useEffect, useEffectEvent } from 'react';
import type { Show } from '../body/use-show.ts';
import type { Viewport } from '../body/use-viewport.ts';
import type { Cursor } from '../cells/use-cursor.ts';
import type { LinesProps } from '../grid-context.ts';
import { inJson, readPlace } from '../sync/rows-api.ts';

interface GridParts {
  readonly port: Pick<Viewport, 'reveal'>;
  readonly cursor: Cursor;
  readonly show: Show;
}

/**
 * Brings the row of the address into sight, also one whose page is not loaded. A row that the view
 * does not show leaves the grid where it is. `counted`: the rows are known to be there.
 */
export function useRowInAddress(
  { table, view: { row }, shown: { sort, filters, where }, lines }: LinesProps,
  { port, cursor, show }: GridParts,
  counted: boolean,
): void {
  const reveal = useEffectEvent((rowId: string, line: number) => {
    port.reveal(line);
    // A cursor in the row keeps its cell, to which closing the panel returns.
    if (cursor.at.row !== line) show(rowId);
  });
  const find = useEffectEvent((rowId: string, signal: AbortSignal) => {
    const line = lines.lineOf(rowId);
    if (line !== undefined) return reveal(rowId, line);
    readPlace(table.id, rowId, inJson(sort, filters, where), { signal }).then(
      place => {
        if (place !== null && !signal.aborted) reveal(rowId, place + lines.own);
      },
      // The panel of the row says what is wrong with it.
      () => {},
    );
  });
  useEffect(() => {
    if (!counted || row === undefined) return undefined;
    const gone = new AbortController();
    find(row, gone.signal);
    return () => gone.abort();
  }, [counted, row]);
}
