import { useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Column } from '../model/columns.ts';
import { CREATED } from '../model/sorting.ts';
import type { ColumnActions } from './use-column-actions.ts';

/** The part of the header that the Tab key reaches, the open menu, and the name being changed. */
export type HeaderState = ReturnType<typeof useHeaderState>;

export function useHeaderState() {
  const [stop, setStop] = useState('sort:0');
  const [menu, setMenu] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  return { stop, setStop, menu, setMenu, renamed, setRenamed };
}

interface Parts {
  readonly ref: RefObject<HTMLElement | null>;
  readonly shown: readonly Column[];
  readonly state: HeaderState;
  readonly actions: ColumnActions;
  readonly onSort: (field: string, isToo: boolean) => void;
  /** Leaves the header downwards, in a column. */
  readonly onDown: (col: number) => void;
  /** Whether columns can be renamed. */
  readonly renames: boolean;
}

type Key = KeyboardEvent<HTMLElement>;

/** Handles the keys on names and filters of columns. */
export function headerKeys(parts: Parts): (event: Key) => void {
  const { shown, onSort, onDown } = parts;
  return event => {
    const { sort, filter } = (event.target as HTMLElement).dataset;
    if (sort === undefined && filter === undefined) return;
    const col = Number(sort ?? filter);
    if (event.key === 'Enter' && event.shiftKey && sort !== undefined && col <= shown.length) {
      event.preventDefault();
      return onSort(col === 0 ? CREATED : shown[col - 1]!.field.id, true);
    }
    if (event.key === 'ArrowUp' && filter !== undefined) return focus(parts, event, 'sort', col);
    if (sort !== undefined && col > 0 && changesColumn(parts, event, col - 1))
      return event.preventDefault();
    if (event.key === 'ArrowDown') {
      if (sort !== undefined && col > 0) return focus(parts, event, 'filter', col);
      event.preventDefault();
      onDown(col);
    }
    const to = sort === undefined ? undefined : neighbour(event.key, col, shown.length + 1);
    if (to !== undefined) focus(parts, event, 'sort', to);
  };
}

function neighbour(key: string, col: number, last: number): number | undefined {
  if (key === 'ArrowRight') return col + 1;
  if (key === 'ArrowLeft') return col - 1;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

function focus(
  { ref, shown, state }: Parts,
  event: Key,
  part: 'sort' | 'filter',
  to: number,
): void {
  if (to < 0 || to > shown.length + 1) return;
  event.preventDefault();
  // A column out of sight is drawn as soon as it is the stop.
  flushSync(() => state.setStop(`${part}:${to}`));
  ref.current?.querySelector<HTMLElement>(`[data-${part}="${to}"]`)?.focus();
}

/** Whether a key changed the column or opened its menu. */
function changesColumn(
  { shown, state, actions, renames }: Parts,
  { key, shiftKey, ctrlKey, metaKey, altKey }: Key,
  at: number,
): boolean {
  if (at >= shown.length) return false;
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (by !== 0 && shiftKey && !altKey && !ctrlKey && !metaKey) actions.widen(at, by);
  else if (by !== 0 && shiftKey && !altKey) {
    actions.move(at, by);
    state.setStop(`sort:${Math.max(1, Math.min(at + 1 + by, shown.length))}`);
  } else if (
    key === 'ContextMenu' ||
    (key === 'F10' && shiftKey) ||
    (key === 'ArrowDown' && altKey)
  )
    state.setMenu(shown[at]!.field.id);
  else if (key === 'F2' && renames) state.setRenamed(shown[at]!.field.id);
  else return false;
  return true;
}
