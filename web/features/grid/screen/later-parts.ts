import { part } from '../../../ui/part.ts';

/** The parts of the grid that nobody sees before they act, and that no change of a row needs. */
export const RowDrawer = part(async () => (await import('../drawer/RowDrawer.tsx')).RowDrawer);
export const PasteDialog = part(async () => (await import('../cells/PasteDialog.tsx')).PasteDialog);
export const Issues = part(async () => (await import('../issues/Issues.tsx')).Issues);

/** Loads them as soon as somebody reaches for the grid, so that they open at once. */
export const preloadLaterParts = (): void =>
  [RowDrawer, PasteDialog, Issues].forEach(later => later.preload());
