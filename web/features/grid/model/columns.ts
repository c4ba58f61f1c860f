import { memberOf, sameJson } from '@hzm/contracts/core/json';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';

/**
 * One person's arrangement of a table's columns, by field id. Columns that it does not name are as
 * the table has them.
 */
export interface Arrangement {
  readonly order: readonly string[];
  /** In pixels, of the columns that were given a width. */
  readonly widths: { readonly [fieldId: string]: number };
  readonly hidden: readonly string[];
  /** Columns that stay in sight while others scroll; absent: the first text. */
  readonly frozen?: readonly string[];
}

export const unarranged: Arrangement = { order: [], widths: {}, hidden: [] };

/** One column as it is drawn. */
export interface Column {
  readonly field: Field;
  /**
   * In pixels: exactly when `isSized`, else at least, and what a window has left over is shared.
   */
  readonly width: number;
  readonly isSized: boolean;
  readonly isFrozen: boolean;
}

/** Widths of the row's own column, and of the one after the last field, in pixels. */
export const ROW_HEAD_WIDTH_PX = 72;
const TAIL_WIDTH_PX = 52;
export const MIN_COLUMN_WIDTH_PX = 64;
export const MAX_COLUMN_WIDTH_PX = 800;

const usual = 140;
const widths: Partial<Record<FieldType, number>> = {
  string: 200,
  text: 260,
  boolean: 160,
  datetime: 170,
  timestamp: 170,
  created_at: 170,
  updated_at: 170,
  auto_number: 110,
  file: 220,
  currency: 160,
  object: 240,
  array: 220,
  matrix: 220,
  vector: 200,
  tensor: 240,
  dataset: 240,
  coordinates: 220,
  foreign_key: 200,
  relationship: 200,
  reference: 200,
};
const isText = ({ type }: Field): boolean => type === 'string' || type === 'text';

/**
 * Fields in a person's order. One that it does not name stands behind the field that is before it
 * in the table.
 */
export function ordered(fields: readonly Field[], order: readonly string[]): readonly Field[] {
  const byId = new Map(fields.map(field => [field.id, field]));
  const placed = [...new Set(order)].flatMap(id => byId.get(id) ?? []);
  const named = new Set(placed);
  for (const [at, field] of fields.entries())
    if (!named.has(field))
      placed.splice(at === 0 ? 0 : placed.indexOf(fields[at - 1]!) + 1, 0, field);
  return placed;
}

/** The columns of fields from left to right, without those that are hidden. */
export function columnsOf(
  fields: readonly Field[],
  { order, widths: given, hidden, frozen }: Arrangement,
): readonly Column[] {
  const shown = ordered(fields, order).filter(({ id }) => !hidden.includes(id));
  const kept =
    frozen ??
    shown
      .filter(isText)
      .slice(0, 1)
      .map(({ id }) => id);
  return shown.map(field => {
    const width = memberOf(given, field.id);
    return {
      field,
      width: width ?? widths[field.type] ?? usual,
      isSized: width !== undefined,
      isFrozen: kept.includes(field.id),
    };
  });
}

/** The grid's columns as CSS. */
export const templateOf = (columns: readonly Column[]): string =>
  [
    `${ROW_HEAD_WIDTH_PX}px`,
    ...columns.map(({ width, isSized }) =>
      isSized ? `${width}px` : `minmax(${width}px, ${width}fr)`,
    ),
    `${TAIL_WIDTH_PX}px`,
  ].join(' ');

/** Returns the minimum width of all columns, in pixels. */
export const totalWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width, ROW_HEAD_WIDTH_PX + TAIL_WIDTH_PX);

/** The part of a window that frozen columns may occupy, with the row's own. */
const FROZEN_PART = 0.6;

/**
 * Returns the left edge of each frozen column, in pixels from the window's left edge, by index. A
 * narrow window freezes fewer, from the left, so that some are left to scroll.
 */
