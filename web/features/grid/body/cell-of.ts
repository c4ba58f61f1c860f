import type { Cell } from '../model/keymap.ts';

/** The cell that an element of the grid is in. */
export const cellOf = (target: EventTarget): Cell | undefined => {
  const cell = (target as Element).closest<HTMLElement>('[data-cell]');
  const [row, col] = cell?.dataset['cell']?.split(':').map(Number) ?? [];
  return row === undefined || col === undefined ? undefined : { row, col };
};

/** Whether an element is in the editor of a cell. */
export const inEditor = (target: EventTarget): boolean =>
  (target as Element).closest('[data-editor]') !== null;
