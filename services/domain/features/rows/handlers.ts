import type { AnswerOf, InputOf } from '@hzm/contracts/core/call';
import type { FieldKey } from '@hzm/contracts/core/field-key';
import { Problem } from '@hzm/contracts/core/problem';
import * as api from '@hzm/contracts/features/rows/api';
import type { Row } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { handle, type Context, type Result } from '@hzm/services/core/engine';
import { BadCursor, type Found } from '@hzm/services/core/ports/read-model';
import { mapInSlices, type Pause } from '@hzm/services/core/ports/slices';
import { wholePage } from '@hzm/services/core/read-model/answer-page';
import { withPeople } from '../../access/people-as-options.ts';
import type { Related } from '../../access/related-rows.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { withReadModelAsOf } from '../../past/point-in-time.ts';
import { valueClock } from '../tables/value-clock.ts';
import { bulkHandlers } from './bulk-handlers.ts';
import { deletedRowHandlers } from './deleted-rows.ts';
import { keyedFields } from './field-key.ts';
import { findHandlers } from './find-handlers.ts';
import { includedFields, includedRows } from './included.ts';
import { listQueryOf } from './json-query.ts';
import { askingOf, type RowQuery } from './query.ts';
import { adding, changing, perform, removing } from './row-commands.ts';
import { ruleFitHandlers } from './rule-fit.ts';
import { rowDoc } from './snapshot.ts';
import { summaryHandlers } from './summary-handlers.ts';
import { targetHandlers } from './target-handlers.ts';
import { versionHandlers } from './version-handlers.ts';
import { rowOf, rowOfState, bytewiseFields } from './view.ts';
import { viewedFind } from './viewed.ts';

interface Place {
  readonly tableId: string;
  readonly rowId?: string;
  readonly projectId?: string | undefined;
}

interface Asked {
  readonly asOf?: string | undefined;
  readonly fieldKey?: FieldKey | undefined;
}

/**
 * The engine, the table, its fields as the caller names them, those that the caller is shown, and
 * the project's clock. @param use the fields with people for options: shown ones to read, all to
 * write; absent: none
 */
async function place(
  context: Context,
  params: Place,
  { asOf, fieldKey }: Asked,
  use?: 'read' | 'write',
) {
  const { tableId, rowId } = params;
  const projectId = params.projectId ?? (await tableDoc(context.engine, tableId)).projectId;
  const then = await withReadModelAsOf(
    context,
    { projectId, tableId, ...(rowId !== undefined && { rowId }) },
    asOf,
  );
  const table = await tableDoc(then, tableId, projectId);
  const peopled = async (of: 'read' | 'write', fields: readonly Field[]) =>
    use === of ? withPeople(context, projectId, fields, of) : fields;
  const shown = keyedFields(await peopled('read', await shownFields(context, table)), fieldKey);
  const fields = keyedFields(await peopled('write', fieldsOf(table)), fieldKey);
  const clock = await valueClock(context.engine, projectId);
  return { engine: then, table, fields, shown, clock };
}

/**
 * The rows of a page: as the JSON that the store has made of them, or of its documents, in slices.
 */
async function rowsOf(
  { json, bytewise, docs }: Found<RowDoc>,
  fields: readonly Field[],
  pause: Pause,
): Promise<Pick<Result<unknown>, 'isBytewise'> & { readonly rows: Row[] }> {
  if (json) return { rows: json as unknown as Row[] };
  const named = bytewise ? bytewiseFields(fields) : fields;
  const rows = await mapInSlices(bytewise ?? docs, doc => rowOf(doc, named), pause);
  return { rows, ...(bytewise && { isBytewise: true }) };
}

/** @throws Problem VALIDATION_ERROR for no related field, and for an earlier state */
function includedIn(
  shown: readonly Field[],
  { include, asOf }: { readonly include?: string | undefined; readonly asOf?: string | undefined },
): readonly Related[] {
  if (include === undefined) return [];
  if (asOf !== undefined)
    throw new Problem('VALIDATION_ERROR', {
      details: [{ path: 'include', message: { key: 'include-now' } }],
    });
  return includedFields(shown, include);
}

