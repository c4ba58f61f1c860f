import { randomUUID } from 'node:crypto';
import { NO_STREAM, type NewEvent } from '@hzm/services/core/ports/event-store';
import { inTransaction, openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { FreePages } from '../../sqlite/free-pages.ts';
import { copyReclaimable } from '../../sqlite/reclaimable.ts';
import { WriteAhead } from '../../sqlite/write-ahead.ts';
import { checkFormat, LogTables } from './format.ts';
import { ShreddedEvents } from './shredded.ts';

export interface ToAppend {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly NewEvent[];
}

/** Scopes whose keys are destroyed, and the position up to which their events are emptied. */
export interface ToEmpty {
  readonly scopes: readonly string[];
  readonly after: number;
}

/** Result of an append. With `actual`, the stream is at that revision and nothing was written. */
export type AppendOutcome =
  | { readonly revision: number; readonly position: number; readonly isRepeated: boolean }
  | { readonly actual: number };

/** Checkpoint settings. Small steps, because the next write waits for each. */
const AHEAD = { idleMs: 200, pages: 1_000 };

/** Writes the log in one SQLite file, synchronously, so it belongs on a worker thread. */
export class LogWriter {
  readonly #database: DatabaseSync;
  readonly #tables: LogTables;
  readonly #ahead: WriteAhead;
  readonly #freePages: FreePages;
  readonly #shredded: ShreddedEvents;
  readonly identity: string;
  #head: number;

  /**
   * @param file created when absent @throws Error when another version wrote it; `upgradeLog`
   * converts files of earlier ones
   */
  constructor(file: string) {
    copyReclaimable(file);
    this.#database = openDatabase(file, { durability: 'full' });
    try {
      checkFormat(this.#database, file);
      this.#tables = new LogTables(this.#database);
      this.#ahead = new WriteAhead(this.#database, AHEAD);
      this.#shredded = new ShreddedEvents(this.#database, this.#tables);
      this.#database
        .prepare('INSERT INTO log SELECT ? WHERE NOT EXISTS (SELECT 1 FROM log)')
        .run(randomUUID());
      this.identity = (
        this.#database.prepare('SELECT identity FROM log').get() as { identity: string }
      ).identity;
      this.#head = (
        this.#database.prepare('SELECT coalesce(max(position), 0) AS head FROM events').get() as {
          head: number;
        }
      ).head;
      this.#freePages = new FreePages(
        this.#database,
        work => this.#piece(work),
        () => this.#ahead.moveSoon(),
      );
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  get head(): number {
    return this.#head;
  }

  /**
   * Writes all appends in one transaction. Each is decided separately and sees those before it.
   * Durable on return. @throws Error when nothing was written
   */
  append(all: readonly ToAppend[]): AppendOutcome[] {
    const before = this.#head;
    try {
      return inTransaction(this.#database, () => all.map(one => this.#write(one)));
    } catch (error) {
      this.#tables.forget();
      this.#shredded.index.forget();
      this.#head = before;
      throw error;
    } finally {
      if (this.#ahead.wrote()) this.#ahead.moveSoon();
    }
  }

  /** Returns the scopes whose events may still have sealed bytes. */
  remaining(scopes: readonly string[]): string[] {
    return this.#shredded.remaining(scopes);
  }

  /**
   * Removes the sealed bytes of some events after a position. @returns the position reached;
   * undefined after the last event
   */
  empty({ scopes, after }: ToEmpty): number | undefined {
    return this.#piece(() => this.#shredded.next(new Set(scopes), after));
  }

  close(): void {
    this.#ahead.stop();
    this.#freePages.stop();
    this.#database.close();
  }

  #piece<T>(work: () => T): T {
    try {
      return work();
    } finally {
      if (this.#ahead.wrote()) this.#ahead.moveSoon();
    }
  }

  #write({ stream, expected, events }: ToAppend): AppendOutcome {
    const found = this.#tables.find(stream);
    const actual = found?.last ?? NO_STREAM;
    if (actual !== expected) return this.#repeated(stream, expected, events) ?? { actual };
    const number = found?.stream ?? this.#tables.add(stream);
    for (const [i, event] of events.entries()) {
      this.#tables.write(++this.#head, number, expected + 1 + i, event);
      if (event.data['$sealed'] !== undefined) this.#shredded.index.note(event, this.#head);
    }
    return { revision: expected + events.length, position: this.#head, isRepeated: false };
  }

  /** Returns the outcome of the first attempt if exactly these events are in the stream already. */
  #repeated(
    stream: string,
    expected: number,
    events: readonly NewEvent[],
  ): AppendOutcome | undefined {
    const there = this.#tables.readStream(stream, expected + 1, events.length);
    const last = there.at(-1);
    return last &&
      there.length === events.length &&
      there.every(({ id }, i) => id === events[i]!.id)
      ? { revision: last.revision, position: Number(last.position), isRepeated: true }
      : undefined;
  }
}
