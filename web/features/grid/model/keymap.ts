import { latinLetter } from '../../../lib/latin-letter.ts';

/** A cell of the grid: row and column count from 0; column 0 is the row's own. */
export interface Cell {
  readonly row: number;
  readonly col: number;
}

/** The intent of a key. */
export type Intent =
  /** With `extend` the range keeps its first cell; without it the cell becomes the range. */
  | { readonly kind: 'go'; readonly to: Cell; readonly extend: boolean }
  | { readonly kind: 'up' }
  | { readonly kind: 'edit' }
  /** Opens the editor with this text in place of the old value. */
  | { readonly kind: 'type'; readonly text: string }
  /** Opens the editor empty, and leaves the key to the composition of a letter. */
  | { readonly kind: 'compose' }
  | { readonly kind: 'space' }
  /** Opens the threads about the row. */
  | { readonly kind: 'comment' }
  /** Adds the row of the cell to the chosen rows, or removes it. */
  | { readonly kind: 'choose' }
  /** Opens the row's menu. */
  | { readonly kind: 'menu' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'all' }
  | { readonly kind: 'fill' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'leave' };

export interface Key {
  readonly key: string;
  /** The place of the key, as letters stand on a Latin keyboard. */
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing?: boolean;
}

/** The size of a grid, and how many rows its window shows. */
export interface Extent {
  readonly rows: number;
  /** The rows that hold something; empty lines follow. */
  readonly filled: number;
  readonly cols: number;
  readonly page: number;
}

/** AltGr reports Ctrl and Alt together on a Turkish keyboard: that is typing, no shortcut. */
const isCtrl = ({ ctrlKey, metaKey, altKey }: Key): boolean => (ctrlKey || metaKey) && !altKey;

/** The last row that holds something; of empty lines alone, the last. */
const endOf = ({ rows, filled }: Extent): number => (filled || rows) - 1;

/** Returns the intent of a key in a cell that is not being edited; undefined if it has none. */
export function intentOf(key: Key, at: Cell, size: Extent): Intent | undefined {
  const { rows, cols, page } = size;
  if (key.isComposing || rows === 0 || cols === 0) return undefined;
  const go = (row: number, col: number): Intent => ({
    kind: 'go',
    to: { row: clamp(row, rows), col: clamp(col, cols) },
    extend: key.shiftKey,
  });
  const far = isCtrl(key);
  switch (key.key) {
    case 'ArrowUp':
      return at.row === 0 && !key.shiftKey ? { kind: 'up' } : go(far ? 0 : at.row - 1, at.col);
    case 'ArrowDown':
      return go(far ? endOf(size) : at.row + 1, at.col);
    case 'ArrowLeft':
      return go(at.row, far ? 0 : at.col - 1);
    case 'ArrowRight':
      return go(at.row, far ? cols - 1 : at.col + 1);
    case 'Home':
      return go(far ? 0 : at.row, 0);
    case 'End':
      return go(far ? endOf(size) : at.row, cols - 1);
    case 'PageUp':
      return go(at.row - page, at.col);
    case 'PageDown':
      return go(at.row + page, at.col);
    case 'Tab':
      return far ? undefined : tab(at, rows, cols, key.shiftKey);
    case 'Enter':
      return { kind: 'edit' };
    case 'F2':
      return { kind: key.shiftKey ? 'comment' : 'edit' };
    case ' ':
      return { kind: key.shiftKey ? 'choose' : 'space' };
    case 'ContextMenu':
      return { kind: 'menu' };
    case 'F10':
      return key.shiftKey ? { kind: 'menu' } : undefined;
    case 'Delete':
    case 'Backspace':
      return far ? undefined : { kind: 'clear' };
    case 'Escape':
      return { kind: 'leave' };
  }
  // A key that begins a letter of several: the letter itself comes to the editor.
  if (key.key === 'Dead' || key.key === 'Process') return { kind: 'compose' };
  if (!far && at.col === 0) return undefined;
  if (!far) return Array.from(key.key).length === 1 ? { kind: 'type', text: key.key } : undefined;
  switch (latinLetter(key)) {
    case 'a':
      return { kind: 'all' };
    case 'd':
      return { kind: 'fill' };
    case 'z':
      return { kind: key.shiftKey ? 'redo' : 'undo' };
    case 'y':
      return { kind: 'redo' };
    default:
      return undefined;
  }
}

const clamp = (value: number, count: number): number => Math.min(Math.max(0, value), count - 1);

/** The next cell in reading order; beyond the last one the focus leaves the grid. */
function tab({ row, col }: Cell, rows: number, cols: number, back: boolean): Intent | undefined {
  const at = row * cols + col + (back ? -1 : 1);
  return at < 0 || at >= rows * cols
    ? undefined
    : { kind: 'go', to: { row: Math.floor(at / cols), col: at % cols }, extend: false };
}
