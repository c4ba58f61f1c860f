import { useRef, useState } from 'react';
import type { Cell } from '../model/keymap.ts';
import { rangeOf, type Range } from '../model/selection.ts';
import type { Lines } from '../sync/lines.ts';

export interface Cursor {
  readonly at: Cell;
  readonly range: Range;
  /** Counts its moves, those that wait to be drawn included. */
  readonly moves: { readonly current: number };
  /** Goes to a cell; with `extend` the range stays anchored where it began. */
  readonly go: (to: Cell, extend?: boolean) => void;
  readonly select: (from: Cell, to: Cell) => void;
  readonly selectRange: (range: Range) => void;
}

/**
 * The active cell and the range that it ends. Both follow their row when rows come or go above it.
 */
export function useCursor(lines: Lines, cols: number): Cursor {
  const [state, setState] = useState<{
    readonly cell: Cell;
    readonly anchor: Cell;
    readonly rowId: string | undefined;
  }>({
    cell: { row: 0, col: Math.min(1, cols - 1) },
    anchor: { row: 0, col: Math.min(1, cols - 1) },
    rowId: undefined,
  });
  const moves = useRef(0);
  const now = state.rowId === undefined ? undefined : lines.lineOf(state.rowId);
  const moved = now === undefined ? 0 : now - state.cell.row;
  const placed = ({ row, col }: Cell): Cell => ({
    row: Math.max(0, Math.min(row + moved, lines.count - 1)),
    col: Math.min(col, cols - 1),
  });
  const at = placed(state.cell);
  const anchor = placed(state.anchor);
  const select = (from: Cell, to: Cell): void => {
    moves.current += 1;
    setState({ cell: to, anchor: from, rowId: lines.idAt(to.row) });
  };
  return {
    at,
    range: rangeOf(anchor, at),
    moves,
    go: (to, extend = false) => select(extend ? anchor : to, to),
    select,
    selectRange: ({ top, left, bottom, right }) =>
      select({ row: top, col: left }, { row: bottom, col: right }),
  };
}
