import type { DataOf } from '@hzm/contracts/core/event';
import {
  rowImportAdvanced,
  rowImportEnded,
  rowImportPrepared,
  rowImportStarted,
  rowImportUndoAdvanced,
  rowImportUndone,
  rowImportUndoStarted,
} from '@hzm/contracts/features/row-files/events';
import type {
  ImportColumn,
  RefusalCount,
  RowFileSource,
  RowImportOutcome,
} from '@hzm/contracts/features/row-files/row-import';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/** A file that is uploaded: its project, who imports it and who pays for the work. */
export interface Upload {
  readonly projectId: string;
  readonly importId: string;
  readonly by: string;
  readonly payer: string;
  readonly name: string;
  readonly digest: string;
}

/** An import that was started. The first `read` rows of its file are dealt with. */
export interface Started extends Upload {
  readonly tableId: string;
  readonly source: RowFileSource;
  readonly columns: readonly ImportColumn[];
  readonly read: number;
  readonly added: number;
  readonly refused: number;
  readonly reasons: readonly RefusalCount[];
  readonly undo: { readonly read: number; readonly removed: number; readonly changed: number };
}

export type ImportState =
  | { readonly kind: 'none' }
  | (Upload & { readonly kind: 'ready' | 'dropped' })
  | (Started & { readonly kind: 'running' | 'over' | 'undoing' | 'undone' });

export const isStarted = (s: ImportState): s is Extract<ImportState, Started> =>
  s.kind !== 'none' && s.kind !== 'ready' && s.kind !== 'dropped';

export const importStream = (importId: string): string => `row-import-${importId}`;

export const rowImport = decider<ImportState>({ kind: 'none' }, when => [
  when(rowImportPrepared, (_, { size: _size, ...upload }) => ({ kind: 'ready', ...upload })),
  when(rowImportStarted, (s, { tableId, source, mapping }) =>
    s.kind === 'ready'
      ? {
          ...s,
          kind: 'running',
          tableId,
          source,
          columns: mapping,
          read: 0,
          added: 0,
          refused: 0,
          reasons: [],
          undo: { read: 0, removed: 0, changed: 0 },
        }
      : s,
  ),
  when(rowImportAdvanced, (s, { read, added, refused, reasons }) =>
    isStarted(s) ? { ...s, read, added, refused, reasons } : s,
  ),
  when(rowImportEnded, s =>
    isStarted(s) ? { ...s, kind: 'over' } : s.kind === 'none' ? s : { ...s, kind: 'dropped' },
  ),
  when(rowImportUndoStarted, s => (isStarted(s) ? { ...s, kind: 'undoing' } : s)),
  when(rowImportUndoAdvanced, (s, { read, removed, changed }) =>
    isStarted(s) ? { ...s, undo: { read, removed, changed } } : s,
  ),
  when(rowImportUndone, s => (isStarted(s) ? { ...s, kind: 'undone' } : s)),
]);

/** Equal files under the same request id are the same import. */
export const prepare =
  (data: DataOf<typeof rowImportPrepared>) =>
  (s: ImportState): Decision =>
    s.kind === 'none'
      ? [rowImportPrepared(data)]
      : s.digest === data.digest
        ? []
        : reject('CONFLICT', { text: 'request-id-reused' });

export const start =
  (to: Pick<Started, 'tableId' | 'source' | 'columns'>) =>
  (s: ImportState): Decision => {
    if (s.kind === 'none') return reject('NOT_FOUND');
    if (s.kind === 'running') return [];
    if (s.kind !== 'ready') return reject('CONFLICT', { text: 'import-over' });
    const { projectId, importId, name } = s;
    const { tableId, source, columns } = to;
    return [
      rowImportStarted({ projectId, importId, tableId, name, source, mapping: [...columns] }),
    ];
  };

type Progress = Pick<Started, 'read' | 'added' | 'refused' | 'reasons'>;

/** A run that is stopped records its progress after its end, but never less than is known. */
export const advance =
  ({ reasons, ...progress }: Progress) =>
  (s: ImportState): Decision =>
    isStarted(s) && s.kind !== 'undone' && progress.read > s.read
      ? [
          rowImportAdvanced({
            projectId: s.projectId,
            importId: s.importId,
            ...progress,
            reasons: [...reasons],
          }),
        ]
      : [];

export const end =
  (outcome: RowImportOutcome) =>
  (s: ImportState): Decision => {
    if (s.kind === 'none') return reject('NOT_FOUND');
    if (s.kind !== 'ready' && s.kind !== 'running') return [];
    const { projectId, importId, name } = s;
    const { tableId, added, refused } = isStarted(s) ? s : { tableId: null, added: 0, refused: 0 };
    return [rowImportEnded({ projectId, importId, tableId, name, outcome, count: added, refused })];
  };

export const startUndo = (s: ImportState): Decision => {
  if (s.kind === 'none') return reject('NOT_FOUND');
  if (s.kind === 'undoing' || s.kind === 'undone') return [];
  if (s.kind !== 'over') return reject('CONFLICT', { text: 'row-import-not-over' });
  const { projectId, importId, tableId, name } = s;
  return [rowImportUndoStarted({ projectId, importId, tableId, name })];
};

export const advanceUndo =
  (undo: Started['undo']) =>
  (s: ImportState): Decision =>
    s.kind === 'undoing'
      ? [rowImportUndoAdvanced({ projectId: s.projectId, importId: s.importId, ...undo })]
      : [];

export const endUndo =
  ({ removed, changed }: Started['undo']) =>
  (s: ImportState): Decision => {
    if (s.kind !== 'undoing') return [];
    const { projectId, importId, tableId, name } = s;
    return [rowImportUndone({ projectId, importId, tableId, name, count: removed, changed })];
  };
