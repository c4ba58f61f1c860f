import { Problem } from '@hzm/contracts/core/problem';
import { DEFAULT_TIME_ZONE } from '@hzm/contracts/features/projects/time-zone';
import * as api from '@hzm/contracts/features/row-files/api';
import type { RowImport } from '@hzm/contracts/features/row-files/row-import';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rowImportDocs, type RowImportDoc } from '@hzm/projections/features/row-files/row-files';
import type { Decision } from '@hzm/services/core/commands/decider';
import { handle, handleFile, type Context } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/read-model/pages';
import { withPeople } from '../../access/people-as-options.ts';
import { projectDoc } from '../../access/project.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { fieldsOf, tableDoc } from '../../access/table.ts';
import { exported } from './export.ts';
import {
  end,
  importStream,
  isStarted,
  rowImport,
  start,
  startUndo,
  type ImportState,
} from './import.ts';
import type { PreviewAsk, RowsAsk } from './jobs.ts';
import { isKept, keptFile } from './kept-file.ts';
import { previewed, refusedIn } from './looking.ts';
import { madeTable } from './make-table.ts';
import { receive } from './receive.ts';
import { importOf, reasonsIn } from './view.ts';

const MAX_LISTED = 20;

interface OfImport {
  readonly projectId: string;
  readonly importId: string;
}

/** Returns an import of the caller. @throws Problem NOT_FOUND, also for those of others */
async function ownImport(
  { engine, caller }: Context,
  { projectId, importId }: OfImport,
): Promise<RowImportDoc> {
  const doc = await engine.model.get(rowImportDocs, importId);
  if (doc?.projectId !== projectId || doc.by !== caller.actor) throw new Problem('NOT_FOUND');
  return doc;
}

async function shown(
  { engine, language }: Context,
  importId: string,
): Promise<{ import: RowImport }> {
  const doc = await engine.model.get(rowImportDocs, importId);
  if (!doc) throw new Problem('NOT_READY', { retryAfter: 1 });
  return { import: importOf(doc, await isKept(engine, importId), language) };
}

/** Decides on an own import and answers it. */
async function decided(
  context: Context,
  { projectId, importId }: OfImport,
  decide: (s: ImportState) => Decision,
) {
  const { engine, request } = context;
  const { position } = await engine.executor.execute(request, {
    stream: importStream(importId),
    about: { projectId },
    decider: rowImport,
    decide,
  });
  await engine.projector.waitForPosition(position);
  return { data: await shown(context, importId), position };
}

/**
 * Checks that the account runs no other import. The undoing of one whose project is in the bin waits
 * there. @throws Problem CONFLICT
 */
async function checkIdle({ engine: { model }, source }: Context, importId: string): Promise<void> {
  const busy = pages(model, {
    collection: rowImportDocs,
    where: [
      { path: 'payer', op: 'eq', value: source.account },
      { path: 'state', op: 'in', values: ['running', 'undoing'] },
    ],
    limit: 100,
  });
  for await (const docs of busy)
    for (const { id, projectId } of docs)
      if (id !== importId && (await model.get(projectDocs, projectId)))
        throw new Problem('CONFLICT', { text: 'row-import-running' });
}

/** Returns the table that rows are judged for, and the fields that the caller may fill. */
async function judgingOf(context: Context, projectId: string, tableId: string | undefined) {
  const { engine, language } = context;
  const { settings } = await projectDoc(engine, projectId);
  const table = tableId === undefined ? undefined : await tableDoc(engine, tableId, projectId);
  return {
    fields: table ? await withPeople(context, projectId, fieldsOf(table), 'write') : [],
    shown: table ? (await shownFields(context, table)).map(({ id }) => id) : [],
    timeZone: settings.timeZone ?? DEFAULT_TIME_ZONE,
    now: engine.now().toISOString(),
    language,
  };
}

export const handlers = [
  handleFile(api.exportRows, exported),

  handle(api.uploadRowFile, async (context, { params, query }) => {
    const { importId, position } = await receive(context, params.projectId, query.file_name);
    return { data: await shown(context, importId), position };
  }),

  handle(api.previewRowFile, async (context, { params, body }) => {
    const doc = await ownImport(context, params);
    const judging = await judgingOf(context, params.projectId, body.tableId);
    const { source = {}, columns } = body;
    const mayFill = new Set(judging.shown);
    const allowed = columns?.filter(({ field }) => field === undefined || mayFill.has(field));
    const ask = { ...judging, source, columns: allowed } as PreviewAsk;
    const file = await keptFile(context.engine, doc);
    const { reasons, ...preview } = await previewed(context, file, ask);
    return { data: { preview: { ...preview, reasons: reasonsIn(reasons, context.language) } } };
  }),

  handle(api.startRowImport, async (context, { params, body: { source, target, columns } }) => {
    const doc = await ownImport(context, params);
    if (doc.state !== 'ready' && doc.state !== 'running')
      throw new Problem('CONFLICT', { text: 'import-over' });
    await keptFile(context.engine, doc);
    await checkIdle(context, doc.id);
    const made = await madeTable(context, { ...params, target, columns });
    return decided(context, params, start({ ...made, source }));
  }),

  handle(api.listRowImports, async ({ engine, caller, language }, { params: { projectId } }) => {
    const { docs } = await engine.model.find({
      collection: rowImportDocs,
      where: [
        { path: 'projectId', op: 'eq', value: projectId },
        { path: 'by', op: 'eq', value: caller.actor },
      ],
      sort: { by: 'created', descending: true },
      limit: MAX_LISTED,
    });
    const kept = new Set(await engine.rowFiles.uploads.ids());
    return { data: { imports: docs.map(doc => importOf(doc, kept.has(doc.id), language)) } };
  }),

  handle(api.stopRowImport, async (context, { params }) => {
    await ownImport(context, params);
    return decided(context, params, end('stopped'));
  }),

  handle(api.undoRowImport, async (context, { params }) => {
    const doc = await ownImport(context, params);
    // Undoing in the bin would find nothing, and could not begin again.
    if (doc.tableId !== null) await tableDoc(context.engine, doc.tableId, params.projectId);
    if (doc.state !== 'undoing') await checkIdle(context, doc.id);
    return decided(context, params, startUndo);
  }),

  handleFile(api.refusedRows, async (context, { params }) => {
    const doc = await ownImport(context, params);
    const { engine, language } = context;
    const state = await engine.executor.load(importStream(doc.id), rowImport);
    if (!isStarted(state)) throw new Problem('CONFLICT', { text: 'row-import-not-over' });
    const file = await keptFile(engine, doc);
    const { source, columns, tableId } = state;
    const judging = await judgingOf(context, params.projectId, tableId);
    // Judged as of its end: what was a date of the future then is still refused.
    const now = doc.endedAt ?? judging.now;
    const ask: RowsAsk = { ...judging, now, language, source, columns, from: 0 };
    const chunks = await refusedIn(context, file, ask);
    const name = doc.fileName.replace(/\.[^.]*$/, '');
    return { name: `${name}.refused.csv`, type: 'text/csv; charset=utf-8', chunks };
  }),
];
