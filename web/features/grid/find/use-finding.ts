import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Flag } from '../body/use-flag.ts';
import type { Show } from '../body/use-show.ts';
import type { Viewport } from '../body/use-viewport.ts';
import type { Cursor } from '../cells/use-cursor.ts';
import { noFinds, type Finds, type FoundCell } from './found.ts';

/** The search for a text in cells, as the grid takes part in it. */
export interface Finding {
  readonly isOpen: boolean;
  /** Changes when the bar is asked for again. */
  readonly round: number;
  /** The line of the cursor when the bar was opened. */
  readonly from: number;
  readonly finds: Finds;
  readonly open: () => void;
  readonly close: () => void;
  readonly mark: (finds: Finds) => void;
  /** Brings a cell into sight, at a line, and the cursor to it. */
  readonly goTo: (cell: FoundCell, line: number) => void;
}

interface Parts {
  readonly port: Viewport;
  readonly cursor: Cursor;
  readonly show: Show;
  readonly takesFocus: Flag;
}

/** Opens and closes the bar. The bar itself, which asks the server, is loaded when it is opened. */
export function useFinding(parts: Parts): Finding {
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const [state, setState] = useState({ isOpen: false, round: 0, from: 0 });
  const [finds, mark] = useState<Finds>(noFinds);
  const [wanted, setWanted] = useState({ times: 0 });
  const aside = useRef(0);
  /** The element that had the focus before the bar was opened. */
  const opener = useRef<HTMLElement>(null);
  // Sideways once the cursor is there: before that the cell may not be drawn.
  useEffect(() => {
    const { port, cursor } = latest.current;
    if (aside.current === wanted.times) return;
    const cell = port.scroller.current?.querySelector<HTMLElement>('[data-found=at][data-active]');
    if (!cell) return;
    aside.current = wanted.times;
    port.revealColumn(cursor.at.col, cell);
  });
  const open = useCallback(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement) opener.current ??= focused;
    setState(({ isOpen, round, from }) => ({
      isOpen: true,
      round: round + 1,
      from: isOpen ? from : latest.current.cursor.at.row,
    }));
  }, []);
  const close = useCallback(() => {
    const { port, takesFocus } = latest.current;
    if (port.scroller.current?.querySelector('[data-active]')) takesFocus.raise();
    // A table without rows has no cell to go to.
    else opener.current?.focus();
    opener.current = null;
    mark(noFinds);
    setState(before => ({ ...before, isOpen: false }));
  }, []);
  const goTo = useCallback(({ rowId, field }: FoundCell, line: number) => {
    latest.current.port.reveal(line);
    latest.current.show(rowId, field);
    setWanted(({ times }) => ({ times: times + 1 }));
  }, []);
  return useMemo(
    () => ({ ...state, finds, open, close, mark, goTo }),
    [state, finds, open, close, goTo],
  );
}
