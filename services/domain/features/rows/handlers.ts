import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import { deriveId } from '@hzm/services/core/command-loop';
import { handle, type Context } from '@hzm/services/core/engine';
import { BadCursor } from '@hzm/services/core/ports/read-model';
import { fieldsOf, tableDoc } from '../tables/view.ts';
import { findOf } from './query.ts';
import { addRow, changeRow, removeRow, row, type OfRow, type RowState } from './row.ts';
import { cellsOf } from './validate.ts';
import { rowOf, rowOfState, stateOf, type RowDoc } from './view.ts';

const today = ({ engine }: Context) => engine.now().toISOString().slice(0, 10);

const docOf = ({ engine }: Context, tableId: string, rowId: string) => engine.model.get<RowDoc>('rows', rowId, tableId);

/** Changes a row from where its document stands. */
async function changed(context: Context, of: OfRow, fields: readonly Field[], values: Cells) {
  const { engine, request, expected } = context;
  const doc = await docOf(context, of.tableId, of.rowId);
  const outcome = await engine.loop.run<RowState>(request, {
    stream: `row-${of.tableId}-${of.rowId}`, decider: row, base: stateOf(doc),
    decide: changeRow(of, values, expected, s => rowOfState(of.rowId, s, fields)),
  });
  const shown = rowOfState(of.rowId, outcome.state, fields);
  if (!shown) throw new Problem('NOT_FOUND');
  return { data: { row: shown }, position: outcome.position, version: shown._version };
}

export const handlers = [
  handle(api.listRows, async ({ engine }, { params, query }) => {
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const fields = fieldsOf(table);
    const found = await engine.model.find<RowDoc>(findOf(table.id, fields, query)).catch((error: unknown) => {
      throw error instanceof BadCursor ? new Problem('VALIDATION_ERROR', { details: [{ path: 'cursor', message: { key: 'cursor-unknown' } }] }) : error;
    });
    const { total, nextCursor } = found;
    return {
      data: {
        rows: found.docs.map(doc => rowOf(doc, fields)),
        pagination: {
          page: query.page, limit: query.limit,
          ...(total === undefined ? {} : { total, totalPages: Math.ceil(total / query.limit) }),
          ...(nextCursor === undefined ? {} : { nextCursor }),
        },
      },
    };
  }),

  handle(api.getRow, async (context, { params }) => {
    const table = await tableDoc(context.engine, params.tableId, params.projectId);
    const doc = await docOf(context, table.id, params.rowId);
    if (!doc) throw new Problem('NOT_FOUND');
    return { data: { row: rowOf(doc, fieldsOf(table)) }, version: doc.version };
  }),

  handle(api.addRow, async (context, { params, body }) => {
    const { engine, request } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const fields = fieldsOf(table);
    const rowId = deriveId(request, 'row');
    const { state, position } = await engine.loop.run(request, {
      stream: `row-${table.id}-${rowId}`, decider: row, fresh: true,
      decide: addRow({ projectId: table.projectId, tableId: table.id, rowId }, cellsOf(fields, body, true, today(context))),
    });
    return { data: { row: rowOfState(rowId, state, fields)! }, position, version: 1 };
  }),

  handle(api.changeRow, async (context, { params, body }) => {
    const table = await tableDoc(context.engine, params.tableId, params.projectId);
    const fields = fieldsOf(table);
    return changed(context, { projectId: table.projectId, tableId: table.id, rowId: params.rowId }, fields, cellsOf(fields, body, false, today(context)));
  }),

  handle(api.removeRow, async (context, { params }) => {
    const { engine, request, expected } = context;
    const table = await tableDoc(engine, params.tableId, params.projectId);
    const fields = fieldsOf(table);
    const of: OfRow = { projectId: table.projectId, tableId: table.id, rowId: params.rowId };
    const doc = await docOf(context, table.id, params.rowId);
    const { position } = await engine.loop.run<RowState>(request, {
      stream: `row-${table.id}-${params.rowId}`, decider: row, base: stateOf(doc), decide: removeRow(of, expected, s => rowOfState(params.rowId, s, fields)),
    });
    return { data: {}, position };
  }),
];
