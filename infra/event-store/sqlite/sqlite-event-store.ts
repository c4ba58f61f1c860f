import { randomUUID } from 'node:crypto';
import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import { READ_BYTES } from '@hzm/services/core/ports/byte-budget';
import { NO_STREAM, WrongRevision, type Appended, type EventStore, type NewEvent, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { checkAppend } from '../limits.ts';
import { LiveFeed } from '../live-feed.ts';
import { checkFormat, LogTables } from './format.ts';

interface Waiting {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly NewEvent[];
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: Error) => void;
}

/** The log in one SQLite file. Appends that arrive in the same turn share one transaction, and so one fsync. */
export class SqliteEventStore implements EventStore {
  readonly #database: DatabaseSync;
  readonly #tables: LogTables;
  readonly #feed: LiveFeed;
  readonly #identity: string;
  #head: number;
  #waiting: Waiting[] = [];

  /** @param file is made when absent; `:memory:` keeps nothing @throws Error when another version wrote it: an earlier one's is brought up to date by `upgradeLog` */
  constructor(file: string) {
    this.#database = openDatabase(file, { durability: 'full' });
    try {
      checkFormat(this.#database, file);
      this.#tables = new LogTables(this.#database);
    } catch (error) {
      this.#database.close();
      throw error;
    }
    this.#database.prepare('INSERT INTO log SELECT ? WHERE NOT EXISTS (SELECT 1 FROM log)').run(randomUUID());
    this.#identity = (this.#database.prepare('SELECT identity FROM log').get() as { identity: string }).identity;
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
    return this.#tables.readStream(stream, from, limit, bytes);
  }

  async readAll({ after, limit }: { after: Position; limit: number }): Promise<StoredEvent[]> {
    this.#mustBeOpen();
    return this.#tables.readAll(Number(after), limit, READ_BYTES);
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
    if (!this.#database.isOpen) throw new Unavailable('closed');
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
      this.#tables.forget();
      this.#head = before;
      const reason = new Unavailable(error instanceof Error ? error.message : String(error));
      for (const { reject } of waiting) reject(reason);
      return;
    }
    for (const done of settle) done();
    if (written.length > 0) this.#feed.publish(written);
  }

  #write({ stream, expected, events, resolve, reject }: Waiting, written: StoredEvent[]): () => void {
    const found = this.#tables.find(stream);
    const actual = found?.last ?? NO_STREAM;
    if (actual !== expected) {
      const known = this.#repeated(stream, expected, events);
      return known ? () => resolve(known) : () => reject(new WrongRevision(expected, actual));
    }
    const number = found?.stream ?? this.#tables.add(stream);
    let revision = expected;
    for (const event of events) {
      const position = ++this.#head;
      revision++;
      this.#tables.write(position, number, revision, event);
      written.push({ ...event, stream, revision, position: positionOf(position) });
    }
    const appended = { revision, position: positionOf(this.#head) };
    return () => resolve(appended);
  }

  /** The first outcome, when exactly these events stand at that place already. */
  #repeated(stream: string, expected: number, events: readonly NewEvent[]): Appended | undefined {
    const there = this.#tables.readStream(stream, expected + 1, events.length);
    const last = there.at(-1);
    return last && there.length === events.length && there.every(({ id }, i) => id === events[i]!.id) ? { revision: last.revision, position: last.position } : undefined;
  }
}
