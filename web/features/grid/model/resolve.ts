import { detectConflicts } from './detect-conflicts.ts';
import type { KnownFields } from './known-fields.ts';
import { addOf, fresh, inherit, isSent, replace, without, type Edit, type Op } from './op.ts';
import { confirm, applyUpdates, type Table } from './reconcile.ts';
import { valueOf, valuesOf, type Row, type Values } from './row.ts';

/**
 * The outcome of sending an edit. `again`: the server failed, or nobody knows; `unsent`: it never
 * left.
 */
export type Outcome =
  | { readonly kind: 'done'; readonly row: Row | undefined }
  | { readonly kind: 'changed'; readonly current: Row }
  | { readonly kind: 'refused'; readonly reason: string; readonly isFieldGone?: boolean }
  | { readonly kind: 'gone' }
  /** `code`: the server's reason, when it gave one. `waitMs`: how long it asks to be left alone. */
  | { readonly kind: 'again'; readonly code?: string; readonly waitMs?: number }
  | { readonly kind: 'unsent' };

/** Marks an op as under way, for the version that is here now unless it was sent before. */
export function sending(table: Table, op: Op): Table {
  const version = op.kind === 'add' ? 0 : (table.rows.get(op.rowId)?._version ?? 0);
  return {
    ...table,
    ops: replace(table.ops, op.id, { ...op, state: 'sending', sentFor: op.sentFor ?? version }),
  };
}

/**
 * Takes the end of a sending in. `newId` names what must be sent anew. An op that the socket has
 * confirmed meanwhile only brings its row.
 */
export function applyResult(table: Table, id: string, outcome: Outcome, newId: string): Table {
  const row =
    outcome.kind === 'done'
      ? outcome.row
      : outcome.kind === 'changed'
        ? outcome.current
        : undefined;
  const newer = row ? applyUpdates(table, { kind: 'row', row }) : table;
  const op = newer.ops.find(one => one.id === id);
  return detectConflicts(op ? endOf(newer, op, outcome, newId) : newer);
}

/** Returns the table after an edit was sent. */
export function endOf(table: Table, op: Op, outcome: Outcome, newId: string): Table {
  const put = (next: Op): Table => ({ ...table, ops: replace(table.ops, op.id, next) });
  switch (outcome.kind) {
    case 'again':
      return put({ ...op, state: 'waiting' });
    case 'unsent':
      return put(fresh(op, op.id));
    case 'done': {
      const done = confirm(
        op.kind === 'restore' ? revive(table, outcome.row ? [outcome.row] : []) : table,
        op,
        outcome.row?.id ?? op.rowId,
      );
      return op.kind === 'remove'
        ? applyUpdates(done, { kind: 'gone', id: op.rowId, by: '' })
        : done;
    }
    case 'changed': {
      const rest = op.kind === 'edit' ? inherit(table.ops, op) : undefined;
      if (rest) return { ...table, ops: rest };
      return put(
        op.kind === 'remove' ? { ...fresh(op, newId), state: 'conflict' } : fresh(op, newId),
      );
    }
    case 'gone': {
      const gone = applyUpdates(table, { kind: 'gone', id: op.rowId, by: '' });
      return { ...gone, ops: replace(gone.ops, op.id, { ...fresh(op, newId), state: 'gone' }) };
    }
    case 'refused':
      return {
        ...table,
        ops: refused(table.ops, op, {
          ...fresh(op, newId),
          state: 'failed',
          reason: outcome.reason,
          ...(outcome.isFieldGone && { isFieldGone: true as const }),
        }),
      };
  }
}

/** Returns the table with restored rows, which no longer count as removed. */
export function revive(table: Table, rows: readonly Row[]): Table {
  const removed = new Map(table.removed);
  for (const { id } of rows) removed.delete(id);
  return applyUpdates({ ...table, removed }, ...rows.map(row => ({ kind: 'row', row }) as const));
}

/** Merges later edits of a row whose addition was refused into that addition. */
function refused(ops: readonly Op[], op: Op, failed: Op): readonly Op[] {
  if (op.kind === 'edit') return inherit(ops, op) ?? replace(ops, op.id, failed);
  if (failed.kind !== 'add') return replace(ops, op.id, failed);
  const own = ops.filter(one => one.rowId === op.rowId && one.id !== op.id);
  const rest = ops.filter(one => one.rowId !== op.rowId);
  if (own.some(one => one.kind === 'remove')) return rest;
  const edits = own.filter((one): one is Edit => one.kind === 'edit');
  return [
    ...rest,
    {
      ...failed,
      values: {
        ...failed.values,
        ...Object.fromEntries(edits.map(({ field, value }) => [field, value])),
      },
    },
  ];
}

/**
 * The author's word on something stuck. `mine` sends it (again), over whatever stands there now,
 * without fields that were removed; `theirs` gives it up.
 */
export function resolve(
  table: Table,
  id: string,
  word: 'mine' | 'theirs',
  newId: string,
  fields?: KnownFields,
): Table {
  const op = table.ops.find(one => one.id === id);
  if (op === undefined || isSent(op)) return table;
  if (word === 'theirs') return { ...table, ops: without(table.ops, id) };
  if (op.state === 'gone') return { ...table, ops: revived(table, op.rowId, newId) };
  const again =
    op.kind === 'add'
      ? fresh({ ...op, values: inFields(op.values, fields) }, newId)
      : fresh(op, newId);
  return detectConflicts({
    ...table,
    ops: replace(
      table.ops,
      id,
      again.kind === 'edit'
        ? { ...again, was: valueOf(table.rows.get(op.rowId), again.field) }
        : again,
    ),
  });
}

const inFields = (values: Values, fields: KnownFields): Values =>
  fields
    ? Object.fromEntries(
        Object.entries(values).filter(([key]) => fields.some(({ id }) => id === key)),
      )
    : values;

/** A row that is gone becomes a new one, with what its author wrote. */
function revived({ ops, removed }: Table, rowId: string, newId: string): readonly Op[] {
  const edits = ops.filter((one): one is Edit => one.kind === 'edit' && one.rowId === rowId);
  const values = {
    ...valuesOf(removed.get(rowId)?.row),
    ...Object.fromEntries(edits.map(({ field, value }) => [field, value])),
  };
  return [...ops.filter(one => one.rowId !== rowId), addOf(newId, values)];
}
