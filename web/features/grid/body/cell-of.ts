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

/** Opens the link in the cell of an element. @returns whether there is one */
export function openLink(target: Element): boolean {
  const link = target.closest('[data-cell]')?.querySelector<HTMLAnchorElement>('a[data-link]');
  if (!link) return false;
  // Not pressed: with Ctrl a browser would open an empty tab for a mail program, too.
  if (link.target === '_blank') window.open(link.href, '_blank', 'noopener,noreferrer');
  else location.assign(link.href);
  return true;
}
