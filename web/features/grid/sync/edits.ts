import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Field } from '@hzm/contracts/features/tables/table';
import { hindranceTo } from '../model/hindrance.ts';
import { addOf, opsOf, withEdits, withRemove, withRestore, type Op } from '../model/op.ts';
import type { Table } from '../model/reconcile.ts';
import { toRowView } from '../model/row-view.ts';
import { valuesOf, type Row, type Values } from '../model/row.ts';
import {
  push,
  isOfCell,
  emptyUndoStack,
  turn,
  type CellChange,
  type Change,
  type Refused,
  type RowChange,
} from '../model/undo.ts';

/** The outcome of an undo or redo, with the edits it skipped. */
export interface UndoResult {
  readonly way: 'undo' | 'redo';
  readonly changes: readonly Change[];
  readonly refused: readonly Refused[];
}

/** A text that was meant for a cell and is no value of its field, and why. */
export interface RefusedCell {
  readonly rowId: string;
  readonly field: string;
  readonly value: string;
  readonly reason: string;
}

export interface Edits {
  /** Returns a cell's value with unconfirmed edits; undefined if the row is not loaded. */
  readonly valueAt: (rowId: string, field: string) => Json | undefined;
  readonly edit: (changes: readonly CellChange[]) => void;
  /**
   * Adds rows with what is written into others at the same time, as one act; the ids they have
   * until they are there.
   */
  readonly add: (rows: readonly Values[], together?: readonly CellChange[]) => readonly string[];
  /** Keeps texts in their cells, marked as failed, until a person corrects or discards them. */
  readonly refused: (cells: readonly RefusedCell[]) => void;
  readonly remove: (rowIds: readonly string[]) => void;
  /** Brings removed rows back. */
  readonly restore: (rowIds: readonly string[]) => void;
  /** Takes the last act back, or does it again. */
  readonly turn: (way: 'undo' | 'redo') => UndoResult | undefined;
}

interface Port {
  readonly table: () => Table;
  readonly act: (change: (ops: readonly Op[]) => readonly Op[]) => void;
  readonly newId: () => string;
  /** The table's fields; undefined while they are not known. */
  readonly fields: () => readonly Pick<Field, 'id' | 'type'>[] | undefined;
}

/** A row's id now: a row that was added here goes on under the server's id. */
export const resolveRowId = ({ serverIds }: Table, rowId: string): string =>
  serverIds.get(rowId) ?? rowId;

/** Creates the editor of rows and cells, with its undo stack. */
export function createEdits({ table, act, newId, fields }: Port): Edits {
  let acts = emptyUndoStack;
  const valuesAt = (wanted: string): { readonly [field: string]: Json | undefined } | undefined => {
    const rowId = resolveRowId(table(), wanted);
    const { rows, ops } = table();
    const mine = opsOf(ops, rowId);
    if (
      mine.some(({ kind }) => kind === 'remove') ||
      (!rows.has(rowId) && !mine.some(({ kind }) => kind !== 'remove'))
    )
      return undefined;
    return toRowView(rowId, rows.get(rowId), mine).values;
  };
  const valueAt = (wanted: string, field: string): Json | undefined => {
    const values = valuesAt(wanted);
    return values && (memberOf(values, field) ?? null);
  };

  const withRow = (
    ops: readonly Op[],
    { rowId: wanted, isThere, values }: RowChange,
  ): readonly Op[] => {
    const rowId = resolveRowId(table(), wanted);
    if (!isThere) return withRemove(ops, newId(), rowId);
    // One that the server never had is added anew, under the id that other acts know.
    return rowId.startsWith('new:')
      ? [...ops, { ...addOf(newId(), values), rowId }]
      : withRestore(ops, newId(), rowId, values);
  };
  const write = (changes: readonly Change[]): void =>
    act(ops => {
      const cells = changes.filter(isOfCell).map(({ rowId, field, before, after }) => ({
        rowId: resolveRowId(table(), rowId),
        field,
        value: after,
        was: before,
      }));
      return changes.reduce(
        (next, change) => (isOfCell(change) ? next : withRow(next, change)),
        cells.length > 0 ? withEdits(ops, cells, newId) : ops,
      );
    });
  const perform = (changes: readonly Change[]): void => {
    if (changes.length === 0) return;
    const types = new Map(fields()?.map(({ id, type }) => [id, type]));
    acts = push(
      acts,
      changes.map(change => ({ ...change, types })),
    );
    write(changes);
  };

  const valuesNow = (rowId: string): Values | undefined => {
    const now = valuesAt(rowId);
    return now && valuesOf(now as Row);
  };
  return {
    valueAt,
    edit: perform,
    add: (rows, together = []) => {
      const added = rows.map((values): RowChange => ({
        rowId: `new:${newId()}`,
        isThere: true,
        values,
      }));
      perform([...together, ...added]);
      return added.map(({ rowId }) => rowId);
    },
    refused: cells => {
      if (cells.length === 0) return;
      const isThere = new Set(cells.map(({ rowId, field }) => `${rowId} ${field}`));
      act(ops => [
        ...ops.filter(
          op =>
            op.kind !== 'edit' || op.state !== 'failed' || !isThere.has(`${op.rowId} ${op.field}`),
        ),
        ...cells.map((cell): Op => ({
          ...cell,
          kind: 'edit',
          id: newId(),
          state: 'failed',
          was: valueAt(cell.rowId, cell.field) ?? null,
        })),
      ]);
    },
    remove: rowIds =>
      perform(
        rowIds.flatMap((rowId): RowChange[] => {
          const now = valuesAt(rowId);
          return now ? [{ rowId, isThere: false, values: valuesOf(now as Row) }] : [];
        }),
      ),
    restore: rowIds =>
      perform(
        rowIds.map((rowId): RowChange => ({
          rowId,
          isThere: true,
          values: valuesOf(table().removed.get(resolveRowId(table(), rowId))?.row),
        })),
      ),
    turn: way => {
      const now = { valuesAt: valuesNow, fields: fields() };
      const turned = turn(acts, way, change => hindranceTo(change, now));
      if (!turned) return undefined;
      acts = turned.acts;
      write(turned.changes);
      return { way, changes: turned.changes, refused: turned.refused };
    },
  };
}
