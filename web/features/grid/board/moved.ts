import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Add } from '../model/op.ts';
import type { Table } from '../model/reconcile.ts';
import type { Mark } from '../model/row-view.ts';
import { same, type Row } from '../model/row.ts';

/** A card that was moved or added since the columns were read. */
export interface Moved {
  readonly row: Row;
  readonly to: string | null;
  /** The state of the move or of the new card; absent once the server has confirmed it. */
  readonly state: Mark | undefined;
}
export type MovedCards = ReadonlyMap<string, Moved>;

const columnOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? value : null;

/** A card that the server does not have yet. */
const newCard = ({ rowId, values }: Add): Row => ({
  ...values,
  id: rowId,
  created_at: '',
  updated_at: '',
  _version: 0,
});

/**
 * Returns the moved and new cards after the table has changed: unconfirmed ones, and confirmed ones
 * until the caller drops them. Leaves out moves that were undone or given up.
 */
export function movedIn(
  before: MovedCards,
  { ops, rows, serverIds }: Pick<Table, 'ops' | 'rows' | 'serverIds'>,
  known: ReadonlyMap<string, Row>,
  fieldId: string,
): MovedCards {
  const next = new Map<string, Moved>();
  for (const op of ops) {
    const row = known.get(op.rowId) ?? rows.get(op.rowId);
    if (op.kind === 'add') {
      const to = columnOf(memberOf(op.values, fieldId));
      next.set(op.rowId, { row: newCard(op), to, state: op.state });
    }
    if (op.kind === 'edit' && op.field === fieldId && row)
      next.set(op.rowId, { row, to: columnOf(op.value), state: op.state });
  }
  for (const [was, moved] of before) {
    const id = serverIds.get(was) ?? was;
    const row = rows.get(id);
    if (!next.has(id) && row && same(memberOf(row, fieldId), moved.to))
      next.set(id, moved.state === undefined ? moved : { ...moved, row, state: undefined });
  }
  const isSame =
    next.size === before.size &&
    [...next].every(([id, { row, to, state }]) => {
      const old = before.get(id);
      return old?.to === to && old.state === state && same(old.row, row);
    });
  return isSame ? before : next;
}
