import { type Json, memberOf } from '@hzm/contracts/core/json';
import type { Table } from '../model/reconcile.ts';
import type { Mark } from '../model/row-view.ts';
import { same, type Row } from '../model/row.ts';

/** A card that stands in another column than the columns were read with. */
export interface Moved {
  readonly row: Row;
  readonly to: string | null;
  /** The state of the move; absent once the server has confirmed it. */
  readonly state: Mark | undefined;
}
export type MovedCards = ReadonlyMap<string, Moved>;

const columnOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? value : null;

/**
 * Returns the moved cards after the table has changed: those with an unconfirmed move, and those
 * whose move was confirmed, until somebody lets them go. A move that was taken back or given up is
 * none any more.
 */
export function movedIn(
  before: MovedCards,
  { ops, rows }: Pick<Table, 'ops' | 'rows'>,
  known: ReadonlyMap<string, Row>,
  fieldId: string,
): MovedCards {
  const next = new Map<string, Moved>();
  for (const op of ops) {
    const row = known.get(op.rowId) ?? rows.get(op.rowId);
    if (op.kind === 'edit' && op.field === fieldId && row)
      next.set(op.rowId, { row, to: columnOf(op.value), state: op.state });
  }
  for (const [id, moved] of before) {
    const row = rows.get(id);
    if (!next.has(id) && row && same(memberOf(row, fieldId), moved.to))
      next.set(id, moved.state === undefined ? moved : { ...moved, row, state: undefined });
  }
  const isSame =
    next.size === before.size &&
    [...next].every(([id, { to, state }]) => {
      const old = before.get(id);
      return old?.to === to && old.state === state;
    });
  return isSame ? before : next;
}
