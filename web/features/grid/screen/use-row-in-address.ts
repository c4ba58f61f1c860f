import { useEffect, useEffectEvent } from 'react';
import type { Show } from '../body/use-show.ts';
import type { Viewport } from '../body/use-viewport.ts';
import type { View } from '../model/view.ts';
import type { Lines } from '../sync/lines.ts';
import { inJson, readPlace } from '../sync/rows-api.ts';

/**
 * Brings the row of the address into sight, also one whose page is not loaded. A row that the view
 * does not show leaves the grid where it is. `counted`: the rows are known to be there.
 */
export function useRowInAddress(
  tableId: string,
  { row, sort, filters, where }: View,
  lines: Lines,
  port: Pick<Viewport, 'reveal'>,
  show: Show,
  counted: boolean,
): void {
  const reveal = useEffectEvent((rowId: string, line: number) => {
    port.reveal(line);
    show(rowId);
  });
  const find = useEffectEvent((rowId: string, signal: AbortSignal) => {
    const line = lines.lineOf(rowId);
    if (line !== undefined) return reveal(rowId, line);
    readPlace(tableId, rowId, inJson(sort, filters, where), { signal }).then(
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
