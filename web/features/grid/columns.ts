import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';

/** Of the row's own column, in pixels. */
export const ROW_HEAD = 72;

const narrow = 140;
const widths: Partial<Record<FieldType, number>> = {
  string: 200, text: 260, boolean: 110, date: narrow, datetime: 170, timestamp: 170, time: 110, currency: 160, object: 240, array: 220,
  matrix: 220, vector: 200, tensor: 240, dataset: 240, coordinates: 220, foreign_key: 200, relationship: 200, reference: 200,
};

/** The grid's columns as CSS: every field at least as wide as its type needs, and what is left over shared. */
export const columnsOf = (fields: readonly Field[]): string =>
  [`${ROW_HEAD}px`, ...fields.map(({ type }) => { const width = widths[type] ?? narrow; return `minmax(${width}px, ${width}fr)`; })].join(' ');

export const widthOf = (fields: readonly Field[]): number => fields.reduce((sum, { type }) => sum + (widths[type] ?? narrow), ROW_HEAD);
