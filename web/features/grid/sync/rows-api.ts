import type { InputOf } from '@hzm/contracts/core/call';
import { isJsonObject, memberOf } from '@hzm/contracts/core/json';
import {
  addRow,
  bulkRows,
  changeRow,
  getRow,
  listRows,
  queryRows,
  removeRow,
  restoreRow,
} from '@hzm/contracts/features/rows/api';
import { findPlace } from '@hzm/contracts/features/rows/find-api';
import { asApiError, type ApiError } from '../../../lib/api-error.ts';
import { send } from '../../../lib/http.ts';
import type { Batch, BatchOutcome } from '../model/batch.ts';
import type { Filters } from '../model/filter.ts';
import type { Op } from '../model/op.ts';
import type { PlacedRow } from '../model/page-index.ts';
import type { Outcome } from '../model/resolve.ts';
import type { Row } from '../model/row.ts';
import { sortingText, type Sorting } from '../model/sorting.ts';
import type { View } from '../model/view.ts';
import { jsonFilters, jsonWhere, type Where } from '../model/where.ts';

type Body = InputOf<typeof addRow>['body'];

/** Fields go by id: a rename of a field changes nothing of what is under way. */
const byId = { fieldKey: 'id' } as const;

export interface RowsPage {
  readonly rows: readonly Row[];
  readonly total: number;
  /** A row that was on this page before, and its place now. */
  readonly anchor?: PlacedRow | undefined;
}

/** The most that one answer holds. */
const MAX_PAGE_ROWS = 1_000;

/** The rows from one index of a view to another, however many pages that takes. Throws ApiError. */
export async function readRange(
  tableId: string,
  view: View,
  first: number,
  last: number,
  waitFor: string | null,
): Promise<readonly Row[]> {
  const limit = Math.min(MAX_PAGE_ROWS, last - first + 1);
  const rows: Row[] = [];
  const start = Math.floor(first / limit);
  for (let page = start; page * limit <= last; page++)
    rows.push(...(await readPage(tableId, { ...view, page: page + 1, limit }, waitFor)).rows);
  return rows.slice(first - start * limit, last - start * limit + 1);
}

/**
 * One page of a table, the newest rows first unless the view says otherwise, at least as new as
 * `waitFor`. Throws ApiError.
 */
export async function readPage(
  tableId: string,
  view: Omit<View, 'limit'> & { readonly limit: number },
  waitFor: string | null,
): Promise<RowsPage> {
  try {
    return await askPage(tableId, view, waitFor);
  } catch (error) {
    const fits = fittingLimit(asApiError(error));
    if (fits === undefined || fits >= view.limit) throw error;
    return readApart(tableId, view, fits, waitFor);
  }
}

/** Returns the number of rows that fit into an answer that was refused as too large. */
const fittingLimit = ({ status, data }: ApiError): number | undefined =>
  status === 413 ? (data as { limit?: number } | undefined)?.limit : undefined;

/** A page of large rows, read as smaller pages that cover it. */
async function readApart(
  tableId: string,
  view: Omit<View, 'limit'> & { readonly limit: number },
  limit: number,
  waitFor: string | null,
): Promise<RowsPage> {
  const [first, end] = [(view.page - 1) * view.limit, view.page * view.limit];
  const start = Math.floor(first / limit);
  const rows: Row[] = [];
  for (let page = start, total = end; ; page++) {
    const part = await readPage(tableId, { ...view, page: page + 1, limit }, waitFor);
    rows.push(...part.rows);
    ({ total } = part);
    if ((page + 1) * limit >= Math.min(end, total))
      return { rows: rows.slice(first - start * limit, end - start * limit), total };
  }
}

async function askPage(
  tableId: string,
  { page, limit, sort: sorting, filters, where }: Omit<View, 'limit'> & { readonly limit: number },
  waitFor: string | null,
): Promise<RowsPage> {
  const { sort, order } = sortingText(sorting);
  const query = {
    ...byId,
    page,
    limit,
    order: sort === undefined ? 'desc' : (order ?? 'asc'),
    ...(sort !== undefined && { sort }),
    ...(Object.keys(filters).length > 0 && { filter: filters }),
  };
  const options = waitFor === null ? {} : { waitFor };
  const { data } = where
    ? await send(
        queryRows,
        {
          params: { tableId },
          query: byId,
          body: { page, limit, ...inJson(sorting, filters, where) },
        },
        options,
      )
    : await send(listRows, { params: { tableId }, query }, options);
  return { rows: data.rows as unknown as Row[], total: data.pagination.total ?? data.rows.length };
}

