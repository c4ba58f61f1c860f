import type { Cell } from './keymap.ts';

/** A rectangle of cells, all edges within. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export const rangeOf = (a: Cell, b: Cell): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.col, b.col),
  right: Math.max(a.col, b.col),
});

export const isOne = ({ top, bottom, left, right }: Range): boolean =>
  top === bottom && left === right;
