import { type Json, memberOf } from '@hzm/contracts/core/json';
import { draw } from './model/draw.ts';
import { opsOf, withEdits, type Op } from './model/op.ts';
import type { Table } from './model/reconcile.ts';
import { did, noActs, turn, type CellChange } from './model/undo.ts';

export interface Edits {
  /** What a cell holds, with what is not confirmed; undefined when the row is not here. */
  readonly valueAt: (rowId: string, field: string) => Json | undefined;
  readonly edit: (changes: readonly CellChange[]) => void;
  /** Takes the last edit back, or does it again: how many cells changed, and how many somebody else has changed since. */
  readonly turn: (way: 'undo' | 'redo') => { readonly changed: number; readonly refused: number } | undefined;
}

interface Port {
  readonly table: () => Table;
  readonly act: (change: (ops: readonly Op[]) => readonly Op[]) => void;
  readonly newId: () => string;
}

/** A row's id now: a row that was added here goes on under the server's id. */
export const nowOf = ({ born }: Table, rowId: string): string => born.get(rowId) ?? rowId;

/** Edits of cells, and the way back. */
export function createEdits({ table, act, newId }: Port): Edits {
  let acts = noActs;
  const write = (changes: readonly CellChange[]): void =>
    act(ops => withEdits(ops, changes.map(({ rowId, field, before, after }) => ({ rowId: nowOf(table(), rowId), field, value: after, was: before })), newId));
  const valueAt = (wanted: string, field: string): Json | undefined => {
    const rowId = nowOf(table(), wanted);
    const { rows, ops } = table();
    const mine = opsOf(ops, rowId);
    return rows.has(rowId) || mine.length > 0 ? memberOf(draw(rowId, rows.get(rowId), mine).values, field) ?? null : undefined;
  };
  return {
    valueAt,
    edit: changes => {
      if (changes.length === 0) return;
      acts = did(acts, changes);
      write(changes);
    },
    turn: way => {
      const turned = turn(acts, way, valueAt);
      if (!turned) return undefined;
      acts = turned.acts;
      write(turned.changes);
      return { changed: turned.changes.length, refused: turned.refused };
    },
  };
}