/** Sorting and conditions as a query in JSON has them. */
export const inJson = (sorting: Sorting, filters: Filters, where: Where | undefined) => ({
  ...(sorting.length === 0
    ? { order: ['desc' as const] }
    : {
        sort: sorting.map(({ field }) => field),
        order: sorting.map(({ order }) => order),
      }),
  filter: jsonFilters(filters),
  ...(where && {
    where: jsonWhere(where) as NonNullable<InputOf<typeof queryRows>['body']['where']>,
  }),
});

/** One row, at least as new as `waitFor`; undefined when there is none. Throws ApiError. */
export async function readRow(
  tableId: string,
  rowId: string,
  waitFor: string | null,
): Promise<Row | undefined> {
  try {
    return (
      await send(
        getRow,
        { params: { tableId, rowId }, query: byId },
        waitFor === null ? {} : { waitFor },
      )
    ).data.row;
  } catch (error) {
    if (asApiError(error).status === 404) return undefined;
    throw error;
  }
}

/** Returns the number of rows before a row; null if the query does not find it. Throws ApiError. */
export async function readPlace(
  tableId: string,
  rowId: string,
  conditions: ReturnType<typeof inJson>,
  options: { readonly signal?: AbortSignal; readonly waitFor?: string | undefined },
): Promise<number | null> {
  const input = { params: { tableId, rowId }, query: byId, body: conditions };
  return (await send(findPlace, input, options)).data.place;
}

/** Sends what somebody did, under its own id, and says how that ended. Never throws. */
export async function sendOp(tableId: string, op: Op): Promise<Outcome> {
  const params = { tableId, rowId: op.rowId };
  const options = {
    requestId: op.id,
    ...(op.sentFor !== undefined && op.kind !== 'add' && { ifMatch: op.sentFor }),
  };
  try {
    if (op.kind === 'remove') await send(removeRow, { params, query: byId }, options);
    if (op.kind === 'remove') return { kind: 'done', row: undefined };
    if (op.kind === 'restore')
      return {
        kind: 'done',
        row: (await send(restoreRow, { params, query: byId, body: {} }, { requestId: op.id })).data
          .row as unknown as Row,
      };
    const { data } =
      op.kind === 'add'
        ? await send(addRow, { params: { tableId }, query: byId, body: op.values }, options)
        : await send(changeRow, { params, query: byId, body: { [op.field]: op.value } }, options);
    return { kind: 'done', row: data.row as unknown as Row };
  } catch (error) {
    return outcomeOf(asApiError(error), op);
  }
}

/**
 * Sends edits of many rows, or many rows to add, to remove or to bring back, all or nothing, and
 * says how that ended. Never throws.
 */
export async function sendBatch(tableId: string, batch: Batch): Promise<BatchOutcome> {
  try {
    const { data } = await send(
      bulkRows,
      { params: { tableId }, query: byId, body: bodyOf(batch) },
      { requestId: batch.id },
    );
    return { kind: 'done', rows: (data.rows ?? []) as unknown as Row[] };
  } catch (error) {
    return batchOutcomeOf(asApiError(error), batch);
  }
}

function bodyOf(batch: Batch): InputOf<typeof bulkRows>['body'] {
  switch (batch.kind) {
    case 'adds':
      return { rows: batch.adds.map(({ values }) => values as Body) };
    case 'updates':
      return { updates: batch.updates as never };
    case 'removes':
      return { deletes: [...batch.rowIds] };
    case 'restores':
      return { restores: [...batch.rowIds] };
  }
}

