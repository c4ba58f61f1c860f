import { hasFiles } from '@hzm/contracts/core/everyday';
import { MAX_CELL_FILES } from '@hzm/contracts/core/everyday/file';
import { memberOf } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { AttachmentDoc } from '@hzm/projections/features/attachments/attachments';
import type { CommandResult } from '@hzm/services/core/commands/command-executor';
import { reject, type Decision } from '@hzm/services/core/commands/decider';
import type { Request } from '@hzm/services/core/commands/request';
import type { Context } from '@hzm/services/core/engine';
import { shownFields } from '../../access/shown-fields.ts';
import { tableDoc } from '../../access/table.ts';
import { changeRow, type OfRow, type RowState } from '../rows/row.ts';
import { rowCommand, rowDoc } from '../rows/snapshot.ts';
import { rowOfState } from '../rows/view.ts';

export interface CellParams {
  readonly tableId: string;
  readonly rowId: string;
  readonly fieldId: string;
}

/** A file of a row. */
export type CellFileDoc = AttachmentDoc & CellParams;

export const isOfCell = (doc: AttachmentDoc): doc is CellFileDoc => doc.tableId !== null;

/** A field of files in one row, and the fields that the caller is shown. */
export interface Cell extends OfRow {
  readonly fieldId: string;
  readonly shown: readonly Field[];
}

/** Returns the ids of a cell's files. */
export const filesIn = (values: Cells, fieldId: string): readonly string[] => {
  const value = memberOf(values, fieldId);
  return Array.isArray(value) ? (value as string[]) : [];
};

/** Whether a file is still in its row. */
export async function hasFile(
  engine: Pick<Context['engine'], 'model'>,
  { id, tableId, rowId, fieldId }: CellParams & { readonly id: string },
): Promise<boolean> {
  const row = await rowDoc(engine, tableId, rowId);
  return row !== undefined && filesIn(row.values, fieldId).includes(id);
}

/** Returns a cell. @throws Problem NOT_FOUND if the caller is not shown such a field of files */
export async function cellOf(
  context: Pick<Context, 'engine' | 'caller'>,
  { tableId, rowId, fieldId }: CellParams,
): Promise<Cell> {
  const table = await tableDoc(context.engine, tableId);
  const shown = await shownFields(context, table);
  if (!shown.some(({ id, type }) => id === fieldId && hasFiles(type)))
    throw new Problem('NOT_FOUND');
  return { projectId: table.projectId, tableId, rowId, fieldId, shown };
}

export const fullCell = (): Problem =>
  new Problem('CONFLICT', { text: { key: 'cell-files-full', values: { limit: MAX_CELL_FILES } } });

/** Appends a file to those of a cell. @throws Problem CONFLICT if the cell is full */
export const withFile =
  (fileId: string) =>
  (now: readonly string[]): readonly string[] => {
    if (now.includes(fileId)) return now;
    if (now.length >= MAX_CELL_FILES) throw fullCell();
    return [...now, fileId];
  };

export const withoutFile =
  (fileId: string) =>
  (now: readonly string[]): readonly string[] =>
    now.filter(id => id !== fileId);

/** Writes other files into a cell. @throws Problem NOT_FOUND, VERSION_MISMATCH */
export function writeFiles(
  { engine, expected }: Pick<Context, 'engine' | 'expected'>,
  request: Request,
  cell: Cell,
  change: (now: readonly string[]) => readonly string[],
): Promise<CommandResult<RowState>> {
  const { projectId, tableId, rowId, fieldId, shown } = cell;
  const of = { projectId, tableId, rowId };
  const decide = (s: RowState): Decision => {
    if (s.kind !== 'kept') return reject('NOT_FOUND');
    const files = change(filesIn(s.values, fieldId));
    const value = files.length === 0 ? null : [...files];
    return changeRow(of, { [fieldId]: value }, expected, now => rowOfState(rowId, now, shown))(s);
  };
  return engine.executor.execute(request, { ...rowCommand(engine, request, of), decide });
}
