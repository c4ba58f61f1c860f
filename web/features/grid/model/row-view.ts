import type { Json } from '@hzm/contracts/core/json';
import { byRow, type Op } from './op.ts';
import type { Table, RemoteEdits } from './reconcile.ts';
import type { Row } from './row.ts';

/** The state of a cell or row that is not confirmed. */
export type Mark = Op['state'];

export interface RowView {
  readonly id: string;
  /** The server's row with this person's own unconfirmed values in it. */
  readonly values: { readonly [field: string]: Json | undefined };
  readonly marks: { readonly [field: string]: Mark };
  /** The state of a whole row that is being added or removed, or is gone. */
  readonly mark?: { readonly kind: 'add' | 'remove' | 'restore' | 'gone'; readonly state: Mark };
}

/** A row as it is drawn: what the server said last, and over it what is not confirmed. */
export function toRowView(id: string, row: Row | undefined, ops: readonly Op[]): RowView {
  if (ops.length === 0) return { id, values: row ?? {}, marks: {} };
  const values: Record<string, Json | undefined> = { ...row };
  const marks: Record<string, Mark> = {};
  let mark: RowView['mark'];
  for (const op of ops) {
    if (op.kind === 'edit') {
      values[op.field] = op.value;
      marks[op.field] = op.state;
    } else {
      if (op.kind === 'add' || op.kind === 'restore') Object.assign(values, op.values);
      mark = { kind: op.kind, state: op.state };
    }
    if (op.state === 'gone') mark = { kind: 'gone', state: 'gone' };
  }
  return { id, values, marks, ...(mark && { mark }) };
}

export interface Drawing {
  readonly row: Row | undefined;
  readonly ops: readonly Op[];
  readonly touches: RemoteEdits | undefined;
  readonly drawn: RowView;
}

const NONE: readonly Op[] = [];

/**
 * Draws some rows. What is as it was before is the same object, so that it need not be drawn again
 * on the screen.
 */
export function toRowViews(
  { rows, removed, remoteEdits, ops }: Table,
  ids: readonly string[],
  before: ReadonlyMap<string, Drawing>,
): ReadonlyMap<string, Drawing> {
  const own = byRow(ops);
  return new Map(
    ids
      .filter(id => rows.has(id) || own.has(id))
      .map(id => {
        const [row, mine, touches, last] = [
          rows.get(id) ?? removed.get(id)?.row,
          own.get(id) ?? NONE,
          remoteEdits.get(id),
          before.get(id),
        ];
        const still =
          last?.row === row &&
          last?.touches === touches &&
          last?.ops.length === mine.length &&
          last.ops.every((op, at) => op === mine[at]);
        return [
          id,
          still && last ? last : { row, ops: mine, touches, drawn: toRowView(id, row, mine) },
        ];
      }),
  );
}

/**
 * This person's rows that have no place among the others, the newest first: being added, just
 * added, or gone.
 */
export function unplaced(
  { rows, ops, added }: Table,
  placed: ReadonlyMap<string, number>,
): readonly string[] {
  const adding = ops
    .filter(op => op.kind === 'add')
    .map(op => op.rowId)
    .toReversed();
  const gone = ops.filter(op => op.state === 'gone').map(op => op.rowId);
  return [...new Set([...adding, ...gone, ...added.filter(id => rows.has(id))])].filter(
    id => !placed.has(id),
  );
}
