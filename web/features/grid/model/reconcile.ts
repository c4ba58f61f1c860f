import { memberOf, type Json } from '@hzm/contracts/core/json';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import { detectConflicts } from './detect-conflicts.ts';
import { isSent, requestOf, without, type Op } from './op.ts';
import { same, type Row } from './row.ts';

/**
 * The last other person who changed a cell, and the time of the message in milliseconds of this
 * machine.
 */
export interface RemoteEdit {
  readonly name: string;
  readonly at: number;
}
/** Remote edits by field; the empty name stands for the whole row. */
export type RemoteEdits = { readonly [field: string]: RemoteEdit };

/**
 * The known rows of a table, and the person's unconfirmed edits. The grid renders both together.
 */
export interface Table {
  /** Last rows of the server. */
  readonly rows: ReadonlyMap<string, Row>;
  /**
   * Removed rows: by whom, and what they were. Nothing that is still under way brings them back.
   */
  readonly removed: ReadonlyMap<string, { readonly by: string; readonly row: Row | undefined }>;
  /**
   * Rows of which a newer version exists than what is here, with that version: they are read again.
   */
  readonly behind: ReadonlyMap<string, number>;
  readonly remoteEdits: ReadonlyMap<string, RemoteEdits>;
  readonly ops: readonly Op[];
  /** Rows of this person that the server has confirmed, newest first. */
  readonly added: readonly string[];
  /** Under which id a row went on that was added here, by the id it had before. */
  readonly serverIds: ReadonlyMap<string, string>;
}

export const emptyTable: Table = {
  rows: new Map(),
  removed: new Map(),
  behind: new Map(),
  remoteEdits: new Map(),
  ops: [],
  added: [],
  serverIds: new Map(),
};

/** An update of one row from the server: the whole row, its changed members, or its removal. */
export type ServerUpdate =
  | { readonly kind: 'row'; readonly row: Row }
  | {
      readonly kind: 'patch';
      readonly id: string;
      readonly version: number;
      readonly patch: { readonly [field: string]: Json };
    }
  | { readonly kind: 'gone'; readonly id: string; readonly by: string };

/**
 * The one way in for everything the server says, by answer or by socket. What is not newer than
 * what is here is dropped,
 * the next version is applied, and where versions are missing the row is marked to be read again.
 */
export const applyUpdates = (table: Table, ...all: readonly ServerUpdate[]): Table => {
  const next = draft(table);
  const changed = all.map(news => apply(next, news));
  return changed.includes(true) ? next : table;
};

interface Draft extends Table {
  readonly rows: Map<string, Row>;
  readonly removed: Map<string, { readonly by: string; readonly row: Row | undefined }>;
  readonly behind: Map<string, number>;
  readonly remoteEdits: Map<string, RemoteEdits>;
  ops: readonly Op[];
  added: readonly string[];
}

const draft = (table: Table): Draft => ({
  ...table,
  rows: new Map(table.rows),
  removed: new Map(table.removed),
  behind: new Map(table.behind),
  remoteEdits: new Map(table.remoteEdits),
});

/** Whether the news was any. */
function apply({ rows, removed, behind }: Draft, news: ServerUpdate): boolean {
  const id = news.kind === 'row' ? news.row.id : news.id;
  const here = rows.get(id);
  if (removed.has(id)) return false;
  switch (news.kind) {
    case 'gone':
      removed.set(id, { by: news.by, row: here });
      rows.delete(id);
      behind.delete(id);
      return true;
    case 'row':
      if (here?._version === news.row._version) return takeReturned(rows, here, news.row);
      if (news.row._version <= (here?._version ?? 0)) return false;
      rows.set(id, news.row);
      if ((behind.get(id) ?? 0) <= news.row._version) behind.delete(id);
      return true;
    case 'patch':
      if (here === undefined || news.version < here._version) return false;
      if (news.version === here._version) return takeConverted(rows, here, news.patch);
      if (news.version === here._version + 1)
        return apply({ rows, removed, behind } as Draft, {
          kind: 'row',
          row: { ...here, ...news.patch, id, _version: news.version },
        });
      behind.set(id, Math.max(news.version, behind.get(id) ?? 0));
      return true;
  }
}

/** A changed type of a field converts values and makes no version of their rows. */
function takeConverted(
  rows: Map<string, Row>,
  here: Row,
  patch: { readonly [field: string]: Json },
): boolean {
  const isNews = Object.entries(patch).some(
    ([field, value]) => !same(memberOf(here, field), value),
  );
  if (isNews) rows.set(here.id, { ...here, ...patch });
  return isNews;
}

