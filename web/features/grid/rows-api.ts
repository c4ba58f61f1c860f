import type { InputOf } from '@hzm/contracts/core/call';
import { addRow, changeRow, getRow, listRows, removeRow } from '@hzm/contracts/features/rows/api';
import { asApiError, type ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';
import type { Op } from './model/op.ts';
import type { Outcome } from './model/resolve.ts';
import type { Row } from './model/row.ts';
import type { View } from './model/view.ts';

type Body = InputOf<typeof addRow>['body'];

export interface RowsPage {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** One page of a table, the newest rows first unless the view says otherwise, at least as new as `waitFor`. Throws ApiError. */
export async function readPage(tableId: string, { page, limit, sort, order, filters }: View, waitFor: string | null): Promise<RowsPage> {
  const query = { page, limit, order: sort === undefined ? 'desc' as const : order, ...(sort !== undefined && { sort }), ...(Object.keys(filters).length > 0 && { filter: filters }) };
  const { data } = await send(listRows, { params: { tableId }, query }, waitFor === null ? {} : { waitFor });
  return { rows: data.rows as unknown as Row[], total: data.pagination.total ?? data.rows.length };
}

/** One row, at least as new as `waitFor`; undefined when there is none. Throws ApiError. */
export async function readRow(tableId: string, rowId: string, waitFor: string | null): Promise<Row | undefined> {
  try {
    return (await send(getRow, { params: { tableId, rowId } }, waitFor === null ? {} : { waitFor })).data.row as unknown as Row;
  } catch (error) {
    if (asApiError(error).status === 404) return undefined;
    throw error;
  }
}

/** Sends what somebody did, under its own id, and says how that ended. Never throws. */
export async function sendOp(tableId: string, op: Op): Promise<Outcome> {
  const params = { tableId, rowId: op.rowId };
  const options = { requestId: op.id, ...(op.sentFor !== undefined && op.kind !== 'add' && { ifMatch: op.sentFor }) };
  try {
    if (op.kind === 'remove') await send(removeRow, { params }, options);
    if (op.kind === 'remove') return { kind: 'done', row: undefined };
    const { data } = op.kind === 'add' ? await send(addRow, { params: { tableId }, body: op.values as Body }, options) : await send(changeRow, { params, body: { [op.field]: op.value } as Body }, options);
    return { kind: 'done', row: data.row as unknown as Row };
  } catch (error) {
    return outcomeOf(asApiError(error), op);
  }
}

/** What a failure means for an op. Only a refusal of what it says ends it: everything else is tried again. */
export function outcomeOf(error: ApiError, op: Op): Outcome {
  if (error.code === 'OFFLINE_ERROR') return { kind: 'unsent' };
  if (error.status === 412) return { kind: 'changed', current: (error.data as { current: Row }).current };
  if (error.status === 404 && op.kind === 'remove') return { kind: 'done', row: undefined };
  if (error.status === 404 && op.kind === 'edit') return { kind: 'gone' };
  if (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500) return { kind: 'again', code: error.code };
  const details = error.details.map(({ path, message }) => (op.kind === 'edit' ? message : `${path}: ${message}`));
  return { kind: 'refused', reason: details.length > 0 ? details.join(' · ') : error.message };
}
