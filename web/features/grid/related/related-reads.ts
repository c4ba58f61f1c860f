import { memberOf, type Json } from '@hzm/contracts/core/json';
import { queryRows } from '@hzm/contracts/features/rows/api';
import { asApiError } from '../../../lib/api-error.ts';
import { send } from '../../../lib/http.ts';
import type { Row } from '../model/row.ts';

/** Rows that a search offers. */
const MAX_FOUND = 20;
const byId = { fieldKey: 'id' } as const;

/** A row of a target table, by the value that it is shown by. */
export interface ReadRow {
  readonly id: string;
  readonly value: Json;
}

type Asked = NonNullable<Parameters<typeof send<typeof queryRows>>[1]>['body'];

async function ask(
  tableId: string,
  fieldId: string | undefined,
  body: Partial<NonNullable<Asked>>,
  { waitFor, signal }: { readonly waitFor?: string | undefined; readonly signal?: AbortSignal },
): Promise<readonly ReadRow[]> {
  const { data } = await send(
    queryRows,
    {
      params: { tableId },
      query: byId,
      body: { page: 1, count: 'none', order: ['asc'], limit: MAX_FOUND, ...body },
    },
    { waitFor, ...(signal && { signal }) },
  );
  return (data.rows as unknown as Row[]).map(row => ({
    id: row.id,
    value: (fieldId === undefined ? null : memberOf(row, fieldId)) ?? null,
  }));
}

/** Reads rows by their ids, at least as new as `waitFor`; missing ones were deleted. */
export async function readByIds(
  tableId: string,
  fieldId: string | undefined,
  ids: readonly string[],
  waitFor: string | undefined,
): Promise<readonly ReadRow[]> {
  try {
    return await ask(
      tableId,
      fieldId,
      { filter: { id: { in: [...ids] } }, limit: ids.length },
      { waitFor },
    );
  } catch (error) {
    // Large rows come in smaller parts.
    if (asApiError(error).status !== 413 || ids.length < 2) throw error;
    const half = Math.ceil(ids.length / 2);
    const parts = await Promise.all(
      [ids.slice(0, half), ids.slice(half)].map(some => readByIds(tableId, fieldId, some, waitFor)),
    );
    return parts.flat();
  }
}

/** Reads the rows whose text in a field is one of these. */
export const readByTexts = (
  tableId: string,
  fieldId: string,
  texts: readonly string[],
): Promise<readonly ReadRow[]> =>
  ask(tableId, fieldId, { filter: { [fieldId]: { in: [...texts] } }, limit: 2 * texts.length }, {});

/** Finds the first rows that contain a text in a field; with no text, the first rows. */
export const findRows = (
  tableId: string,
  fieldId: string | undefined,
  text: string,
  signal: AbortSignal,
): Promise<readonly ReadRow[]> =>
  ask(
    tableId,
    fieldId,
    {
      ...(fieldId !== undefined && { sort: [fieldId] }),
      ...(fieldId !== undefined && text !== '' && { filter: { [fieldId]: text } }),
    },
    { signal },
  );
