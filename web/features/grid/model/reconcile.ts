import type { Json } from '@hzm/contracts/core/json';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import { judge } from './judge.ts';
import { isSent, without, type Op } from './op.ts';
import type { Row } from './row.ts';

/** Who changed a cell last, as far as it was seen. `count` rises by one each time. */
export interface Touch {
  readonly name: string;
  readonly count: number;
}
/** By field; the empty name stands for the whole row. */
export type Touches = { readonly [field: string]: Touch };

/** What is known of a table's rows, and what this person did to them that is not confirmed. What is drawn is derived from both. */
export interface Table {
  /** Last rows of the server. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Removed rows: by whom, and what they were. Nothing that is still under way brings them back. */
  readonly removed: ReadonlyMap<string, { readonly by: string; readonly row: Row | undefined }>;
  /** Rows of which a newer version exists than what is here, with that version: they are read again. */
  readonly behind: ReadonlyMap<string, number>;
  readonly touched: ReadonlyMap<string, Touches>;
  readonly ops: readonly Op[];
  /** Rows of this person that the server has confirmed, newest first. */
  readonly added: readonly string[];
}

export const emptyTable: Table = { rows: new Map(), removed: new Map(), behind: new Map(), touched: new Map(), ops: [], added: [] };

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
    case 'gone': return { ...table, rows: deleted(table.rows, id), behind: deleted(table.behind, id), removed: new Map(table.removed).set(id, { by: news.by, row: table.rows.get(id) }) };
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
    const { rows, ops } = next;
    next = takeNews(confirmed(next, change), newsOf(change, at));
    const others = next.ops.length === ops.length;
    if (others && next.rows.get(change.id) !== rows.get(change.id)) next = touch(next, change);
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
  if (op.kind !== 'add') return { ...table, ops };
  return { ...table, ops: ops.map(other => (other.rowId === op.rowId ? { ...other, rowId } : other)), added: [rowId, ...table.added] };
}

/** Not members that somebody wrote. */
const OWN: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at', '_version']);

function touch(table: Table, { op, id, patch, actor }: WireChange): Table {
  if (op === 'drop') return table;
  const fields = op === 'put' ? [''] : Object.keys(patch ?? {}).filter(field => !OWN.has(field));
  const before = table.touched.get(id) ?? {};
  const after = { ...before, ...Object.fromEntries(fields.map(field => [field, { name: actor.name, count: (before[field]?.count ?? 0) + 1 }])) };
  return { ...table, touched: new Map(table.touched).set(id, after) };
}

/** Whether an op can be sent now: its row is known and not behind; what was sent before goes as it was. */
export const isReady = ({ rows, behind }: Table, op: Op): boolean =>
  op.kind === 'add' || isSent(op) || (rows.has(op.rowId) && !behind.has(op.rowId));

/** Forgets what no page shows and no op needs. */
export function prune(table: Table, shown: ReadonlySet<string>): Table {
  const needed = new Set([...shown, ...table.added, ...table.ops.map(op => op.rowId)]);
  const keep = <V>(map: ReadonlyMap<string, V>): ReadonlyMap<string, V> => new Map([...map].filter(([id]) => needed.has(id)));
  return { ...table, rows: keep(table.rows), behind: keep(table.behind), touched: keep(table.touched) };
}
