import type { DataOf } from '@hzm/contracts/core/event';
import {
  cellFileAdded,
  cellFileReleased,
  cellFileRemoved,
  cellFileRetained,
} from '@hzm/contracts/features/cell-files/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/** The state of a file of a row. `released`: the sweep found its row without it. */
export type CellFileState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'kept' | 'released' | 'gone';
      readonly added: DataOf<typeof cellFileAdded>;
    };

export const cellFileStream = (fileId: string): string => `cell-file-${fileId}`;

const become =
  (kind: 'kept' | 'released' | 'gone') =>
  (s: CellFileState): CellFileState =>
    s.kind === 'none' || s.kind === 'gone' ? s : { ...s, kind };

export const cellFile = decider<CellFileState>({ kind: 'none' }, when => [
  when(cellFileAdded, (_, added) => ({ kind: 'kept', added })),
  when(cellFileReleased, become('released')),
  when(cellFileRetained, become('kept')),
  when(cellFileRemoved, become('gone')),
]);

type Added = DataOf<typeof cellFileAdded>;

const isSame = (a: Added, b: Added): boolean =>
  a.address === b.address && a.name === b.name && a.rowId === b.rowId && a.fieldId === b.fieldId;

/** Adds a file; a repeated request with the same bytes, name and cell adds nothing. */
export const addCellFile =
  (data: Added) =>
  (s: CellFileState): Decision => {
    if (s.kind === 'none') return [cellFileAdded(data)];
    return s.kind !== 'gone' && isSame(s.added, data)
      ? []
      : reject('CONFLICT', { text: 'request-id-reused' });
  };

const cellOf = ({ projectId, tableId, rowId, fieldId, fileId }: Added) => ({
  projectId,
  tableId,
  rowId,
  fieldId,
  fileId,
});

export const releaseCellFile = (s: CellFileState): Decision =>
  s.kind === 'kept' ? [cellFileReleased(cellOf(s.added))] : [];

export const retainCellFile = (s: CellFileState): Decision =>
  s.kind === 'released' ? [cellFileRetained(cellOf(s.added))] : [];

/** Removes a released file; the row may have got any other one back. */
export const removeCellFile = (s: CellFileState): Decision =>
  s.kind === 'released'
    ? [
        cellFileRemoved({
          ...cellOf(s.added),
          name: s.added.name,
          uploaderId: s.added.uploaderId,
        }),
      ]
    : [];
