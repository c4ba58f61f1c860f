import { isGiven } from '@hzm/contracts/core/everyday';
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

/** Returns a row's values with unconfirmed edits; undefined if it is not loaded, or removed. */
function valuesIn(
  table: Table,
  wanted: string,
): { readonly [field: string]: Json | undefined } | undefined {
  const rowId = resolveRowId(table, wanted);
  const { rows, ops } = table;
  const mine = opsOf(ops, rowId);
  if (
    mine.some(({ kind }) => kind === 'remove') ||
    (!rows.has(rowId) && !mine.some(({ kind }) => kind !== 'remove'))
  )
    return undefined;
  return toRowView(rowId, rows.get(rowId), mine).values;
}

function withRow(
  ops: readonly Op[],
  rowId: string,
  { isThere, values }: RowChange,
  newId: Port['newId'],
): readonly Op[] {
  if (!isThere) return withRemove(ops, newId(), rowId);
  // One that the server never had is added anew, under the id that other acts know.
  return rowId.startsWith('new:')
    ? [...ops, { ...addOf(newId(), values), rowId }]
    : withRestore(ops, newId(), rowId, values);
}

function withChanges(
  ops: readonly Op[],
  changes: readonly Change[],
  table: Table,
  newId: Port['newId'],
): readonly Op[] {
  const cells = changes.filter(isOfCell).map(({ rowId, field, before, after }) => ({
    rowId: resolveRowId(table, rowId),
    field,
    value: after,
    was: before,
  }));
  return changes.reduce(
    (next, change) =>
      isOfCell(change) ? next : withRow(next, resolveRowId(table, change.rowId), change, newId),
    cells.length > 0 ? withEdits(ops, cells, newId) : ops,
  );
}

/** Puts failed edits in the place of those that failed in the same cells before. */
function withFailed(ops: readonly Op[], failed: readonly Op[]): readonly Op[] {
  const cellOf = (op: Op): string => (op.kind === 'edit' ? `${op.rowId} ${op.field}` : '');
  const cells = new Set(failed.map(cellOf));
  return [
    ...ops.filter(op => op.kind !== 'edit' || op.state !== 'failed' || !cells.has(cellOf(op))),
    ...failed,
  ];
}

/** Creates the stack of a person's acts, which can be undone and done again. */
function createActs({
  fields,
  valuesNow,
  write,
}: Pick<Port, 'fields'> & {
  readonly valuesNow: (rowId: string) => Values | undefined;
  readonly write: (changes: readonly Change[]) => void;
}): { readonly perform: (changes: readonly Change[]) => void; readonly turn: Edits['turn'] } {
  let acts = emptyUndoStack;
  return {
    perform: changes => {
      if (changes.length === 0) return;
      const types = new Map(fields()?.map(({ id, type }) => [id, type]));
      acts = push(
        acts,
        changes.map(change => ({ ...change, types })),
      );
      write(changes);
    },
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

/** Creates the editor of rows and cells, with its undo stack. */
export function createEdits({ table, act, newId, fields }: Port): Edits {
  const valuesAt = (rowId: string) => valuesIn(table(), rowId);
  const valueAt = (rowId: string, field: string): Json | undefined => {
    const values = valuesAt(rowId);
    return values && (memberOf(values, field) ?? null);
  };
  const write = (changes: readonly Change[]): void =>
    act(ops => withChanges(ops, changes, table(), newId));
  const valuesNow = (rowId: string): Values | undefined => {
    const now = valuesAt(rowId);
    return now && valuesOf(now as Row);
  };
  const acts = createActs({ fields, valuesNow, write });
  /** Whether a field is written; the product gives the values of the others. */
  const isWritten = (id: string): boolean =>
    !fields()?.some(field => field.id === id && isGiven(field.type));
  return {
    valueAt,
    edit: changes => acts.perform(changes.filter(({ field }) => isWritten(field))),
    add: (rows, together = []) => {
      const added = rows.map((values): RowChange => ({
        rowId: `new:${newId()}`,
        isThere: true,
        values: Object.fromEntries(Object.entries(values).filter(([id]) => isWritten(id))),
      }));
      acts.perform([...together.filter(({ field }) => isWritten(field)), ...added]);
      return added.map(({ rowId }) => rowId);
    },
    refused: cells => {
      if (cells.length === 0) return;
      act(ops =>
        withFailed(
          ops,
          cells.map((cell): Op => ({
            ...cell,
            kind: 'edit',
            id: newId(),
            state: 'failed',
            was: valueAt(cell.rowId, cell.field) ?? null,
          })),
        ),
      );
    },
    remove: rowIds =>
      acts.perform(
        rowIds.flatMap((rowId): RowChange[] => {
          const values = valuesNow(rowId);
          return values ? [{ rowId, isThere: false, values }] : [];
        }),
      ),
    restore: rowIds =>
      acts.perform(
        rowIds.map((rowId): RowChange => ({
          rowId,
          isThere: true,
          values: valuesOf(table().removed.get(resolveRowId(table(), rowId))?.row),
        })),
      ),
    turn: acts.turn,
  };
}
