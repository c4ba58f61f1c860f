import { rowHeights, type RowHeight } from '@hzm/contracts/features/saved-views/row-height';
import { ROW_HEIGHT_PX, TOUCHED_ROW_HEIGHT_PX } from './geometry.ts';

const lines: Readonly<Record<RowHeight, number>> = { medium: 2, tall: 4, 'extra-tall': 6 };

/** The height of an address; what makes no sense is none. */
export const heightOf = (value: unknown): RowHeight | undefined =>
  rowHeights.find(height => height === value);

export const linesOf = (height: RowHeight | undefined): number => (height ? lines[height] : 1);

/** Height of a further line of text, in pixels: chips are as high. */
export const LINE_PX = 24;

/** Returns the pixels of a row. @param isTouched fingers need larger rows than a pointer */
export const rowPixels = (height: RowHeight | undefined, isTouched: boolean): number =>
  (isTouched ? TOUCHED_ROW_HEIGHT_PX : ROW_HEIGHT_PX) + (linesOf(height) - 1) * LINE_PX;
