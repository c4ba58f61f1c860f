import { collection } from '@hzm/contracts/core/collection';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  rowImportAdvanced,
  rowImportEnded,
  rowImportPrepared,
  rowImportStarted,
  rowImportUndoAdvanced,
  rowImportUndone,
  rowImportUndoStarted,
} from '@hzm/contracts/features/row-files/events';
import type { RefusalCount, RowImport } from '@hzm/contracts/features/row-files/row-import';
import { dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** `payer` is the account that its work counts for. */
export type RowImportDoc = Omit<RowImport, 'hasFile' | 'reasons'> & {
  readonly payer: string;
  readonly reasons: readonly RefusalCount[];
};

export const rowImportDocs = collection<RowImportDoc>({
  name: 'row-imports',
  owner: 'projectId',
  indexes: [['projectId'], ['payer', 'state']],
});

const none = { removed: 0, changed: 0 };

/** Imports of files of rows. */
export const rowImports = projection({
  name: 'row-imports',
  version: 1,
  collections: [rowImportDocs],
  on: [
    on(rowImportPrepared, ({ data, meta: { at } }) => [
      put(rowImportDocs, {
        id: data.importId,
        projectId: data.projectId,
        tableId: null,
        by: data.by,
        payer: data.payer,
        fileName: data.name,
        size: data.size,
        state: 'ready',
        preparedAt: at,
        endedAt: null,
        read: 0,
        added: 0,
        refused: 0,
        reasons: [],
        undone: null,
      }),
    ]),
    on(rowImportStarted, ({ data: { importId, tableId } }) => [
      patch(rowImportDocs, { id: importId, set: { state: 'running', tableId } }),
    ]),
    on(rowImportAdvanced, ({ data: { importId, read, added, refused, reasons } }) => [
      patch(rowImportDocs, { id: importId, set: { read, added, refused, reasons } }),
    ]),
    on(rowImportEnded, ({ data: { importId, outcome }, meta: { at } }) => [
      patch(rowImportDocs, { id: importId, set: { state: outcome, endedAt: at } }),
    ]),
    on(rowImportUndoStarted, ({ data: { importId } }) => [
      patch(rowImportDocs, { id: importId, set: { state: 'undoing', undone: none } }),
    ]),
    on(rowImportUndoAdvanced, ({ data: { importId, removed, changed } }) => [
      patch(rowImportDocs, { id: importId, set: { undone: { removed, changed } } }),
    ]),
    on(rowImportUndone, ({ data: { importId, count, changed } }) => [
      patch(rowImportDocs, {
        id: importId,
        set: { state: 'undone', undone: { removed: count, changed } },
      }),
    ]),
    on(projectDeleted, ({ data: { projectId } }) => [dropWhere(rowImportDocs, { projectId })]),
  ],
});
