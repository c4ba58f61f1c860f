import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { cellOf, inEditor } from '../body/cell-of.ts';
import { kindOf } from '../cells/fields/kinds.ts';
import type { useFill } from '../cells/use-fill.ts';
import { intentOf, type Cell } from '../model/keymap.ts';
import type { useRowPress } from '../rows/use-row-press.ts';
import { isEmptyId } from '../sync/lines.ts';
import type { CellCommands, GridEventContext } from './cell-commands.ts';
import type { MenuPlace } from './CellMenu.tsx';

interface Parts {
  readonly fill: ReturnType<typeof useFill>;
  readonly press: ReturnType<typeof useRowPress>;
  readonly openMenu: (cell: Cell, place: MenuPlace) => void;
}

/** Returns the place under the beginning of a cell. */
function placeOf(target: Element): MenuPlace {
  const { left, bottom } = target.closest('[data-cell]')!.getBoundingClientRect();
  return { x: left, y: bottom };
}

const pick = ({ key, code, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) => ({
  key,
  code,
  ctrlKey,
  altKey,
  metaKey,
  shiftKey,
});

/** Enter and Tab keep the draft and move on; Escape discards it. */
function onEditorKey(
  { lines, fields, cursor: { at }, editing }: GridEventContext,
  { go }: CellCommands,
  event: KeyboardEvent,
): void {
  const { draft } = editing;
  if (!draft || event.nativeEvent.isComposing) return;
  const newLine =
    event.key === 'Enter' &&
    !event.ctrlKey &&
    !event.metaKey &&
    (event.shiftKey || kindOf(draft.field.type).multiline === true);
  if (!['Enter', 'Tab', 'Escape'].includes(event.key) || newLine) return;
  event.preventDefault();
  if (event.key === 'Escape') {
    editing.cancel();
    return go(at);
  }
  const isNew = isEmptyId(draft.rowId) && draft.text.trim() !== '';
  if (!editing.commit()) return;
  // A line that became a row stands behind the others, and another empty one follows.
  const row = isNew ? lines.filled : at.row;
  const last = isNew ? lines.filled + 1 : lines.count - 1;
  if (event.key === 'Enter') return go({ row: Math.min(row + 1, last), col: at.col });
  go({
    row,
    col: Math.min(Math.max(0, at.col + (event.shiftKey ? -1 : 1)), fields.length),
  });
}

/** Clears the selection; without one, leaves the grid. */
const leave = ({ chosen }: GridEventContext): void =>
  chosen.ids.size > 0
    ? chosen.none()
    : document.querySelector<HTMLElement>('[data-after-grid] button')?.focus();

const focusHeader = ({ port, cursor: { at } }: GridEventContext): void =>
  port.header.current
    ?.querySelector<HTMLElement>(at.col === 0 ? '[data-sort="0"]' : `[data-filter="${at.col}"]`)
    ?.focus();

/** Handles keys in the body of the grid and in the editor of a cell. */
export function keyHandler(
  context: GridEventContext,
  commands: CellCommands,
  { fill, press, openMenu }: Parts,
): (event: KeyboardEvent) => void {
  const { lines, fields, port, cursor, turn, chosen } = context;
  const { go, edit, space, comment, clear } = commands;
  const { at } = cursor;
  // The key that opens a menu must not reach it: another key outside closes one.
  const openMenuSoon: Parts['openMenu'] = (cell, place) =>
    void setTimeout(() => openMenu(cell, place));

  return event => {
    if (inEditor(event.target)) return onEditorKey(context, commands, event);
    if (!cellOf(event.target)) return;
    const intent = intentOf({ ...pick(event), isComposing: event.nativeEvent.isComposing }, at, {
      rows: lines.count,
      filled: lines.filled,
      cols: fields.length + 1,
      page: port.page,
    });
    if (!intent) return;
    if (intent.kind === 'compose') {
      // At once, so that the key that is being pressed finds the editor; where the cell takes text
      // itself it goes there.
      if (!('EditContext' in window)) flushSync(() => edit(at, ''));
      return;
    }
    event.preventDefault();
    switch (intent.kind) {
      case 'go':
        if (intent.extend && at.col === 0 && intent.to.col === 0)
          press.extend(at.row, intent.to.row);
        return go(intent.to, intent.extend);
      case 'up':
        return focusHeader(context);
      case 'edit':
        return edit(at);
      case 'type':
        return edit(at, intent.text);
      case 'space':
        return space();
      case 'comment':
        return comment();
      case 'choose':
        return press.toggle(at.row);
      case 'menu':
        return openMenuSoon(at, placeOf(event.target as Element));
      case 'clear':
        return clear();
      case 'all':
        return at.col === 0
          ? chosen.all()
          : cursor.select({ row: 0, col: 1 }, { row: lines.filled - 1, col: fields.length });
      case 'fill':
        return fill.down();
      case 'undo':
      case 'redo':
        return turn(intent.kind);
      case 'leave':
        return leave(context);
    }
  };
}
