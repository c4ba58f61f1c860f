import { newId } from '@hzm/contracts/core/ids';
import { detectConflicts } from './detect-conflicts.ts';
import {
  byRow,
  fresh,
  isSent,
  type Add,
  type Edit,
  type Op,
  type Remove,
  type Restore,
} from './op.ts';
import { confirm, applyUpdates, type Table } from './reconcile.ts';
import { endOf, revive, type Outcome } from './resolve.ts';
import type { Row, Values } from './row.ts';

/** The new values of one row, meant for a version of it. */
export interface Update {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
}

/**
 * Edits of many rows, or many rows to add, to remove or to bring back, that go in one request,
 * named by `id`.
 */
export type Batch =
  | { readonly kind: 'updates'; readonly id: string; readonly updates: readonly Update[] }
  | {
      readonly kind: 'adds';
      readonly id: string;
      readonly adds: readonly Pick<Add, 'rowId' | 'values'>[];
    }
  | (Whole & { readonly kind: 'removes' })
  | (Whole & { readonly kind: 'restores' });

/** The rows of a batch that names them by their ids alone. */
interface Whole {
  readonly id: string;
  readonly rowIds: readonly string[];
  /** It was sent before, and its outcome is unknown. */
  readonly isAgain?: true;
}

/** Fewer edits go one by one: each tells for itself what became of it. */
const MIN_EDITS = 5;
/**
 * A single removal is refused when its row has changed; several are one act, which comes back as
 * one.
 */
const MIN_ROWS = 2;
const MAX_ROWS = 1_000;
const MAX_OPERATIONS = 500;
/** Maximum size of a batch's values as JSON, in code units: a request's body has a limit. */
const MAX_BODY_LENGTH = 200_000;

/**
 * The outcome of a batch. `refused` and `gone` name its failed rows; the others may be sent again.
 */
export type BatchOutcome =
  | { readonly kind: 'done'; readonly rows: readonly Row[] }
  | { readonly kind: 'changed'; readonly current: readonly Row[] }
  | {
      readonly kind: 'refused';
      readonly reasons: readonly {
        readonly rowId: string;
        readonly field?: string;
        readonly reason: string;
        readonly isFieldGone?: boolean;
      }[];
    }
  | { readonly kind: 'gone'; readonly rowIds: readonly string[] }
  /** It was too much for one request: each goes by itself. */
  | { readonly kind: 'apart' }
  | (Outcome & { readonly kind: 'again' | 'unsent' });

/** The operations that name a row by its id alone. */
const WHOLE = { removes: 'remove', restores: 'restore' } as const;
const isWhole =
  (kind: keyof typeof WHOLE) =>
  (op: Op): op is Remove | Restore =>
    op.kind === WHOLE[kind];
const isAdd = (op: Op): op is Add => op.kind === 'add';
const isEdit = (op: Op): op is Edit => op.kind === 'edit';
const updateOf = (rowId: string, version: number, edits: readonly Edit[]): Update => ({
  id: rowId,
  version,
  values: Object.fromEntries(edits.map(({ field, value }) => [field, value])),
});

/**
 * Returns the next batch: one with an unknown outcome, exactly as it was, or the edits waiting in
 * many rows. `busy`: rows with another request under way.
 */
export const nextBatch = (table: Table, busy: ReadonlySet<string>): Batch | undefined =>
  nextAdds(table, busy) ??
  nextUpdates(table, busy) ??
  nextWhole('removes', table, busy) ??
  nextWhole('restores', table, busy);

function nextWhole(
  kind: keyof typeof WHOLE,
  { ops }: Table,
  busy: ReadonlySet<string>,
): Batch | undefined {
  const waiting = ops.filter(isWhole(kind)).filter(({ state }) => state === 'waiting');
  const before = waiting.find(({ sentIn }) => sentIn !== undefined)?.sentIn;
  if (before !== undefined)
    return {
      kind,
      id: before,
      rowIds: waiting.filter(({ sentIn }) => sentIn === before).map(({ rowId }) => rowId),
      isAgain: true,
    };
  const own = byRow(ops);
  const rowIds = waiting
    .filter(
      ({ rowId, sentFor }) =>
        sentFor === undefined && !busy.has(rowId) && own.get(rowId)?.length === 1,
    )
    .map(({ rowId }) => rowId)
    .slice(0, MAX_ROWS);
  return rowIds.length < MIN_ROWS ? undefined : { kind, id: newId(), rowIds };
}

