import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { FitValue } from '@hzm/contracts/features/rows/fit';
import type { Field } from '@hzm/contracts/features/tables/table';
import { rowDocs, type RowDoc } from '@hzm/projections/features/rows/rows';
import type { Engine } from '@hzm/services/core/engine';
import { letGo } from '@hzm/services/core/ports/memory';
import { slice, type Pause } from '@hzm/services/core/ports/slices';

/**
 * Rows, or bytes of rows, that are read together, a part of a slice; and rows that one request
 * reads in all.
 */
const PAGE_ROWS = 100;
const PAGE_BYTES = 262_144;
const MAX_ROWS = 20_000;
const MAX_NAME_LENGTH = 60;
/** Maximum length of a quoted value, in code units of its JSON. */
const MAX_VALUE_LENGTH = 200;

/** The rows that one request may still read; `by` is the account whose turns it takes. */
export interface Looking {
  left: number;
  readonly by: string;
}
/** @param parts what shares those rows evenly, each with a budget of its own */
export const looking = (by: string, parts = 1): Looking => ({
  left: Math.ceil(MAX_ROWS / Math.max(1, parts)),
  by,
});

/**
 * Looks at the rows of a table, in the order in which they came, as long as `look` says so. Returns
 * how many were looked at, and whether these are all.
 */
export async function throughRows(
  { model }: Pick<Engine, 'model'>,
  tableId: string,
  budget: Looking,
  look: (row: RowDoc) => boolean,
  pause: Pause = slice,
): Promise<{ readonly rows: number; readonly isAll: boolean }> {
  let [rows, cursor] = [0, undefined as string | undefined];
  do {
    if (budget.left <= 0) return { rows, isAll: false };
    const passed = letGo();
    const found = await model.find({
      collection: rowDocs,
      partition: tableId,
      limit: Math.min(PAGE_ROWS, budget.left),
      bytes: { most: PAGE_BYTES },
      by: budget.by,
      ...(cursor !== undefined && { cursor }),
    });
    for (const row of found.docs) {
      if (!look(row)) return { rows, isAll: false };
      rows += 1;
    }
    budget.left -= found.docs.length;
    cursor = found.nextCursor;
    passed();
    await pause();
  } while (cursor !== undefined);
  return { rows, isAll: true };
}

export const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '';

/** Returns the name of a row for people: its first text. */
export function nameOf(
  fields: readonly Pick<Field, 'id' | 'type' | 'isHidden'>[],
  { values }: RowDoc,
): string {
  const text = fields
    .filter(({ type, isHidden }) => !isHidden && (type === 'string' || type === 'text'))
    .map(({ id }) => memberOf(values, id))
    .find(value => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.slice(0, MAX_NAME_LENGTH) : '';
}

/** A value, or the beginning of what it is as JSON. */
export const brief = (value: Json): FitValue =>
  JSON.stringify(value).length > MAX_VALUE_LENGTH
    ? `${JSON.stringify(value).slice(0, MAX_VALUE_LENGTH)}…`
    : (value as FitValue);
