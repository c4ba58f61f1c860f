import { Id } from '@hzm/contracts/core/ids';
import { Problem } from '@hzm/contracts/core/problem';
import { fileOf } from '@hzm/contracts/features/attachments/attachment';
import * as api from '@hzm/contracts/features/cell-files/api';
import { attachmentDocs } from '@hzm/projections/features/attachments/attachments';
import { handle, handleFile, type Context } from '@hzm/services/core/engine';
import { FileNames } from '../../access/file-names.ts';
import { mayRead } from '../../access/may-read.ts';
import { rowsById } from '../../access/related-rows.ts';
import { shownFields } from '../../access/shown-fields.ts';
import { tableDoc } from '../../access/table.ts';
import { openFile, openThumbnail } from '../attachments/kept.ts';
import {
  cellOf,
  filesIn,
  hasFile,
  isOfCell,
  withFile,
  withoutFile,
  writeFiles,
  type CellFileDoc,
  type CellParams,
} from './cell.ts';
import { cellFolder, receive } from './receive.ts';
import { isPutBack } from './sweep.ts';

/** Returns a file of a cell. @throws Problem NOT_FOUND */
async function fileIn(
  { engine }: Context,
  { tableId, rowId, fieldId }: CellParams,
  fileId: string,
): Promise<CellFileDoc> {
  const doc = await engine.model.get(attachmentDocs, fileId);
  if (
    !doc ||
    !isOfCell(doc) ||
    doc.tableId !== tableId ||
    doc.rowId !== rowId ||
    doc.fieldId !== fieldId
  )
    throw new Problem('NOT_FOUND');
  return doc;
}

/**
 * Returns a file that the caller may read, and its name. A file that the row no longer has requires
 * the right to the row's history. @throws Problem NOT_FOUND
 */
async function readable(
  context: Context,
  params: CellParams & { readonly fileId: string },
): Promise<{ readonly doc: CellFileDoc; readonly name: string }> {
  const { engine } = context;
  const doc = await fileIn(context, await cellOf(context, params), params.fileId);
  if (!(await hasFile(engine, doc)) && !(await mayRead(context, 'row:history', doc.projectId)))
    throw new Problem('NOT_FOUND');
  return { doc, name: await new FileNames(engine).nameOf(doc) };
}

/** Returns the files that are still in their rows. */
async function inTheirRows(
  { engine, source }: Context,
  tableId: string,
  files: readonly CellFileDoc[],
): Promise<readonly CellFileDoc[]> {
  const there = new Set<CellFileDoc>();
  const ofRow = Map.groupBy(files, ({ rowId }) => rowId);
  const reader = { model: engine.model, by: source.account };
  for await (const { id: rowId, values } of rowsById(reader, tableId, [...ofRow.keys()]))
    for (const file of ofRow.get(rowId) ?? [])
      if (filesIn(values, file.fieldId).includes(file.id)) there.add(file);
  return files.filter(file => there.has(file));
}

/** Describes files of a table that the caller may read, as `readable` judges them. */
async function described(context: Context, tableId: string, ids: readonly string[]) {
  const { engine } = context;
  const table = await tableDoc(engine, tableId);
  const shown = new Set((await shownFields(context, table)).map(({ id }) => id));
  const docs = await Promise.all(ids.map(id => engine.model.get(attachmentDocs, id)));
  const own = docs
    .filter(doc => doc !== undefined)
    .filter(isOfCell)
    .filter(doc => doc.tableId === tableId && shown.has(doc.fieldId));
  const readsPast = await mayRead(context, 'row:history', table.projectId);
  const told = readsPast ? own : await inTheirRows(context, tableId, own);
  const names = new FileNames(engine);
  return Promise.all(
    told.map(async doc => fileOf(cellFolder(doc), doc.id, await names.nameOf(doc), doc)),
  );
}

export const handlers = [
  handle(api.uploadCellFile, async (context, { params, query: { file_name } }) => {
    const { file, position } = await receive(context, params, file_name);
    return { data: { file }, position };
  }),

  handle(api.listCellFiles, async (context, { params: { tableId }, query }) => {
    const ids = [...new Set(query.ids.split(',').filter(id => Id.safeParse(id).success))];
    return { data: { files: await described(context, tableId, ids) } };
  }),

  handleFile(api.getCellFile, async (context, { params, query: { download } }) => {
    const { doc, name } = await readable(context, params);
    return openFile(context.engine, doc, name, download === 'true');
  }),

  handleFile(api.getCellThumbnail, async (context, { params }) => {
    const { doc, name } = await readable(context, params);
    return openThumbnail(context.engine, doc, name);
  }),

  handle(api.takeOutCellFile, async (context, { params }) => {
    const cell = await cellOf(context, params);
    const { position } = await writeFiles(
      context,
      context.request,
      cell,
      withoutFile(params.fileId),
    );
    return { data: {}, position };
  }),

  handle(api.putBackCellFile, async (context, { params }) => {
    const { engine, request } = context;
    const cell = await cellOf(context, params);
    const doc = await fileIn(context, cell, params.fileId);
    if (!isPutBack(doc, engine.now())) throw new Problem('NOT_FOUND');
    const { position } = await writeFiles(context, request, cell, withFile(params.fileId));
    return { data: {}, position };
  }),
];
