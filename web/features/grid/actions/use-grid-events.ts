import { useEffect, useEffectEvent, useRef, useState, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { cellOf, inEditor } from '../body/cell-of.ts';
import type { Viewport } from '../body/use-viewport.ts';
import { useComposing } from '../cells/use-composing.ts';
import { useFill } from '../cells/use-fill.ts';
import { isWithin } from '../model/fill.ts';
import type { Cell } from '../model/keymap.ts';
import { useRowPress } from '../rows/use-row-press.ts';
import { cellCommands, type GridEventContext } from './cell-commands.ts';
import type { MenuPlace } from './CellMenu.tsx';
import { keyHandler } from './key-handler.ts';
import type { Actions } from './use-actions.ts';
import { usePointer } from './use-pointer.ts';

/**
 * Shows the open editor again, with the focus, after its cell was moved within the document: that
 * closes a popover.
 */
function keepEditor(scroller: HTMLElement | null): void {
  const editor = scroller?.querySelector<HTMLElement>('[data-editor][popover]');
  if (!editor || editor.matches(':popover-open')) return;
  editor.showPopover();
  if (document.activeElement === document.body)
    editor.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/**
 * Handles keys, pointer and clipboard in the body. The grid itself listens; cells have no
 * listeners.
 */
export function useGridEvents(context: GridEventContext) {
  const { lines, port, cursor, editing, actions, takesFocus, chosen, onOpen } = context;
  const { at } = cursor;
  /** Whether the focus is in the body. */
  const inside = useRef(false);
  const fill = useFill(cursor, actions);
  const press = useRowPress(lines, chosen, onOpen);
  const commands = cellCommands(context);
  const [place, setPlace] = useState<MenuPlace | null>(null);
  /** A cell of the selection keeps it; a row that is not chosen is chosen alone. */
  const openMenu = (cell: Cell, menuPlace: MenuPlace): void => {
    const id = lines.idAt(cell.row);
    if (id === undefined) return;
    if (cell.col === 0 && !chosen.ids.has(id)) chosen.only(id);
    if (!isWithin(cursor.range, cell.row, cell.col)) commands.go(cell);
    setPlace(menuPlace);
  };
  const pointer = usePointer(context, commands, { fill, press, inside, openMenu });
  // At once, so that the next key finds the editor.
  useComposing(port.scroller, text => flushSync(() => commands.edit(at, text)));
  useClipboardEvents(port.scroller, actions);

  const onFocus = (event: FocusEvent): void => {
    inside.current = cellOf(event.target) !== undefined;
  };
  const onBlur = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (inEditor(event.target) && !(to && inEditor(to))) editing.commit();
    if (!to || !cellOf(to)) inside.current = false;
  };
  return {
    /**
     * After every drawing: the focus goes where the cursor went, and comes back when its cell was
     * drawn anew.
     */
    keepFocus: (): void => {
      if (editing.draft) return keepEditor(port.scroller.current);
      if (!(takesFocus.isUp() || (inside.current && document.activeElement === document.body)))
        return;
      takesFocus.lower();
      const cell = port.scroller.current?.querySelector<HTMLElement>(
        `[data-cell="${at.row}:${at.col}"]`,
      );
      cell?.focus({ preventScroll: true });
      if (cell) port.revealColumn(at.col, cell);
    },
    /** Comes down from the header into a column. */
    enter: (col: number): void => {
      if (lines.count > 0)
        commands.go({ row: Math.min(Math.max(at.row, port.seen), lines.count - 1), col });
    },
    commands,
    fillDown: fill.down,
    choose: () => press.toggle(at.row),
    menu: {
      place,
      onClose: (): void => {
        takesFocus.raise();
        setPlace(null);
      },
    },
    handlers: {
      onKeyDown: keyHandler(context, commands, { fill, press, openMenu }),
      ...pointer,
      onFocus,
      onBlur,
    },
  };
}

/**
 * Copy, cut and paste are meant for the cell that has the focus, wherever the browser says that
 * they happen: where no text is marked that is its own choice.
 */
function useClipboardEvents(scroller: Viewport['scroller'], actions: Actions): void {
  const act = useEffectEvent((event: ClipboardEvent) => {
    const focused = document.activeElement;
    if (!focused || !scroller.current?.contains(focused) || inEditor(focused) || !cellOf(focused))
      return;
    actions[event.type as 'copy' | 'cut' | 'paste'](event);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => act(event);
    for (const type of ['copy', 'cut', 'paste'] as const) document.addEventListener(type, listener);
    return () => {
      for (const type of ['copy', 'cut', 'paste'] as const)
        document.removeEventListener(type, listener);
    };
  }, []);
}
