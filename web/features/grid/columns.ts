import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';

/** Of the row's own column, in pixels. */
export const ROW_HEAD = 72;

const narrow = 140;
const widths: Partial<Record<FieldType, number>> = {
  string: 200, text: 260, boolean: 110, date: narrow, datetime: 170, timestamp: 170, time: 110, currency: 160, object: 240, array: 220,
  matrix: 220, vector: 200, tensor: 240, dataset: 240, coordinates: 220, foreign_key: 200, relationship: 200, reference: 200,
};

/** How wide each field's column is at least, in pixels; what a window has left over is shared. */
export const widthsOf = (fields: readonly Field[]): readonly number[] => fields.map(({ type }) => widths[type] ?? narrow);

/** The grid's columns as CSS. */
export const columnsOf = (columns: readonly number[]): string => [`${ROW_HEAD}px`, ...columns.map(width => `minmax(${width}px, ${width}fr)`)].join(' ');

export const totalWidth = (columns: readonly number[]): number => columns.reduce((sum, width) => sum + width, ROW_HEAD);
