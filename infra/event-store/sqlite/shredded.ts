import { scopeOf } from '@hzm/services/core/ports/scope';
import type { DatabaseSync, StatementSync } from '../../sqlite/database.ts';
import type { LogTables } from './format.ts';

/** Bounds of a piece, in milliseconds and in bytes of replaced events: appends wait for it. */
const PIECE_MS = 4;
const PIECE_BYTES = 262_144;
const ROWS = 500;

interface Sealed {
  readonly position: number;
  readonly shape: number;
  readonly body: Uint8Array;
}

/**
 * Takes the sealed bytes out of events whose key is destroyed. Nothing opens them any more, so an event is read as before: its place, its id, its type, its metadata and its open members stay.
 * Which scopes are done stands in the file.
 */
export class ShreddedEvents {
  readonly #database: DatabaseSync;
  readonly #tables: LogTables;
  readonly #read: StatementSync;
  readonly #update: StatementSync;

  constructor(database: DatabaseSync, tables: LogTables) {
    this.#database = database;
    this.#tables = tables;
    database.exec('CREATE TABLE IF NOT EXISTS emptied (scope TEXT PRIMARY KEY) STRICT, WITHOUT ROWID');
    this.#read = database.prepare('SELECT position, shape, body FROM events WHERE position > ? ORDER BY position LIMIT ?');
    this.#update = database.prepare('UPDATE events SET body = ? WHERE position = ?');
  }

  /** Returns those of the scopes whose events may still have sealed bytes. */
  remaining(scopes: readonly string[]): string[] {
    const known = this.#database.prepare('SELECT 1 FROM emptied WHERE scope = ?');
    return scopes.filter(scope => known.get(scope) === undefined);
  }

  /** Does a piece. @returns the position that it came to; undefined behind the last event, when the scopes are noted as done */
  next(scopes: ReadonlySet<string>, after: number): number | undefined {
    const until = performance.now() + PIECE_MS;
    const emptied: { readonly position: number; readonly body: Uint8Array }[] = [];
    let last: number | undefined;
    let bytes = 0;
    for (const row of this.#read.iterate(after, ROWS) as unknown as Iterable<Sealed>) {
      last = row.position;
      const body = this.#tables.withoutSeal(row, data => scopes.has(scopeOf(data) ?? ''));
      if (body) emptied.push({ position: row.position, body });
      if (body) bytes += row.body.length;
      if (bytes >= PIECE_BYTES || performance.now() > until) break;
    }
    if (last === undefined) this.#transaction(() => this.#note(scopes));
    else if (emptied.length > 0) this.#transaction(() => { for (const { position, body } of emptied) this.#update.run(body, position); });
    return last;
  }

  #note(scopes: ReadonlySet<string>): void {
    const note = this.#database.prepare('INSERT OR IGNORE INTO emptied VALUES (?)');
    for (const scope of scopes) note.run(scope);
  }

  #transaction(work: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }
}
