import {
  FORGOTTEN_MS,
  type LogBounds,
  type LogEntry,
  type LogKind,
  type LogQuery,
} from '@hzm/services/core/ports/request-log-store';
import { inTransaction, openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { bytesOfId, idOfBytes, isIdText } from '../../sqlite/id-bytes.ts';
import { isAsked, kindKey, kindOf, leadOf, saying, TRIMMED } from '../kinds.ts';

/** Page cache, in KiB: the newest pages of each index. */
const CACHE_KIB = 4_096;
/** Digits of a position. */
const POSITION_LENGTH = 20;

/** An id as its bytes, any other text as it is. */
type Name = Uint8Array | string;
const nameOf = (text: string): Name => (isIdText(text) ? bytesOfId(text) : text);
const textOf = (name: Name): string => (typeof name === 'string' ? name : idOfBytes(name));

/** Bounds below and above all ids. */
const LOWEST = new Uint8Array();
const HIGHEST = new Uint8Array(17).fill(0xff);

interface Row {
  readonly id: Uint8Array;
  readonly kind: number;
  readonly project: Name;
  readonly actor: Name;
  readonly account: Name;
  readonly request: Name;
  readonly ms: number;
  readonly bytes: number;
  readonly position: number | null;
}

/** The section of an index that a query reads. */
interface Span {
  readonly project: Name | undefined;
  readonly account: Name | undefined;
  readonly actor: Name | undefined;
  readonly after: Uint8Array;
  readonly before: Uint8Array;
}

const spanOf = ({ project, account, actor, after, before }: LogQuery): Span => ({
  project: project === undefined ? undefined : nameOf(project),
  account: account === undefined ? undefined : nameOf(account),
  actor: actor === undefined ? undefined : nameOf(actor),
  after: after === undefined ? LOWEST : bytesOfId(after),
  before: before === undefined ? HIGHEST : bytesOfId(before),
});

/** A request log in a file, of one thread. Kinds are few, so that queries read each by itself. */
export class LogFile {
  readonly #database: DatabaseSync;
  readonly #kinds = new Map<number, LogKind>();
  readonly #numbers = new Map<string, number>();

  /** @throws Error that names the file */
  constructor(file: string) {
    this.#database = opened(file);
    this.#readKinds();
  }

  add(entries: readonly LogEntry[]): void {
    const insert = this.#database.prepare(
      'INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    const forgotten = this.#database.prepare('SELECT 1 FROM forgotten WHERE name IN (?, ?)');
    const more = new Map<string, number>();
    this.#write(() => {
      for (const entry of entries) {
        if (forgotten.get(nameOf(entry.account), nameOf(entry.project))) continue;
        const { id, project, actor, account, request, ms, bytes, position } = entry;
        const { changes } = insert.run(
          bytesOfId(id),
          this.#numberOf(kindOf(entry)),
          nameOf(project),
          nameOf(actor),
          nameOf(account),
          nameOf(request),
          ms,
          bytes,
          position === '' ? null : Number(position),
        );
        more.set(account, (more.get(account) ?? 0) + Number(changes));
      }
      const hold = this.#database.prepare(
        'INSERT INTO holders VALUES (?, ?) ON CONFLICT DO UPDATE SET entries = entries + excluded.entries',
      );
      for (const [account, count] of more) hold.run(nameOf(account), count);
    });
  }

  find(query: LogQuery, limit: number): LogEntry[] {
    const get = this.#database.prepare('SELECT * FROM entries WHERE id = ?');
    return this.#newest(query, limit).map(id => this.#entryOf(get.get(id) as unknown as Row));
  }

  count(query: LogQuery, most: number): number {
    const span = spanOf(query);
    let found = this.#ofRequest(query, span, most, this.#asked(query)).length;
    if (span.account !== undefined)
      return Math.min(found + this.#ofAccount(query, span, most - found).length, most);
    for (const kind of this.#saying(query)) {
      if (found >= most) return most;
      const counted = this.#select('SELECT count(*) AS count FROM (SELECT 1', span, ')').get(
        ...argumentsOf(span, kind, most - found),
      ) as { count: number };
      found += counted.count;
    }
    return Math.min(found, most);
  }

  trim({ before, most }: LogBounds): number {
    const old = this.#idsOf('SELECT id, account FROM entries WHERE id < ? LIMIT ?', [
      bytesOfId(before),
      TRIMMED,
    ]);
    if (old.length > 0) return this.#remove(old);
    const { total } = this.#database
      .prepare('SELECT ifnull(sum(entries), 0) AS total FROM holders')
      .get() as { total: number };
    if (total <= most) return 0;
    const [largest, second] = this.#database
      .prepare('SELECT account, entries FROM holders ORDER BY entries DESC LIMIT 2')
      .all() as unknown as { account: Name; entries: number }[];
    const lead = leadOf(largest!.entries, second?.entries ?? 0);
    return this.#remove(
      this.#idsOf('SELECT id, account FROM entries WHERE account = ? ORDER BY id LIMIT ?', [
        largest!.account,
        Math.min(total - most, lead, TRIMMED),
      ]),
    );
  }

  forget(column: 'account' | 'project', name: string): number {
    this.#write(() => {
      this.#database
        .prepare("DELETE FROM forgotten WHERE at <= unixepoch('subsec') - ?")
        .run(FORGOTTEN_MS / 1_000);
      this.#database
        .prepare("INSERT OR REPLACE INTO forgotten VALUES (?, unixepoch('subsec'))")
        .run(nameOf(name));
    });
    return this.#remove(
      this.#idsOf(`SELECT id, account FROM entries WHERE ${column} = ? LIMIT ?`, [
        nameOf(name),
        TRIMMED,
      ]),
    );
  }

  close(): void {
    this.#database.close();
  }

  /** Returns the ids of the newest matches, newest first. */
  #newest(query: LogQuery, limit: number): Uint8Array[] {
    const span = spanOf(query);
    let found = this.#ofRequest(query, span, limit, this.#asked(query));
    if (span.account !== undefined)
      return newestOf([...found, ...this.#ofAccount(query, span, limit)], limit);
    for (const kind of this.#saying(query)) {
      // Ids older than those found for other kinds are not wanted.
      const after = found.length < limit ? span.after : found[limit - 1]!;
      const more = this.#select('SELECT id', span, '').all(
        ...argumentsOf({ ...span, after }, kind, limit),
      ) as unknown as { id: Uint8Array }[];
      if (more.length === 0) continue;
      found = newestOf([...found, ...more.map(({ id }) => id)], limit);
    }
    return found;
  }

  /** Returns the ids of the newest entries of an account whose kind matches, from its index alone. */
  #ofAccount(query: LogQuery, { account, actor, after, before }: Span, limit: number) {
    const rows = this.#database
      .prepare(
        `SELECT id FROM entries WHERE account = ? AND id > ? AND id < ? AND kind IN (SELECT value FROM json_each(?))${actor === undefined ? '' : ' AND actor = ?'} ORDER BY id DESC LIMIT ?`,
      )
      .all(
        account!,
        after,
        before,
        JSON.stringify(this.#saying(query)),
        ...(actor === undefined ? [] : [actor]),
        limit,
      ) as unknown as Pick<Row, 'id'>[];
    return rows.map(({ id }) => id);
  }

  /** Returns the ids of the request that the text names, unless the text finds its kind, too. */
  #ofRequest(
    { text }: LogQuery,
    { project, account, actor, after, before }: Span,
    limit: number,
    asked: ReadonlySet<number>,
  ): Uint8Array[] {
    if (text === undefined) return [];
    const isSaid = saying(text);
    const rows = this.#database
      .prepare(
        'SELECT id, kind FROM entries WHERE request = ? AND id > ? AND id < ? AND project = ifnull(?, project) AND account = ifnull(?, account) AND actor = ifnull(?, actor) ORDER BY id DESC LIMIT ?',
      )
      .all(
        nameOf(text),
        after,
        before,
        project ?? null,
        account ?? null,
        actor ?? null,
        limit,
      ) as unknown as Row[];
    return rows
      .filter(({ kind }) => asked.has(kind) && !isSaid(this.#kinds.get(kind)!))
      .map(({ id }) => id);
  }

  #asked(query: LogQuery): ReadonlySet<number> {
    return new Set(
      [...this.#kinds].filter(([, kind]) => isAsked(kind, query)).map(([number]) => number),
    );
  }

  #saying(query: LogQuery): readonly number[] {
    const isSaid = query.text === undefined ? () => true : saying(query.text);
    return [...this.#asked(query)].filter(number => isSaid(this.#kinds.get(number)!));
  }

  #select(what: string, { project, actor }: Pick<Span, 'project' | 'actor'>, end: string) {
    return this.#database.prepare(
      `${what} FROM entries WHERE ${project === undefined ? '' : 'project = ? AND '}kind = ? AND id > ? AND id < ?${actor === undefined ? '' : ' AND actor = ?'} ORDER BY id DESC LIMIT ?${end}`,
    );
  }

  #numberOf(kind: LogKind): number {
    const known = this.#numbers.get(kindKey(kind));
    if (known !== undefined) return known;
    const { number } = this.#database
      .prepare('INSERT INTO kinds (kind) VALUES (?) RETURNING number')
      .get(JSON.stringify(kind)) as { number: number };
    this.#know(number, kind);
    return number;
  }

  #readKinds(): void {
    this.#kinds.clear();
    this.#numbers.clear();
    const kinds = this.#database.prepare('SELECT number, kind FROM kinds').all() as unknown as {
      number: number;
      kind: string;
    }[];
    for (const { number, kind } of kinds) this.#know(number, JSON.parse(kind) as LogKind);
  }

  #know(number: number, kind: LogKind): void {
    this.#kinds.set(number, kind);
    this.#numbers.set(kindKey(kind), number);
  }

  #entryOf({ id, kind, project, actor, account, request, ms, bytes, position }: Row): LogEntry {
    return {
      ...this.#kinds.get(kind)!,
      id: idOfBytes(id),
      project: textOf(project),
      actor: textOf(actor),
      account: textOf(account),
      request: textOf(request),
      ms,
      bytes,
      position: position === null ? '' : String(position).padStart(POSITION_LENGTH, '0'),
    };
  }

  #idsOf(sql: string, values: (Name | number)[]): Pick<Row, 'id' | 'account'>[] {
    return this.#database.prepare(sql).all(...values) as unknown as Row[];
  }

  #remove(rows: readonly Pick<Row, 'id' | 'account'>[]): number {
    const remove = this.#database.prepare('DELETE FROM entries WHERE id = ?');
    const less = this.#database.prepare(
      'UPDATE holders SET entries = entries - ? WHERE account = ?',
    );
    this.#write(() => {
      for (const { id } of rows) remove.run(id);
      for (const [account, own] of Map.groupBy(rows, one => textOf(one.account)))
        less.run(own.length, nameOf(account));
      this.#database.exec('DELETE FROM holders WHERE entries <= 0');
    });
    return rows.length;
  }

  #write(work: () => void): void {
    try {
      inTransaction(this.#database, work);
    } catch (error) {
      // Numbers of kinds that were not written are given to others.
      this.#readKinds();
      throw error;
    }
  }
}