export function heldAt(columns: readonly Column[], window: number): ReadonlyMap<number, number> {
  const held = new Map<number, number>();
  let left = ROW_HEAD_WIDTH_PX;
  for (const [at, { width, isFrozen }] of columns.entries()) {
    if (!isFrozen) continue;
    if (left + width > window * FROZEN_PART) break;
    held.set(at, left);
    left += width;
  }
  return held;
}

/** The columns with one of them at the `to`-th place of those that are shown. */
export function moved(
  fields: readonly Field[],
  arrangement: Arrangement,
  id: string,
  to: number,
): Arrangement {
  const all = ordered(fields, arrangement.order).map(field => field.id);
  const rest = all.filter(one => one !== id);
  const shown = rest.filter(one => !arrangement.hidden.includes(one));
  const before = shown[Math.max(0, to)];
  return {
    ...arrangement,
    order: rest.toSpliced(before === undefined ? rest.length : rest.indexOf(before), 0, id),
  };
}

export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_COLUMN_WIDTH_PX, Math.max(MIN_COLUMN_WIDTH_PX, width)));

/**
 * One column with a width; those before it keep the width that they have now, so that its edge
 * follows the pointer. `now`: of all columns from the left, in pixels.
 */
export function resized(
  arrangement: Arrangement,
  columns: readonly Column[],
  now: readonly number[],
  id: string,
  width: number,
): Arrangement {
  const at = columns.findIndex(({ field }) => field.id === id);
  const before = columns
    .slice(0, Math.max(0, at))
    .map(({ field }, n) => [field.id, clampWidth(now[n] ?? columns[n]!.width)] as const);
  return {
    ...arrangement,
    widths: { ...arrangement.widths, ...Object.fromEntries(before), [id]: clampWidth(width) },
  };
}

const toggled = (ids: readonly string[], id: string, on: boolean): readonly string[] =>
  on ? [...ids.filter(one => one !== id), id] : ids.filter(one => one !== id);

export const withHidden = (
  arrangement: Arrangement,
  id: string,
  isHidden: boolean,
): Arrangement => ({ ...arrangement, hidden: toggled(arrangement.hidden, id, isHidden) });

/**
 * `columns`: as they are shown now, so that the first choice begins with what is kept by itself.
 */
export const withFrozen = (
  arrangement: Arrangement,
  columns: readonly Column[],
  id: string,
  isFrozen: boolean,
): Arrangement => ({
  ...arrangement,
  frozen: toggled(
    arrangement.frozen ?? columns.filter(column => column.isFrozen).map(({ field }) => field.id),
    id,
    isFrozen,
  ),
});

export const isArranged = ({ order, widths: given, hidden, frozen }: Arrangement): boolean =>
  order.length > 0 || hidden.length > 0 || frozen !== undefined || Object.keys(given).length > 0;

/** Whether two arrangements show the same. */
export const sameArrangement = (one: Arrangement, other: Arrangement): boolean =>
  sameJson({ ...one }, { ...other });

const idsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(id => typeof id === 'string') : [];

/** An arrangement that was kept as JSON; what makes no sense in it counts as absent. */
export function arrangementOf(kept: string | null): Arrangement {
  try {
    const {
      order,
      widths: given,
      hidden,
      frozen,
    } = { ...(JSON.parse(kept ?? '{}') as Record<string, unknown>) };
    const sizes =
      typeof given === 'object' && given !== null
        ? Object.entries(given).flatMap(([id, width]) =>
            typeof width === 'number' && Number.isFinite(width)
              ? [[id, clampWidth(width)] as const]
              : [],
          )
        : [];
    return {
      order: idsIn(order),
      widths: Object.fromEntries(sizes),
      hidden: idsIn(hidden),
      ...(Array.isArray(frozen) && { frozen: idsIn(frozen) }),
    };
  } catch {
    return unarranged;
  }
}
