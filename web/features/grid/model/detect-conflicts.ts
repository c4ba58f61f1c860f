import { isSent, opsOf, type Edit, type Op } from './op.ts';
import { same, valueOf, type Row } from './row.ts';

/** The parts of a table that conflicts depend on. */
interface ConflictInput {
  readonly rows: ReadonlyMap<string, Row>;
  readonly behind: { has(rowId: string): boolean };
  readonly removed: { has(rowId: string): boolean };
  readonly ops: readonly Op[];
}

/**
 * Compares each unsent edit with the current value of its cell. An equal value of somebody else
 * completes the edit; a different one is a conflict, which its author resolves. A stale row decides
 * nothing.
 */
export function detectConflicts<Table extends ConflictInput>(table: Table): Table {
  const ops = table.ops.flatMap((op): Op[] => {
    if (table.removed.has(op.rowId) && op.kind !== 'restore') return lost(op);
    if (op.kind !== 'edit' || isSent(op) || (op.state !== 'waiting' && op.state !== 'conflict'))
      return [op];
    return judged(table, op);
  });
  return ops.length === table.ops.length && ops.every((op, at) => op === table.ops[at])
    ? table
    : { ...table, ops };
}

/** Its row is gone. What is under way is waited for. */
function lost(op: Op): Op[] {
  if (op.state === 'gone' || op.state === 'sending') return [op];
  const { sentFor: _, sentIn: __, ...rest } = op;
  return op.kind === 'remove' ? [] : [{ ...rest, state: 'gone' }];
}

function judged({ rows, behind, ops }: ConflictInput, op: Edit): Op[] {
  const row = rows.get(op.rowId);
  if (row === undefined || behind.has(op.rowId)) return [op];
  // An edit behind a sent one of the same cell was made on what that one wrote.
  if (
    opsOf(ops, op.rowId).some(
      other => other.kind === 'edit' && other.field === op.field && isSent(other),
    )
  )
    return [op];
  const theirs = valueOf(row, op.field);
  if (same(theirs, op.value)) return [];
  const state = same(theirs, op.was) ? 'waiting' : 'conflict';
  return [state === op.state ? op : { ...op, state }];
}
