import type { Json } from '@hzm/contracts/core/json';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import { isSent, without, type Edit, type Op } from './op.ts';
import { same, valueOf, type Row } from './row.ts';

/** Who changed a cell last, as far as it was seen. */
export interface Touch {
  readonly name: string;
  readonly at: string;
}

/** What is known of a table's rows, and what this person did to them that is not confirmed. What is drawn is derived from both. */
export interface Table {
  /** Last rows of the server. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Removed rows, by whom. */
  readonly removed: ReadonlyMap<string, string>;
  /** Rows of which a newer version exists than what is here, with that version: they are read again. */
  readonly behind: ReadonlyMap<string, number>;
  /** By `row/field`. */
  readonly touched: ReadonlyMap<string, Touch>;
  readonly ops: readonly Op[];
}

export const emptyTable: Table = { rows: new Map(), removed: new Map(), behind: new Map(), touched: new Map(), ops: [] };

/** What the server says of one row: the whole row, the members that changed, or that it is gone. */
export type News =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'patch'; readonly id: string; readonly version: number; readonly patch: { readonly [field: string]: Json } }
  | { readonly kind: 'gone'; readonly id: string; readonly by: string };

/**
 * The one way in for everything the server says, by answer or by socket. What is not newer than what is here is dropped,
 * the next version is applied, and where versions are missing the row is marked to be read again.
 */
export function takeNews(table: Table, news: News): Table {
  const id = news.kind === 'row' ? news.row.id : news.id;
  if (table.removed.has(id)) return table;
  switch (news.kind) {
    case 'row': return news.row._version > (table.rows.get(id)?._version ?? 0) ? known(table, news.row) : table;
    case 'gone': return { ...table, rows: deleted(table.rows, id), behind: deleted(table.behind, id), removed: new Map(table.removed).set(id, news.by) };
    case 'patch': {
      const row = table.rows.get(id);
      if (row === undefined || news.version <= row._version) return table;
      if (news.version === row._version + 1) return known(table, { ...row, ...news.patch, id, _version: news.version } as Row);
      return { ...table, behind: new Map(table.behind).set(id, Math.max(news.version, table.behind.get(id) ?? 0)) };
    }
  }
}

const known = (table: Table, row: Row): Table => ({
  ...table,
  rows: new Map(table.rows).set(row.id, row),
  behind: (table.behind.get(row.id) ?? 0) <= row._version ? deleted(table.behind, row.id) : table.behind,
});

function deleted<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}

/** A message of the table's topic: each change's news, who did it, and what it confirms of our own. */
export function takeChanges(table: Table, { at, changes }: Changes): Table {
  let next = table;
  for (const change of changes) {
    if (change.kind !== 'row') continue;
    const before = next.rows.get(change.id);
    next = takeNews(confirmed(next, change), newsOf(change, at));
    if (next.rows.get(change.id) !== before && change.op === 'patch') next = touch(next, change, at);
  }
  return judge(next);
}

function newsOf(change: WireChange, at: string): News {
  if (change.op === 'drop') return { kind: 'gone', id: change.id, by: change.actor.name };
  if (change.op === 'put') return { kind: 'row', row: { created_at: at, updated_at: at, ...change.doc, id: change.id, _version: change.version } };
  return { kind: 'patch', id: change.id, version: change.version, patch: { updated_at: at, ...change.patch } };
}

/** The socket may be faster than the answer, or the answer may have been lost: a change of our own request is its confirmation. */
function confirmed(table: Table, { requestId, id }: WireChange): Table {
  const op = table.ops.find(one => one.id === requestId);
  return op ? confirm(table, op, id) : table;
}

/** An op that the server has done: it goes. What was done since to a row that had no id yet goes on under the server's id. */
export function confirm(table: Table, op: Op, rowId: string): Table {
  const ops = without(table.ops, op.id);
  return { ...table, ops: op.kind === 'add' ? ops.map(other => (other.rowId === op.rowId ? { ...other, rowId } : other)) : ops };
}

function touch(table: Table, { id, patch, actor }: WireChange, at: string): Table {
  const touched = new Map(table.touched);
  for (const field of Object.keys(patch ?? {})) touched.set(`${id}/${field}`, { name: actor.name, at });
  return { ...table, touched };
}

/**
 * Looks at every op that is surely not sent: whether the cell still holds what its author saw. Where the same was written by somebody
 * else there is nothing left to do; where something else was, its author decides. Nothing is judged by a row that is behind.
 */
export function judge(table: Table): Table {
  const ops = table.ops.flatMap((op): Op[] => {
    if (table.removed.has(op.rowId)) return op.kind === 'remove' ? [] : [op.state === 'gone' ? op : { ...op, state: 'gone' }];
    if (op.kind !== 'edit' || isSent(op) || (op.state !== 'waiting' && op.state !== 'conflict')) return [op];
    return judged(table, op);
  });
  return ops.length === table.ops.length && ops.every((op, at) => op === table.ops[at]) ? table : { ...table, ops };
}

function judged({ rows, behind, ops }: Table, op: Edit): Op[] {
  const row = rows.get(op.rowId);
  if (row === undefined || behind.has(op.rowId)) return [op];
  // An edit behind a sent one of the same cell was made on what that one wrote.
  if (ops.some(other => other.kind === 'edit' && other.rowId === op.rowId && other.field === op.field && isSent(other))) return [op];
  const theirs = valueOf(row, op.field);
  if (same(theirs, op.value)) return [];
  const state = same(theirs, op.was) ? 'waiting' : 'conflict';
  return [state === op.state ? op : { ...op, state }];
}

/** Whether an op can be sent now: its row is known and not behind, and it need not be judged first. */
export const isReady = (table: Table, op: Op): boolean =>
  op.kind === 'add' || isSent(op) || (table.rows.has(op.rowId) && !table.behind.has(op.rowId));