type ListInput = Omit<InputOf<typeof api.listRows>, 'query'> & { readonly query: RowQuery };

/** Longer pages take turns with other long answers. */
const LONG_PAGE = 200;

/** Lists rows, long pages in their turn. */
async function listInTurn(
  context: Context,
  input: ListInput,
): Promise<Result<AnswerOf<typeof api.listRows>>> {
  if (input.query.limit <= LONG_PAGE) return listRows(context, input);
  return context.engine.lists.run(context.source, async () => {
    await context.pause();
    return listRows(context, input);
  });
}

async function listRows(
  context: Context,
  { params, query }: ListInput,
): Promise<Result<AnswerOf<typeof api.listRows>>> {
  const { engine, table, shown: fields, clock } = await place(context, params, query, 'read');
  const asking = askingOf(context, clock);
  const related = includedIn(fields, query);
  const { members, ...rest } = await viewedFind(context, table.id, fields, query, asking);
  // A store that makes the JSON of a page answers no documents to include others by.
  const find = related.length === 0 && members ? { ...rest, members } : rest;
  const found = await engine.model.find(find).catch((error: unknown) => {
    throw error instanceof BadCursor
      ? new Problem('VALIDATION_ERROR', {
          details: [{ path: 'cursor', message: { key: 'cursor-unknown' } }],
        })
      : error;
  });
  const { total, nextCursor } = query.cursor === undefined ? wholePage(found, query.limit) : found;
  const { docs } = related.length > 0 ? found : { docs: [] };
  const passed = related.length > 0 ? { docs } : found;
  const { rows, ...encoding } = await rowsOf(passed, fields, context.pause);
  const included =
    related.length > 0 ? await includedRows(context, related, docs, query.fieldKey) : {};
  return {
    ...encoding,
    data: {
      rows,
      ...included,
      pagination: {
        page: query.page,
        limit: query.limit,
        ...(total === undefined ? {} : { total, totalPages: Math.ceil(total / query.limit) }),
        ...(nextCursor === undefined ? {} : { nextCursor }),
      },
    },
  };
}

export const handlers = [
  ...bulkHandlers,
  ...versionHandlers,
  ...deletedRowHandlers,
  ...ruleFitHandlers,
  ...summaryHandlers,
  ...targetHandlers,
  ...findHandlers,

  handle(api.listRows, listInTurn),

  handle(api.queryRows, (context, input) =>
    listInTurn(context, { params: input.params, query: listQueryOf(input), body: {} }),
  ),

  handle(api.getRow, async (context, { params, query }) => {
    const { engine, table, shown: fields } = await place(context, params, query);
    const doc = await rowDoc(engine, table.id, params.rowId);
    if (!doc) throw new Problem('NOT_FOUND');
    const related = includedIn(fields, query);
    const included =
      related.length > 0 ? await includedRows(context, related, [doc], query.fieldKey) : {};
    return { data: { row: rowOf(doc, fields), ...included }, version: doc.version };
  }),

  handle(api.addRow, async (context, { params, query, body }) => {
    const { table, fields, shown, clock } = await place(context, params, query, 'write');
    const written = { ...table, fields, shown, clock };
    const command = await adding(context, written, body);
    const { state, position } = await perform(context, written, command);
    return { data: { row: rowOfState(command.of.rowId, state, shown)! }, position, version: 1 };
  }),

  handle(api.changeRow, async (context, { params, query, body }) => {
    const { table, fields, shown, clock } = await place(context, params, query, 'write');
    const written = { ...table, fields, shown, clock };
    const command = await changing(context, written, params.rowId, body);
    const { state, position } = await perform(context, written, command);
    const row = rowOfState(params.rowId, state, shown);
    if (!row) throw new Problem('NOT_FOUND');
    return { data: { row }, position, version: row._version };
  }),

  handle(api.removeRow, async (context, { params, query }) => {
    const { table, fields, shown, clock } = await place(context, params, query);
    const written = { ...table, fields, shown, clock };
    const { position } = await perform(context, written, removing(context, written, params.rowId));
    return { data: {}, position };
  }),
];