/** Returns the outcome of a failed batch. A refusal that names no cell refuses all of them. */
export function batchOutcomeOf(error: ApiError, batch: Batch): BatchOutcome {
  // 409: the id is known with another body. What was written then is here, or will be, and what was
  // not goes under another id.
  if (
    error.code === 'OFFLINE_ERROR' ||
    (error.status === 409 && !isFieldGone(error) && !isRefused(error, batch))
  )
    return { kind: 'unsent' };
  if (error.status === 412)
    return { kind: 'changed', current: (error.data as { current: Row[] }).current };
  if (isTransient(error)) return { kind: 'again', code: error.code, waitMs: error.waitMs };
  if (batch.kind === 'adds')
    return {
      kind: 'refused',
      reasons: refusedRows(
        error,
        /^rows\.(\d+)\.?(.*)$/,
        batch.adds.map(({ rowId }) => rowId),
      ),
    };
  if (batch.kind === 'removes') return refusedRemoves(error, batch.rowIds);
  if (batch.kind === 'restores')
    return error.status === 413
      ? { kind: 'apart' }
      : { kind: 'refused', reasons: refusedRows(error, /^restores\.(\d+)\.?(.*)$/, batch.rowIds) };
  const { updates } = batch;
  const rowOf = (path: string): string => updates[Number(path.split('.')[1])]?.id ?? '';
  if (error.status === 404 && error.details.length > 0)
    return {
      kind: 'gone',
      rowIds: error.details.map(({ path }) => rowOf(path)).filter(id => id !== ''),
    };
  if (error.status === 404) return { kind: 'gone', rowIds: updates.map(update => update.id) };
  const reasons = error.details
    .filter(({ path }) => path.startsWith('updates.'))
    .map(({ path, message }) => ({
      rowId: rowOf(path),
      field: path.split('.').slice(3).join('.'),
      reason: message,
      ...goneMark(error),
    }));
  const all = updates.flatMap(update =>
    Object.keys(update.values).map(field => ({ rowId: update.id, field, reason: error.message })),
  );
  return { kind: 'refused', reasons: reasons.length > 0 ? reasons : all };
}

/** Rows that were not removed: some are gone already, or none may go. */
function refusedRemoves(error: ApiError, rowIds: readonly string[]): BatchOutcome {
  if (error.status !== 404)
    return { kind: 'refused', reasons: rowIds.map(rowId => ({ rowId, reason: error.message })) };
  const named = error.details.flatMap(({ path }) => rowIds[Number(path.split('.')[1])] ?? []);
  return { kind: 'gone', rowIds: named.length > 0 ? named : rowIds };
}

/** Rows that were refused: those that are named, each with what is wrong, or all. */
function refusedRows(
  error: ApiError,
  path: RegExp,
  rowIds: readonly string[],
): Extract<BatchOutcome, { kind: 'refused' }>['reasons'] {
  const named = error.details.flatMap(detail => {
    const [, at = '', field = ''] = path.exec(detail.path) ?? [];
    const rowId = rowIds[Number(at)];
    return at === '' || rowId === undefined
      ? []
      : [
          {
            rowId,
            reason: field === '' ? detail.message : `${field}: ${detail.message}`,
            ...goneMark(error),
          },
        ];
  });
  return named.length > 0 ? named : rowIds.map(rowId => ({ rowId, reason: error.message }));
}

/** A field that is named was removed: only then a 409 has details. */
const isFieldGone = ({ status, details }: ApiError): boolean =>
  status === 409 && details.length > 0;

/**
 * Whether rows of other tables are the reason: they are told, or the id of the request is new, so
 * that it cannot be known with another body.
 */
const isRefused = ({ data }: ApiError, batch: Batch): boolean =>
  (isJsonObject(data) && memberOf(data, 'pointing') !== undefined) ||
  ((batch.kind === 'removes' || batch.kind === 'restores') && !batch.isAgain);

const goneMark = (error: ApiError): { readonly isFieldGone?: true } =>
  isFieldGone(error) ? { isFieldGone: true } : {};

/** It may go well the next time. */
const isTransient = ({ status }: ApiError): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;

/**
 * Returns the outcome of a failed edit. Only a refusal of its content ends it; every other failure
 * is retried.
 */
export function outcomeOf(error: ApiError, op: Op): Outcome {
  if (error.code === 'OFFLINE_ERROR') return { kind: 'unsent' };
  if (error.status === 412)
    return { kind: 'changed', current: (error.data as { current: Row }).current };
  if (error.status === 404 && op.kind === 'remove') return { kind: 'done', row: undefined };
  if (error.status === 404 && op.kind === 'edit') return { kind: 'gone' };
  if (isTransient(error)) return { kind: 'again', code: error.code, waitMs: error.waitMs };
  const details = error.details.map(({ path, message }) =>
    op.kind === 'edit' ? message : `${path}: ${message}`,
  );
  const reason = details.length > 0 ? details.join(' · ') : error.message;
  return { kind: 'refused', reason, ...goneMark(error) };
}
