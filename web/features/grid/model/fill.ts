import type { Range } from './selection.ts';

/**
 * Returns the source cell of a cell in a fill: the source repeats over the target, which has it at
 * a corner.
 */
export const sourceOf = (
  source: Range,
  row: number,
  col: number,
): { readonly row: number; readonly col: number } => ({
  row: source.top + modulo(row - source.top, source.bottom - source.top + 1),
  col: source.left + modulo(col - source.left, source.right - source.left + 1),
});

/**
 * The range that a fill reaches when its handle is pulled to a cell: the source grown to one side
 * only, the farther one.
 */
export function filledTo(source: Range, row: number, col: number): Range {
  const down = Math.max(row - source.bottom, source.top - row, 0);
  const across = Math.max(col - source.right, source.left - col, 0);
  if (down === 0 && across === 0) return source;
  return down >= across
    ? { ...source, top: Math.min(source.top, row), bottom: Math.max(source.bottom, row) }
    : {
        ...source,
        left: Math.max(1, Math.min(source.left, col)),
        right: Math.max(source.right, col),
      };
}

export const isWithin = ({ top, bottom, left, right }: Range, row: number, col: number): boolean =>
  row >= top && row <= bottom && col >= left && col <= right;

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
