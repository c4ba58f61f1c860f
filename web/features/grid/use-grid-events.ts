import { useRef, type FocusEvent } from 'react';
import { cellCommands, type GridEventContext } from './cell-commands.ts';
import { cellOf, inEditor } from './cell-of.ts';
import { useClipboardEvents } from './cells/use-clipboard-events.ts';
import { useComposing } from './cells/use-composing.ts';
import { useFill } from './cells/use-fill.ts';
import { keyHandler } from './key-handler.ts';
import { useRowPress } from './rows/use-row-press.ts';
import { usePointer } from './use-pointer.ts';

/**
 * What keys, pointer and clipboard do in the body. Everything is heard on the grid itself: cells
 * have no listeners.
 */
export function useGridEvents(context: GridEventContext) {
  const { lines, port, cursor, editing, actions, takesFocus, chosen, onOpen } = context;
  const { at } = cursor;
  /** Whether the focus is in the body. */
  const inside = useRef(false);
  const fill = useFill(cursor, actions);
  const press = useRowPress(lines, chosen, onOpen);
  const commands = cellCommands(context);
  const pointer = usePointer(context, commands, { fill, press, inside });
  useComposing(port.scroller, text => commands.edit(at, text));
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
      if (
        editing.draft ||
        !(takesFocus.isUp() || (inside.current && document.activeElement === document.body))
      )
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
    handlers: {
      onKeyDown: keyHandler(context, commands, { fill, press }),
      ...pointer,
      onFocus,
      onBlur,
    },
  };
}
