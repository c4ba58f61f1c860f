import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import { wholePage } from '@hzm/services/core/answer-page';
import { handle, type Context } from '@hzm/services/core/engine';
import { BadCursor } from '@hzm/services/core/ports/read-model';
import { withReadModelAsOf } from '../history/point-in-time.ts';
import { fieldsOf, tableDoc } from '../tables/view.ts';
import { rowDoc } from './snapshot.ts';
import { bulkHandlers } from './bulk-handlers.ts';
import { findOf } from './query.ts';
import { adding, changing, removing } from './row-commands.ts';
import { versionHandlers } from './version-handlers.ts';
import { rowOf, rowOfState, rowsOfBytes } from './view.ts';

/** The engine, the table and its fields, as they are or as they were. */
async function place(context: Context, params: { tableId: string; rowId?: string; projectId?: string | undefined }, asOf?: string) {
  const { tableId, rowId } = params;
  const projectId = params.projectId ?? (await tableDoc(context.engine, tableId)).projectId;
  const then = await withReadModelAsOf(context, { projectId, tableId, ...(rowId !== undefined && { rowId }) }, asOf);
  const table = await tableDoc(then, tableId, projectId);
  return { engine: then, table, fields: fieldsOf(table) };
}

export const handlers = [
  ...bulkHandlers,
  ...versionHandlers,

  handle(api.listRows, async (context, { params, query }) => {
    const { engine, table, fields } = await place(context, params, query.asOf);
    const found = await engine.model.find(findOf(table.id, fields, query)).catch((error: unknown) => {
      throw error instanceof BadCursor ? new Problem('VALIDATION_ERROR', { details: [{ path: 'cursor', message: { key: 'cursor-unknown' } }] }) : error;
    });
    const { total, nextCursor } = query.cursor === undefined ? wholePage(found, query.limit) : found;
    const { bytewise } = found;
    return {
      ...(bytewise && { isBytewise: true }),
      data: {
        rows: bytewise ? rowsOfBytes(bytewise, fields) : found.docs.map(doc => rowOf(doc, fields)),
        pagination: {
          page: query.page, limit: query.limit,
          ...(total === undefined ? {} : { total, totalPages: Math.ceil(total / query.limit) }),
          ...(nextCursor === undefined ? {} : { nextCursor }),
        },
      },
    };
  }),

  handle(api.getRow, async (context, { params, query: { asOf } }) => {
    const { engine, table, fields } = await place(context, params, asOf);
    const doc = await rowDoc(engine, table.id, params.rowId);
    if (!doc) throw new Problem('NOT_FOUND');
    return { data: { row: rowOf(doc, fields) }, version: doc.version };
  }),

  handle(api.addRow, async (context, { params, body }) => {
    const { engine, table, fields } = await place(context, params);
    const { of, command } = adding(context, { ...table, fields }, body);
    const { state, position } = await engine.executor.execute(context.request, command);
    return { data: { row: rowOfState(of.rowId, state, fields)! }, position, version: 1 };
  }),

  handle(api.changeRow, async (context, { params, body }) => {
    const { engine, table, fields } = await place(context, params);
    const { of, command } = changing(context, { ...table, fields }, params.rowId, body);
    const { state, position } = await engine.executor.execute(context.request, command);
    const shown = rowOfState(of.rowId, state, fields);
    if (!shown) throw new Problem('NOT_FOUND');
    return { data: { row: shown }, position, version: shown._version };
  }),

  handle(api.removeRow, async (context, { params }) => {
    const { engine, table, fields } = await place(context, params);
    const { position } = await engine.executor.execute(context.request, removing(context, { ...table, fields }, params.rowId).command);
    return { data: {}, position };
  }),
];
