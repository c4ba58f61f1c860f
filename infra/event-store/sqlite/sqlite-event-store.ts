import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@hzm/contracts/core/json';
import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import { NO_STREAM, StoreUnavailable, WrongRevision, type Appended, type EventStore, type NewEvent, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { openDatabase, type DatabaseSync, type StatementSync } from '../../sqlite/database.ts';
import { checkAppend, Reading } from '../limits.ts';
import { LiveFeed } from '../live-feed.ts';

interface Waiting {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly NewEvent[];
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

interface Line {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
}

/** The log in one SQLite file. Appends that arrive in the same turn share one transaction, and so one fsync. */
export class SqliteEventStore implements EventStore {
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #lastOf: StatementSync;
  readonly #ofStream: StatementSync;
  readonly #ofAll: StatementSync;
  readonly #feed: LiveFeed;
  readonly #identity: string;
  #head: number;
  #waiting: Waiting[] = [];

  /** @param file is made when absent; `:memory:` keeps nothing */
  constructor(file: string) {
    this.#database = openDatabase(file, { durability: 'full' });
    this.#database.exec(`
      CREATE TABLE IF NOT EXISTS events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, meta TEXT NOT NULL, UNIQUE (stream, revision)) STRICT;
      CREATE TABLE IF NOT EXISTS log (identity TEXT NOT NULL) STRICT;
    `);
    this.#database.prepare('INSERT INTO log SELECT ? WHERE NOT EXISTS (SELECT 1 FROM log)').run(randomUUID());
    this.#identity = (this.#database.prepare('SELECT identity FROM log').get() as { identity: string }).identity;
    this.#insert = this.#database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#lastOf = this.#database.prepare('SELECT max(revision) AS revision FROM events WHERE stream = ?');
    this.#ofStream = this.#database.prepare('SELECT * FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?');
    this.#ofAll = this.#database.prepare('SELECT * FROM events WHERE position > ? ORDER BY position LIMIT ?');
    this.#head = (this.#database.prepare('SELECT coalesce(max(position), 0) AS head FROM events').get() as { head: number }).head;
    this.#feed = new LiveFeed((after, limit) => this.readAll({ after, limit }));
  }

  async append(stream: string, expected: number, events: readonly NewEvent[]): Promise<Appended> {
    checkAppend(events);
    this.#mustBeOpen();
    return await new Promise((resolve, reject) => {
      if (this.#waiting.push({ stream, expected, events, resolve, reject }) === 1) setImmediate(() => this.#flush());
    });
  }

  async readStream(stream: string, { from = 0, limit = Infinity, bytes = Infinity }: { from?: number; limit?: number; bytes?: number } = {}): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    return taken(this.#ofStream.iterate(stream, from, limit === Infinity ? -1 : limit), new Reading(limit, bytes));
  }

  async readAll({ after, limit }: { after: Position; limit: number }): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    return taken(this.#ofAll.iterate(Number(after), limit), new Reading(limit));
  }

  async head(): Promise<Position> {
    return this.#head === 0 ? START : positionOf(this.#head);
  }

  async size(): Promise<number> {
    this.#mustBeOpen();
    return (this.#database.prepare('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size').get() as { size: number }).size;
  }

  subscribe(after: Position, signal: AbortSignal): AsyncIterable<readonly StoredEvent[]> {
    return this.#feed.subscribe(after, signal);
  }

  async identity(): Promise<string> {
    return this.#identity;
  }

  async close(): Promise<void> {
    this.#flush();
    if (this.#database.isOpen) this.#database.close();
  }

  #mustBeOpen(): void {
    if (!this.#database.isOpen) throw new StoreUnavailable('closed');
  }

  /** One transaction for all that wait; each is judged by itself, and sees those before it. */
  #flush(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    const before = this.#head;
    const written: StoredEvent[] = [];
    const settle: (() => void)[] = [];
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      for (const one of waiting) settle.push(this.#write(one, written));
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#head = before;
      const reason = new StoreUnavailable(error instanceof Error ? error.message : String(error));
      for (const { reject } of waiting) reject(reason);
      return;
    }
    for (const done of settle) done();
    if (written.length > 0) this.#feed.publish(written);
  }

  #write({ stream, expected, events, resolve, reject }: Waiting, written: StoredEvent[]): () => void {
    const actual = (this.#lastOf.get(stream) as { revision: number | null }).revision ?? NO_STREAM;
    if (actual !== expected) {
      const known = this.#repeated(stream, expected, events);
      return known ? () => resolve(known) : () => reject(new WrongRevision(expected, actual));
    }
    let revision = expected;
    for (const event of events) {
      const position = ++this.#head;
      revision++;
      this.#insert.run(position, stream, revision, event.id, event.type, JSON.stringify(event.data), JSON.stringify(event.meta));
      written.push({ ...event, stream, revision, position: positionOf(position) });
    }
    const appended = { revision, position: positionOf(this.#head) };
    return () => resolve(appended);
  }

  /** The first outcome, when exactly these events stand at that place already. */
  #repeated(stream: string, expected: number, events: readonly NewEvent[]): Appended | undefined {
    const there = this.#ofStream.all(stream, expected + 1, events.length) as unknown as Line[];
    const last = there.at(-1);
    return last && there.length === events.length && there.every((line, i) => line.id === events[i]!.id) ? { revision: last.revision, position: positionOf(last.position) } : undefined;
  }
}

const stored = ({ position, data, meta, ...line }: Line): StoredEvent =>
  ({ ...line, position: positionOf(position), data: JSON.parse(data) as JsonObject, meta: JSON.parse(meta) as JsonObject });

/** Line by line: what is not taken is never in memory. */
function taken(lines: Iterable<unknown>, reading: Reading): StoredEvent[] {
  for (const line of lines) {
    reading.take(stored(line as Line));
    if (reading.isFull) break;
  }
  return reading.events;
}