function nextAdds({ ops }: Table, busy: ReadonlySet<string>): Batch | undefined {
  const waiting = ops.filter((op): op is Add => isAdd(op) && op.state === 'waiting');
  const before = waiting.find(({ sentIn }) => sentIn !== undefined)?.sentIn;
  if (before !== undefined)
    return { kind: 'adds', id: before, adds: waiting.filter(({ sentIn }) => sentIn === before) };
  const adds: Add[] = [];
  let size = 0;
  for (const op of waiting) {
    if (op.sentFor !== undefined || busy.has(op.rowId)) continue;
    size += JSON.stringify(op.values).length;
    if (adds.length > 0 && size > MAX_BODY_LENGTH) break;
    adds.push(op);
    if (adds.length === MAX_OPERATIONS) break;
  }
  return adds.length < MIN_EDITS ? undefined : { kind: 'adds', id: newId(), adds };
}

function nextUpdates(table: Table, busy: ReadonlySet<string>): Batch | undefined {
  const waiting = table.ops.filter((op): op is Edit => isEdit(op) && op.state === 'waiting');
  const before = waiting.find(({ sentIn }) => sentIn !== undefined)?.sentIn;
  if (before !== undefined) {
    const again = Map.groupBy(
      waiting.filter(({ sentIn }) => sentIn === before),
      ({ rowId }) => rowId,
    );
    return {
      kind: 'updates',
      id: before,
      updates: [...again].map(([rowId, edits]) => updateOf(rowId, edits[0]!.sentFor!, edits)),
    };
  }
  const updates: Update[] = [];
  let count = 0;
  let size = 0;
  for (const [rowId, ops] of byRow(table.ops)) {
    const row = table.rows.get(rowId);
    const edits = ops.filter((op): op is Edit => isEdit(op) && op.state === 'waiting');
    if (!row || edits.length === 0 || busy.has(rowId) || table.behind.has(rowId)) continue;
    // An edit that waits for a decision does not hold up the other cells of its row.
    if (ops.some(op => !isEdit(op) || isSent(op))) continue;
    const update = updateOf(rowId, row._version, edits);
    size += JSON.stringify(update.values).length;
    if (updates.length > 0 && size > MAX_BODY_LENGTH) break;
    updates.push(update);
    count += edits.length;
    if (updates.length === MAX_OPERATIONS) break;
  }
  return count < MIN_EDITS ? undefined : { kind: 'updates', id: newId(), updates };
}

/** Marks what a batch holds as under way. */
export function sendingBatch(table: Table, batch: Batch): Table {
  const { id } = batch;
  if (batch.kind === 'adds') {
    const rowIds = new Set(batch.adds.map(({ rowId }) => rowId));
    return {
      ...table,
      ops: table.ops.map((op): Op =>
        isAdd(op) && op.state === 'waiting' && rowIds.has(op.rowId)
          ? { ...op, state: 'sending', sentFor: 0, sentIn: id }
          : op,
      ),
    };
  }
  if (batch.kind !== 'updates') {
    const rowIds = new Set(batch.rowIds);
    const isOurs = isWhole(batch.kind);
    return {
      ...table,
      ops: table.ops.map((op): Op =>
        isOurs(op) && op.state === 'waiting' && rowIds.has(op.rowId)
          ? {
              ...op,
              state: 'sending',
              sentFor: table.rows.get(op.rowId)?._version ?? 0,
              sentIn: id,
            }
          : op,
      ),
    };
  }
  const versions = new Map(batch.updates.map(update => [update.id, update.version]));
  return {
    ...table,
    ops: table.ops.map((op): Op =>
      isEdit(op) && op.state === 'waiting' && versions.has(op.rowId) && (op.sentIn ?? id) === id
        ? { ...op, state: 'sending', sentFor: versions.get(op.rowId)!, sentIn: id }
        : op,
    ),
  };
}

/**
 * Takes the end of a batch in. What the server named ends as if it had been sent alone; what else
 * was in it is as if it had never been sent.
 */