/** Returns the newest of some ids, newest first. */
const newestOf = (ids: readonly Uint8Array[], limit: number): Uint8Array[] =>
  ids.toSorted((a, b) => Buffer.compare(b, a)).slice(0, limit);

const argumentsOf = (
  { project, actor, after, before }: Span,
  kind: number,
  limit: number,
): (Name | number)[] => [
  ...(project === undefined ? [] : [project]),
  kind,
  after,
  before,
  ...(actor === undefined ? [] : [actor]),
  limit,
];

function opened(file: string): DatabaseSync {
  const database = openDatabase(file, { durability: 'normal' });
  try {
    database.exec(`
      PRAGMA cache_size = -${CACHE_KIB};
      CREATE TABLE IF NOT EXISTS kinds (number INTEGER PRIMARY KEY, kind TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS holders (account ANY PRIMARY KEY, entries INTEGER NOT NULL)
        WITHOUT ROWID, STRICT;
      CREATE TABLE IF NOT EXISTS entries (id BLOB PRIMARY KEY, kind INTEGER NOT NULL, project ANY
        NOT NULL, actor ANY NOT NULL, account ANY NOT NULL, request ANY NOT NULL, ms REAL NOT NULL,
        bytes INTEGER NOT NULL, position INTEGER) WITHOUT ROWID, STRICT;
      CREATE TABLE IF NOT EXISTS forgotten (name ANY PRIMARY KEY, at REAL NOT NULL)
        WITHOUT ROWID, STRICT;
      CREATE INDEX IF NOT EXISTS by_time ON forgotten (at);
      CREATE INDEX IF NOT EXISTS by_project ON entries (project, kind, id, actor);
      CREATE INDEX IF NOT EXISTS by_kind ON entries (kind);
      DROP INDEX IF EXISTS by_account;
      CREATE INDEX IF NOT EXISTS by_account_time ON entries (account, id, kind, actor);
      CREATE INDEX IF NOT EXISTS by_request ON entries (request);
    `);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
