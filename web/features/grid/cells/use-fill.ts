import { useRef, type MouseEvent } from 'react';
import type { Actions } from '../actions/use-actions.ts';
import { filledTo } from '../model/fill.ts';
import type { Cell } from '../model/keymap.ts';
import { isOne, type Range } from '../model/selection.ts';
import type { Cursor } from './use-cursor.ts';

interface Fill {
  /** Begins when a mouse is pressed on the handle; true: it did. */
  readonly begin: (event: MouseEvent) => boolean;
  /** True while the handle is pulled; the cell under the mouse says how far. */
  readonly pull: (to: Cell) => boolean;
  /** Repeats the first row of the selection down to its last. */
  readonly down: () => void;
}

/** Filling cells: the handle at the selection's corner is pulled, or Ctrl+D fills down. */
export function useFill(cursor: Cursor, actions: Actions): Fill {
  const pulled = useRef<{ readonly source: Range; target: Range } | null>(null);
  const latest = useRef(actions);
  latest.current = actions;
  return {
    begin: event => {
      if ((event.target as Element).closest('[data-fill]') === null) return false;
      event.preventDefault();
      const source = { ...cursor.range, left: Math.max(1, cursor.range.left) };
      pulled.current = { source, target: source };
      document.addEventListener(
        'mouseup',
        () => {
          const { target } = pulled.current!;
          pulled.current = null;
          if (target !== source) latest.current.repeat(source, target);
        },
        { once: true },
      );
      return true;
    },
    pull: to => {
      if (!pulled.current) return false;
      const target = filledTo(pulled.current.source, to.row, to.col);
      pulled.current.target = target;
      cursor.select(
        { row: target.top, col: target.left },
        { row: target.bottom, col: target.right },
      );
      return true;
    },
    down: () => {
      const { range } = cursor;
      if (!isOne(range) && range.bottom > range.top)
        actions.repeat(
          { ...range, left: Math.max(1, range.left), bottom: range.top },
          { ...range, left: Math.max(1, range.left) },
        );
    },
  };
}