export function applyBatchResult(table: Table, batch: Batch, outcome: BatchOutcome): Table {
  const { id } = batch;
  const ours = (op: Op): boolean => op.sentIn === id;
  const mapped = (change: (op: Op) => Op): Table => ({
    ...table,
    ops: table.ops.map(op => (ours(op) ? change(op) : op)),
  });
  switch (outcome.kind) {
    case 'done':
      if (batch.kind === 'removes') return removed(table, batch.rowIds, id);
      if (batch.kind === 'restores')
        return detectConflicts(
          revive({ ...table, ops: table.ops.filter(op => !ours(op)) }, outcome.rows),
        );
      if (batch.kind === 'adds') return added(table, batch.adds, id, outcome.rows);
      return detectConflicts(
        applyUpdates(
          { ...table, ops: table.ops.filter(op => !ours(op)) },
          ...outcome.rows.map(row => ({ kind: 'row', row }) as const),
        ),
      );
    case 'again':
      return mapped(op => ({ ...op, state: 'waiting' }));
    case 'unsent':
      return detectConflicts(mapped(op => fresh(op, op.id)));
    // An edit that was once sent alone is sent alone again.
    case 'apart':
      return mapped(op => ({ ...fresh(op, op.id), sentFor: 0 }));
  }
  if (batch.kind === 'removes' && outcome.kind === 'gone') {
    // They are where they were to go; the others go again.
    const done = removed(table, outcome.rowIds, id);
    return { ...done, ops: done.ops.map(op => (ours(op) ? fresh(op, op.id) : op)) };
  }
  const ends = endsOf(outcome);
  const named = table.ops.filter(op => ours(op)).filter(op => ends(op) !== undefined);
  const rest = mapped(op => (ends(op) === undefined ? fresh(op, op.id) : op));
  return detectConflicts(
    named.reduce(
      (after, op) => endOf(after, op, ends(op)!, newId()),
      outcome.kind === 'changed'
        ? applyUpdates(rest, ...outcome.current.map(row => ({ kind: 'row', row }) as const))
        : rest,
    ),
  );
}

/** The rows of an answer stand in the order in which they were sent. */
function added(
  table: Table,
  adds: readonly Pick<Add, 'rowId'>[],
  id: string,
  rows: readonly Row[],
): Table {
  const confirmed = adds.reduce((next, { rowId }, at) => {
    const op = next.ops.find(one => isAdd(one) && one.rowId === rowId && one.sentIn === id);
    return op && rows[at] ? confirm(next, op, rows[at].id) : next;
  }, table);
  return detectConflicts(
    applyUpdates(confirmed, ...rows.map(row => ({ kind: 'row', row }) as const)),
  );
}

function removed(table: Table, rowIds: readonly string[], id: string): Table {
  const gone = new Set(rowIds);
  return detectConflicts(
    applyUpdates(
      { ...table, ops: table.ops.filter(op => op.sentIn !== id || !gone.has(op.rowId)) },
      ...rowIds.map(rowId => ({ kind: 'gone', id: rowId, by: '' }) as const),
    ),
  );
}

function endsOf(
  outcome: BatchOutcome & { kind: 'changed' | 'refused' | 'gone' },
): (op: Op) => Outcome | undefined {
  switch (outcome.kind) {
    case 'changed': {
      const rows = new Map(outcome.current.map(row => [row.id, row]));
      return ({ rowId }) => {
        const current = rows.get(rowId);
        return current && { kind: 'changed', current };
      };
    }
    case 'refused': {
      const keyOf = (rowId: string, field = ''): string => `${rowId} ${field}`;
      const byCell = Map.groupBy(outcome.reasons, ({ rowId, field }) => keyOf(rowId, field));
      return op => {
        const said = byCell.get(keyOf(op.rowId, isEdit(op) ? op.field : undefined));
        const isFieldGone = said?.some(one => one.isFieldGone) ?? false;
        return (
          said && {
            kind: 'refused',
            reason: said.map(({ reason }) => reason).join(' · '),
            isFieldGone,
          }
        );
      };
    }
    case 'gone': {
      const gone = new Set(outcome.rowIds);
      return ({ rowId }) => (gone.has(rowId) ? { kind: 'gone' } : undefined);
    }
  }
}
