import type { Field } from '@hzm/contracts/features/tables/table';
import { flushSync } from 'react-dom';
import { useEffect, useEffectEvent, useRef, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { isCut } from './cells/CellPeek.tsx';
import { kindOf, wholeText } from './cells/fields/kinds.ts';
import type { Words } from '../../lib/values/value-text.ts';
import type { Lines } from './sync/lines.ts';
import { intentOf, type Cell } from './model/keymap.ts';
import type { RowTab } from './model/view.ts';
import type { GridSession } from './sync/session.ts';
import type { Actions } from './use-actions.ts';
import { useComposing } from './cells/use-composing.ts';
import type { Cursor } from './cells/use-cursor.ts';
import type { Editing } from './cells/use-editing.ts';
import type { Flag } from './use-flag.ts';
import { useFill } from './cells/use-fill.ts';
import { useRowPress } from './rows/use-row-press.ts';
import type { RowChoice } from './rows/use-row-selection.ts';
import type { Viewport } from './use-viewport.ts';

interface GridEventContext {
  readonly session: GridSession;
  readonly lines: Lines;
  readonly fields: readonly Field[];
  readonly words: Words;
  readonly port: Viewport;
  readonly cursor: Cursor;
  readonly editing: Editing;
  readonly actions: Actions;
  readonly turn: (way: 'undo' | 'redo') => void;
  /** The focus goes to the cursor with the next drawing. */
  readonly takesFocus: Flag;
  readonly onOpen: (rowId: string, tab?: RowTab) => void;
  readonly chosen: RowChoice;
  readonly onDelete: (rowIds: readonly string[]) => void;
}

const cellOf = (target: EventTarget): Cell | undefined => {
  const cell = (target as Element).closest<HTMLElement>('[data-cell]');
  const [row, col] = cell?.dataset['cell']?.split(':').map(Number) ?? [];
  return row === undefined || col === undefined ? undefined : { row, col };
};
const inEditor = (target: EventTarget): boolean => (target as Element).closest('[data-editor]') !== null;

/** What keys, pointer and clipboard do in the body. Everything is heard on the grid itself: cells have no listeners. */
export function useGridEvents({ session, lines, fields, words, port, cursor, editing, actions, turn, takesFocus, chosen, onOpen, onDelete: ask }: GridEventContext) {
  const { at } = cursor;
  const fill = useFill(cursor, actions);
  /** Whether the focus is in the body. */
  const inside = useRef(false);
  const wasActive = useRef(false);
  const fieldAt = ({ col }: Cell): Field | undefined => fields[col - 1];
  const element = (cell: Cell): HTMLElement | null => port.scroller.current?.querySelector<HTMLElement>(`[data-cell="${cell.row}:${cell.col}"]`) ?? null;

  const go = (to: Cell, extend = false): void => {
    takesFocus.raise();
    cursor.go(to, extend);
    port.reveal(to.row);
  };
  /** After every drawing: the focus goes where the cursor went, and comes back when its cell was drawn anew. */
  const keepFocus = (): void => {
    if (editing.draft || !(takesFocus.isUp() || (inside.current && document.activeElement === document.body))) return;
    takesFocus.lower();
    const cell = element(at);
    cell?.focus({ preventScroll: true });
    if (cell) port.revealColumn(at.col, cell);
  };
  const edit = (cell: Cell, text?: string): void => {
    const [rowId, field] = [lines.idAt(cell.row), fieldAt(cell)];
    if (rowId === undefined || session.valueAt(rowId, field?.name ?? '') === undefined) return;
    if (!field) return onOpen(rowId);
    if (text === undefined || kindOf(field.type).typed) editing.begin(rowId, field, text);
  };
  /** The cursor goes to the row that is asked about: when that is gone it stands on the neighbour. */
  const onDelete = (rowId: string, row: number): void => {
    cursor.go({ row, col: Math.max(1, at.col) });
    ask([rowId]);
  };
  const toggle = (cell: Cell): void => {
    const [rowId, field] = [lines.idAt(cell.row), fieldAt(cell)];
    if (rowId === undefined || field === undefined) return;
    const before = session.valueAt(rowId, field.name);
    if (before !== undefined) session.edit([{ rowId, field: field.name, before, after: before !== true }]);
  };
  const space = (): void => {
    const rowId = lines.idAt(at.row);
    if (fieldAt(at)?.type === 'boolean') toggle(at);
    else if (rowId !== undefined) onOpen(rowId);
  };
  const comment = (): void => {
    const rowId = lines.idAt(at.row);
    if (rowId !== undefined) onOpen(rowId, 'comments');
  };
  const clear = (): void => {
    const rowId = lines.idAt(at.row);
    if (at.col > 0 || cursor.range.right > 0) actions.clear();
    else if (chosen.ids.size > 0) ask([...chosen.ids]);
    else if (rowId !== undefined) onDelete(rowId, at.row);
  };
  /** What is chosen is let go first, then the grid is left. */
  const leave = (): void => (chosen.ids.size > 0 ? chosen.none() : document.querySelector<HTMLElement>('[data-after-grid] button')?.focus());
  const up = (): void => port.header.current?.querySelector<HTMLElement>(at.col === 0 ? '[data-sort="0"]' : `[data-filter="${at.col}"]`)?.focus();

  const onKeyDown = (event: KeyboardEvent): void => {
    if (inEditor(event.target)) return editorKey(event);
    if (!cellOf(event.target)) return;
    const intent = intentOf({ ...pick(event), isComposing: event.nativeEvent.isComposing }, at, { rows: lines.count, cols: fields.length + 1, page: port.page });
    if (!intent) return;
    if (intent.kind === 'compose') {
      // At once, so that the key that is being pressed finds the editor; where the cell takes text itself it goes there.
      if (!('EditContext' in window)) flushSync(() => edit(at, ''));
      return;
    }
    event.preventDefault();
    switch (intent.kind) {
      case 'go':
        if (intent.extend && at.col === 0 && intent.to.col === 0) press.extend(at.row, intent.to.row);
        return go(intent.to, intent.extend);
      case 'up': return up();
      case 'edit': return edit(at);
      case 'type': return edit(at, intent.text);
      case 'space': return space();
      case 'comment': return comment();
      case 'choose': return press.toggle(at.row);
      case 'menu': return press.menu(at.row);
      case 'clear': return clear();
      case 'all': return at.col === 0 ? chosen.all() : cursor.select({ row: 0, col: 1 }, { row: lines.count - 1, col: fields.length });
      case 'fill': return fill.down();
      case 'undo':
      case 'redo': return turn(intent.kind);
      case 'leave': return leave();
    }
  };
  /** Enter and Tab keep what was written and go on, Escape forgets it. */
  const editorKey = (event: KeyboardEvent): void => {
    const { draft } = editing;
    if (!draft || event.nativeEvent.isComposing) return;
    const newLine = event.key === 'Enter' && !event.ctrlKey && !event.metaKey && (event.shiftKey || kindOf(draft.field.type).multiline === true);
    if (!['Enter', 'Tab', 'Escape'].includes(event.key) || newLine) return;
    event.preventDefault();
    if (event.key === 'Escape') {
      editing.cancel();
      return go(at);
    }
    if (!editing.commit()) return;
    if (event.key === 'Enter') return go({ row: Math.min(at.row + 1, lines.count - 1), col: at.col });
    go({ row: at.row, col: Math.min(Math.max(0, at.col + (event.shiftKey ? -1 : 1)), fields.length) });
  };

  useComposing(port.scroller, text => edit(at, text));

  const press = useRowPress(lines, chosen, onOpen);
  const onMouseDown = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (event.button === 0 && fill.begin(event)) return;
    if (!cell || event.button !== 0 || inEditor(event.target) || (event.target as Element).closest('button')) return;
    event.preventDefault();
    if (!editing.commit()) return;
    wasActive.current = cell.row === at.row && cell.col === at.col && inside.current;
    const isTouch = press.isTouch();
    if (cell.col === 0 && !isTouch) press.down(cell.row, event);
    go(cell, event.shiftKey);
  };
  /** All of a value that its cell cuts, where the pointer is. */
  const tell = (target: Element): void => {
    const value = target.closest<HTMLElement>('[data-value]');
    const cell = value && cellOf(value);
    const [rowId, field] = cell ? [lines.idAt(cell.row), fieldAt(cell)] : [];
    if (!value || rowId === undefined || !field) return;
    const text = wholeText(field, session.valueAt(rowId, field.name) ?? null, words);
    value.title = isCut(value.parentElement!, text) ? text : '';
  };
  const onMouseOver = (event: MouseEvent): void => {
    if (event.buttons === 0) return tell(event.target as Element);
    const cell = event.buttons === 1 && inside.current && !editing.draft ? cellOf(event.target) : undefined;
    if (cell && cell.row < lines.count && fill.pull(cell)) return;
    if (!cell || cell.row >= lines.count || (event.target as Element).closest('button') !== null) return;
    if (press.isOnNumbers()) press.over(cell.row);
    cursor.go(press.isOnNumbers() ? { row: cell.row, col: 0 } : cell, true);
  };
  const onClick = (event: MouseEvent): void => {
    const [target, cell] = [event.target as Element, cellOf(event.target)];
    const rowId = cell && lines.idAt(cell.row);
    if (!cell || rowId === undefined || inEditor(target)) return;
    const act = target.closest<HTMLElement>('[data-act]')?.dataset['act'];
    const tab = act === 'comments' ? act : undefined;
    if (cell.col === 0 && press.isTouch()) return press.tap(cell.row, tab);
    if (act !== undefined) return onOpen(rowId, tab);
    if (target.closest('[data-boolean]')) return toggle(cell);
    if (wasActive.current && (event.nativeEvent as PointerEvent).pointerType === 'touch') edit(cell);
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const cell = cellOf(event.target);
    if (cell && !inEditor(event.target) && (event.target as Element).closest('button, [data-boolean]') === null) edit(cell);
  };
  const onFocus = (event: FocusEvent): void => { inside.current = cellOf(event.target) !== undefined; };
  const onBlur = (event: FocusEvent): void => {
    const to = event.relatedTarget;
    if (inEditor(event.target) && !(to && inEditor(to))) editing.commit();
    if (!to || !cellOf(to)) inside.current = false;
  };
  useClipboardEvents(port.scroller, actions);
  return {
    keepFocus,
    /** Comes down from the header into a column. */
    enter: (col: number): void => { if (lines.count > 0) go({ row: Math.min(Math.max(at.row, port.seen), lines.count - 1), col }); },
    handlers: { onKeyDown, ...press.handlers, onMouseDown, onMouseOver, onClick, onDoubleClick, onFocus, onBlur },
  };
}

/** Copy, cut and paste are meant for the cell that has the focus, wherever the browser says that they happen: where no text is marked that is its own choice. */
function useClipboardEvents(scroller: Viewport['scroller'], actions: Actions): void {
  const act = useEffectEvent((event: ClipboardEvent) => {
    const focused = document.activeElement;
    if (!focused || !scroller.current?.contains(focused) || inEditor(focused) || !cellOf(focused)) return;
    actions[event.type as 'copy' | 'cut' | 'paste'](event);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => act(event);
    for (const type of ['copy', 'cut', 'paste'] as const) document.addEventListener(type, listener);
    return () => { for (const type of ['copy', 'cut', 'paste'] as const) document.removeEventListener(type, listener); };
  }, []);
}

const pick = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) => ({ key, ctrlKey, altKey, metaKey, shiftKey });
