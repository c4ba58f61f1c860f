import { newId } from '@hzm/contracts/core/ids';
import { judge } from './judge.ts';
import { byRow, fresh, type Edit, type Op } from './op.ts';
import { takeNews, type Table } from './reconcile.ts';
import { endOf, type Outcome } from './resolve.ts';
import type { Row, Values } from './row.ts';

/** The new values of one row, meant for a version of it. */
export interface Update {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
}

/** Edits of many rows that go in one request, named by `id`. */
export interface Batch {
  readonly id: string;
  readonly updates: readonly Update[];
}

/** Fewer edits go one by one: each tells for itself what became of it. */
const FEWEST = 5;
const MOST = 500;
/** Of the values' JSON, in code units: a request's body has a limit. */
const LARGEST = 200_000;

/** How a batch ended. `refused` and `gone` name the rows that it was for; the others may go again. */
export type BatchOutcome =
  | { readonly kind: 'done'; readonly rows: readonly Row[] }
  | { readonly kind: 'changed'; readonly current: readonly Row[] }
  | { readonly kind: 'refused'; readonly reasons: readonly { readonly rowId: string; readonly field: string; readonly reason: string }[] }
  | { readonly kind: 'gone'; readonly rowIds: readonly string[] }
  | Outcome & { readonly kind: 'again' | 'unsent' };

const isEdit = (op: Op): op is Edit => op.kind === 'edit';
const updateOf = (rowId: string, version: number, edits: readonly Edit[]): Update => ({ id: rowId, version, values: Object.fromEntries(edits.map(({ field, value }) => [field, value])) });

/** The edits to send together next: a batch whose end nobody knows exactly as it was, or what waits in many rows. `busy`: rows that something else goes on with. */
export function nextBatch(table: Table, busy: ReadonlySet<string>): Batch | undefined {
  const waiting = table.ops.filter((op): op is Edit => isEdit(op) && op.state === 'waiting');
  const before = waiting.find(({ sentIn }) => sentIn !== undefined)?.sentIn;
  if (before !== undefined) {
    const again = Map.groupBy(waiting.filter(({ sentIn }) => sentIn === before), ({ rowId }) => rowId);
    return { id: before, updates: [...again].map(([rowId, edits]) => updateOf(rowId, edits[0]!.sentFor!, edits)) };
  }
  const updates: Update[] = [];
  let count = 0;
  let size = 0;
  for (const [rowId, ops] of byRow(table.ops)) {
    const row = table.rows.get(rowId);
    const edits = ops.filter(isEdit);
    if (!row || busy.has(rowId) || table.behind.has(rowId) || edits.length < ops.length || edits.some(({ state, sentFor }) => state !== 'waiting' || sentFor !== undefined)) continue;
    const update = updateOf(rowId, row._version, edits);
    size += JSON.stringify(update.values).length;
    if (updates.length > 0 && size > LARGEST) break;
    updates.push(update);
    count += edits.length;
    if (updates.length === MOST) break;
  }
  return count < FEWEST ? undefined : { id: newId(), updates };
}

/** Marks a batch's edits as under way. */
export function sendingBatch(table: Table, { id, updates }: Batch): Table {
  const versions = new Map(updates.map(update => [update.id, update.version]));
  return { ...table, ops: table.ops.map((op): Op => (isEdit(op) && op.state === 'waiting' && versions.has(op.rowId) && (op.sentIn ?? id) === id ? { ...op, state: 'sending', sentFor: versions.get(op.rowId)!, sentIn: id } : op)) };
}

/** Takes the end of a batch in. What the server named ends as if it had been sent alone; what else was in it is as if it had never been sent. */
export function takeBatchOutcome(table: Table, id: string, outcome: BatchOutcome): Table {
  const ours = (op: Op): op is Edit => isEdit(op) && op.sentIn === id;
  const mapped = (change: (op: Edit) => Op): Table => ({ ...table, ops: table.ops.map(op => (ours(op) ? change(op) : op)) });
  switch (outcome.kind) {
    case 'done': return judge(takeNews({ ...table, ops: table.ops.filter(op => !ours(op)) }, ...outcome.rows.map(row => ({ kind: 'row', row }) as const)));
    case 'again': return mapped(op => ({ ...op, state: 'waiting' }));
    case 'unsent': return judge(mapped(op => fresh(op, op.id)));
  }
  const ends = endsOf(outcome);
  const named = table.ops.filter(op => ours(op) && ends(op) !== undefined) as Edit[];
  const rest = mapped(op => (ends(op) === undefined ? fresh(op, op.id) : op));
  return judge(named.reduce((after, op) => endOf(after, op, ends(op)!, newId()), outcome.kind === 'changed' ? takeNews(rest, ...outcome.current.map(row => ({ kind: 'row', row }) as const)) : rest));
}

function endsOf(outcome: BatchOutcome & { kind: 'changed' | 'refused' | 'gone' }): (op: Edit) => Outcome | undefined {
  switch (outcome.kind) {
    case 'changed': {
      const rows = new Map(outcome.current.map(row => [row.id, row]));
      return ({ rowId }) => { const current = rows.get(rowId); return current && { kind: 'changed', current }; };
    }
    case 'refused': {
      const reasons = new Map(outcome.reasons.map(({ rowId, field, reason }) => [`${rowId} ${field}`, reason]));
      return ({ rowId, field }) => { const reason = reasons.get(`${rowId} ${field}`); return reason === undefined ? undefined : { kind: 'refused', reason }; };
    }
    case 'gone': {
      const gone = new Set(outcome.rowIds);
      return ({ rowId }) => (gone.has(rowId) ? { kind: 'gone' } : undefined);
    }
  }
}
