import { MAX_CELL_FILES } from '@hzm/contracts/core/everyday/file';
import type { Position } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { fileOf, type UploadedFile } from '@hzm/contracts/features/attachments/attachment';
import type { Context } from '@hzm/services/core/engine';
import { keepUpload } from '../attachments/keep-upload.ts';
import { rowDoc } from '../rows/snapshot.ts';
import { addCellFile, cellFile, cellFileStream } from './cell-file.ts';
import { cellOf, filesIn, fullCell, withFile, writeFiles, type CellParams } from './cell.ts';

/** Returns the path of a cell's files. */
export const cellFolder = ({ tableId, rowId, fieldId }: CellParams): string =>
  `/data/table/${tableId}/rows/${rowId}/fields/${fieldId}/files`;

/**
 * Keeps a file that is sent for a row, and adds it to its cell. A repeated request returns the same
 * file. If the row cannot be written, the sweep removes the file like one that was taken out.
 * @throws Problem as `keepUpload`; NOT_FOUND; CONFLICT if the cell is full
 */
export async function receive(
  context: Context,
  params: CellParams,
  givenName: string,
): Promise<{ readonly file: UploadedFile; readonly position: Position | undefined }> {
  const { engine } = context;
  const { tableId, projectId } = await cellOf(context, params);
  const fileId = (await engine.executor.ids(context.request))(`table:${tableId}`, 'cell-file');
  const row = await rowDoc(engine, tableId, params.rowId);
  if (!row) throw new Problem('NOT_FOUND');
  // Refused before the bytes are read; the write of the row decides.
  const before = filesIn(row.values, params.fieldId);
  if (before.length >= MAX_CELL_FILES && !before.includes(fileId)) throw fullCell();
  return keepUpload(context, projectId, givenName, async kept => {
    // The field may be deleted or hidden while a client sends its file.
    const { shown, ...cell } = await cellOf(context, params);
    // A repeated request is recognized by the bytes of the file.
    const asked = { ...context.request, repeatable: false };
    const { state } = await engine.executor.execute(asked, {
      stream: cellFileStream(fileId),
      decider: cellFile,
      about: { projectId },
      decide: addCellFile({ ...cell, ...kept, fileId }),
    });
    if (state.kind === 'none') throw new Problem('NOT_FOUND');
    // A repeated request adds no file that was taken out meanwhile.
    const to = { ...cell, shown };
    const written = await writeFiles(context, context.request, to, withFile(fileId));
    await engine.projector.waitForPosition(written.position);
    const { added } = state;
    return {
      file: fileOf(cellFolder(params), fileId, added.name, added),
      position: written.position,
    };
  });
}
