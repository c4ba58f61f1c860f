import { hasFiles } from '@hzm/contracts/core/everyday';
import { useRef, type DragEvent, type MouseEvent, type RefObject } from 'react';
import { cellOf, inEditor, openLink } from '../body/cell-of.ts';
import { isCut } from '../cells/CellPeek.tsx';
import { wholeText } from '../cells/fields/kinds.ts';
import type { useFill } from '../cells/use-fill.ts';
import type { Cell } from '../model/keymap.ts';
import type { useRowPress } from '../rows/use-row-press.ts';
import type { CellCommands, GridEventContext } from './cell-commands.ts';
import type { MenuPlace } from './CellMenu.tsx';

interface Parts {
  readonly fill: ReturnType<typeof useFill>;
  readonly press: ReturnType<typeof useRowPress>;
  /** Whether the focus is in the body. */
  readonly inside: RefObject<boolean>;
  readonly openMenu: (cell: Cell, place: MenuPlace) => void;
}

/** Shows the whole of a value that its cell cuts, where the pointer is. */
function showWhole(
  { session, lines, words }: GridEventContext,
  { fieldAt }: CellCommands,
  target: Element,
): void {
  const value = target.closest<HTMLElement>('[data-value]');
  const cell = value && cellOf(value);
  const [rowId, field] = cell ? [lines.idAt(cell.row), fieldAt(cell)] : [];
  if (!value || rowId === undefined || !field) return;
  const text = wholeText(field, session.valueAt(rowId, field.id) ?? null, words);
  value.title = isCut(value.parentElement!, text) ? text : '';
}

const isOn = (target: EventTarget, controls: string): boolean =>
  (target as Element).closest(controls) !== null;

/**
 * Opens a row, follows a link or changes a value by a click. `again`: on the cell of the cursor.
 */
function onCellClick(
  { lines, onOpen }: GridEventContext,
  { edit, toggle, rate }: CellCommands,
  press: Parts['press'],
  event: MouseEvent,
  again: boolean,
): void {
  const [target, cell] = [event.target as Element, cellOf(event.target)];
  if (!cell || inEditor(target)) return;
  // A finger writes with its second touch, into an empty line as into a row.
  const writes = again && (event.nativeEvent as PointerEvent).pointerType === 'touch';
  if (cell.row >= lines.filled) return writes ? edit(cell) : undefined;
  const rowId = lines.idAt(cell.row);
  if (rowId === undefined) return;
  const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'];
  const tab = act === 'comments' ? act : undefined;
  if (cell.col === 0 && press.isTouch()) return press.tap(cell.row, tab);
  if (act !== undefined) return onOpen(rowId, tab);
  if (isOn(target, '[data-link]')) return;
  if ((event.ctrlKey || event.metaKey) && openLink(target)) return;
  if (isOn(target, '[data-boolean]')) return toggle(cell);
  const star = target.closest<HTMLElement>('[data-star]')?.dataset['star'];
  if (star !== undefined && again) return rate(cell, Number(star));
  if (writes) edit(cell);
}

/** Sends files that are dropped on a cell of files; elsewhere the browser must not open them. */
const droppedFiles = ({ lines, onFiles }: GridEventContext, { fieldAt }: CellCommands) => ({
  onDragOver: (event: DragEvent): void => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  },
  onDrop: (event: DragEvent): void => {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    const cell = cellOf(event.target);
    const [rowId, field] = cell ? [lines.idAt(cell.row), fieldAt(cell)] : [];
    if (rowId !== undefined && field && hasFiles(field.type)) onFiles(rowId, field, files);
  },
});

/** Handles the mouse and touches in the body of the grid. */
export function usePointer(
  context: GridEventContext,
  commands: CellCommands,
  { fill, press, inside, openMenu }: Parts,
) {
  const { lines, cursor, editing } = context;
  const { go, edit } = commands;
  const { at } = cursor;
  const wasActive = useRef(false);
  const onMouseDown = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (event.button === 0 && fill.begin(event)) return;
    if (!cell || event.button !== 0 || inEditor(event.target)) return;
    if (isOn(event.target, 'button, [data-link]')) return;
    event.preventDefault();
    if (!editing.commit()) return;
    wasActive.current = cell.row === at.row && cell.col === at.col && inside.current;
    if (cell.col === 0 && !press.isTouch()) press.down(cell.row, event);
    go(cell, event.shiftKey);
  };
  const onMouseOver = (event: MouseEvent): void => {
    if (event.buttons === 0) return showWhole(context, commands, event.target as Element);
    const cell =
      event.buttons === 1 && inside.current && !editing.draft ? cellOf(event.target) : undefined;
    if (cell && cell.row < lines.filled && fill.pull(cell)) return;
    if (!cell || cell.row >= lines.filled || isOn(event.target, 'button')) return;
    if (press.isOnNumbers()) press.over(cell.row);
    cursor.go(press.isOnNumbers() ? { row: cell.row, col: 0 } : cell, true);
  };
  const onClick = (event: MouseEvent): void =>
    onCellClick(context, commands, press, event, wasActive.current);
  const onDoubleClick = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (!cell || inEditor(event.target)) return;
    if (!isOn(event.target, 'button, [data-boolean], [data-link], [data-star]')) edit(cell);
  };
  const onContextMenu = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (!cell || inEditor(event.target)) return;
    event.preventDefault();
    // A finger that rests on a number chooses the row.
    if (cell.col === 0 && press.isTouch()) return;
    if (editing.commit()) openMenu(cell, { x: event.clientX, y: event.clientY });
  };
  return {
    ...press.handlers,
    ...droppedFiles(context, commands),
    onContextMenu,
    onMouseDown,
    onMouseOver,
    onClick,
    onDoubleClick,
  };
}