/** A field that comes back brings values and makes no version of their rows. */
function takeReturned(rows: Map<string, Row>, here: Row, read: Row): boolean {
  const isNews = Object.keys(read).some(field => !Object.hasOwn(here, field));
  if (isNews) rows.set(here.id, { ...read, ...here });
  return isNews;
}

/**
 * Messages of the table's topic, received at `now`: each change's news, who did it, and what it
 * confirms of our own. @param ownRequests ids of requests whose changes are nobody else's
 */
export function takeChanges(
  table: Table,
  messages: readonly Changes[],
  now: number,
  ownRequests: ReadonlySet<string>,
): Table {
  const next = draft(table);
  const sent = Map.groupBy(table.ops, requestOf);
  const all = messages.flatMap(({ at, changes }) => changes.map(one => ({ at, change: one })));
  for (const { at, change } of all) {
    if (change.kind !== 'row') continue;
    const { requestId } = change;
    const isConfirmed = confirmed(
      next,
      change,
      (requestId !== undefined && sent.get(requestId)) || [],
    );
    const isOwn = isConfirmed || (requestId !== undefined && ownRequests.has(requestId));
    // The socket tells in order: a row that is put after its removal was brought back.
    if (change.op === 'put') next.removed.delete(change.id);
    if (apply(next, newsOf(change, at)) && !isOwn && change.op !== 'drop') touch(next, change, now);
  }
  return detectConflicts(next);
}

function newsOf(change: WireChange, at: string): ServerUpdate {
  if (change.op === 'drop') return { kind: 'gone', id: change.id, by: change.actor?.name ?? '' };
  if (change.op === 'put')
    return {
      kind: 'row',
      row: {
        created_at: at,
        updated_at: at,
        ...change.doc,
        id: change.id,
        _version: change.version,
      },
    };
  return {
    kind: 'patch',
    id: change.id,
    version: change.version,
    patch: { updated_at: at, ...change.patch },
  };
}

/**
 * The socket may be faster than the answer, or the answer may have been lost: a change of our own
 * request is its confirmation.
 */
function confirmed(next: Draft, { id, doc = {} }: WireChange, sent: readonly Op[]): boolean {
  // Rows that were added together are matched by their values; equal rows are interchangeable.
  const holds = (op: Op): boolean =>
    op.kind === 'add' &&
    (op.sentIn === undefined ||
      Object.entries(op.values).every(([field, value]) => same(memberOf(doc, field), value)));
  const adds = sent.filter(op => holds(op) && next.ops.includes(op)).slice(0, 1);
  const done = [...adds, ...sent.filter(({ kind, rowId }) => kind !== 'add' && rowId === id)];
  for (const op of done) Object.assign(next, confirm(next, op, id));
  return done.length > 0;
}

/**
 * An op that the server has done: it goes. What was done since to a row that had no id yet goes on
 * under the server's id.
 */
export function confirm(table: Table, op: Op, rowId: string): Table {
  const ops = without(table.ops, op.id);
  if (op.kind !== 'add') return { ...table, ops };
  return {
    ...table,
    ops: ops.map(other => (other.rowId === op.rowId ? { ...other, rowId } : other)),
    added: [rowId, ...table.added.filter(id => id !== rowId)],
    serverIds: new Map(table.serverIds).set(op.rowId, rowId),
  };
}

/** Not members that somebody wrote. */
const OWN: ReadonlySet<string> = new Set(['id', 'created_at', 'updated_at', '_version']);

function touch({ remoteEdits }: Draft, { op, id, patch, actor }: WireChange, at: number): void {
  const fields = op === 'put' ? [''] : Object.keys(patch ?? {}).filter(field => !OWN.has(field));
  remoteEdits.set(id, {
    ...remoteEdits.get(id),
    ...Object.fromEntries(fields.map(field => [field, { name: actor?.name ?? '', at }])),
  });
}

/**
 * Whether an op can be sent now: its row is known and not behind; what was sent before goes as it
 * was.
 */
export const isReady = ({ rows, behind }: Table, op: Op): boolean =>
  op.kind === 'add' ||
  op.kind === 'restore' ||
  isSent(op) ||
  (rows.has(op.rowId) && !behind.has(op.rowId));

/** Forgets what no page shows and no op needs. */
export function prune(table: Table, shown: ReadonlySet<string>): Table {
  const needed = new Set([...shown, ...table.added, ...table.ops.map(op => op.rowId)]);
  const keep = <V>(map: ReadonlyMap<string, V>): ReadonlyMap<string, V> =>
    new Map([...map].filter(([id]) => needed.has(id)));
  return {
    ...table,
    rows: keep(table.rows),
    behind: keep(table.behind),
    remoteEdits: keep(table.remoteEdits),
  };
}
