import type { JsonObject } from '@hzm/contracts/core/json';
import { scopeOf } from '@hzm/services/core/ports/scope';
import { inTransaction, type DatabaseSync, type StatementSync } from '../../sqlite/database.ts';
import type { LogTables } from './format.ts';
import { ScopeIndex, type Span } from './scope-index.ts';

/** Bounds of one step, in milliseconds and in bytes of replaced events: appends wait for it. */
const PIECE_MS = 4;
const PIECE_BYTES = 262_144;
const ROWS = 500;

interface Sealed {
  readonly position: number;
  readonly shape: number;
  readonly body: Uint8Array;
}

interface Emptied {
  readonly position: number;
  readonly body: Uint8Array;
}

/** Events read in one step, and the position reached. */
interface Piece {
  readonly emptied: readonly Emptied[];
  readonly toIndex: readonly { readonly data: JsonObject; readonly position: number }[];
  readonly reached: number;
}

/**
 * Removes the sealed bytes of events whose key is destroyed. Position, id, type, metadata and open
 * members stay, so the events read as before. The file records which scopes are done.
 */
export class ShreddedEvents {
  readonly #database: DatabaseSync;
  readonly #tables: LogTables;
  readonly #select: StatementSync;
  readonly #update: StatementSync;
  /** The index of scopes. The writer adds each event. */
  readonly index: ScopeIndex;

  constructor(database: DatabaseSync, tables: LogTables) {
    this.#database = database;
    this.#tables = tables;
    database.exec(
      'CREATE TABLE IF NOT EXISTS emptied (scope TEXT PRIMARY KEY) STRICT, WITHOUT ROWID',
    );
    this.index = new ScopeIndex(database);
    this.#select = database.prepare(
      'SELECT position, shape, body FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?',
    );
    this.#update = database.prepare('UPDATE events SET body = ? WHERE position = ?');
  }

  remaining(scopes: readonly string[]): string[] {
    const known = this.#database.prepare('SELECT 1 FROM emptied WHERE scope = ?');
    return scopes.filter(scope => known.get(scope) === undefined);
  }

  /**
   * Runs one step. @returns the position reached; undefined when nothing is left and the scopes are
   * recorded as done
   */
  next(scopes: ReadonlySet<string>, after: number): number | undefined {
    const span = this.index.next(scopes, after);
    const piece = span && this.#read(span, scopes);
    this.#transaction(() => {
      for (const { position, body } of piece?.emptied ?? []) this.#update.run(body, position);
      for (const { position, data } of piece?.toIndex ?? []) this.index.note({ data }, position);
      if (piece === undefined || piece.reached === Infinity) this.#note(scopes);
      if (piece === undefined || !this.index.lacks(piece.reached + 1)) this.index.complete();
    });
    return piece === undefined || piece.reached === Infinity ? undefined : piece.reached;
  }

  /** Reads some events of a span. `reached` is the span's end if all of it was read. */
  #read({ after, until }: Span, scopes: ReadonlySet<string>): Piece {
    const late = performance.now() + PIECE_MS;
    const emptied: Emptied[] = [];
    const toIndex: Piece['toIndex'][number][] = [];
    let [rows, bytes] = [0, 0];
    for (const row of this.#select.iterate(
      after,
      Math.min(until, Number.MAX_SAFE_INTEGER),
      ROWS,
    ) as unknown as Iterable<Sealed>) {
      const body = this.#tables.withoutSeal(row, data => {
        if (this.index.lacks(row.position)) toIndex.push({ data, position: row.position });
        return scopes.has(scopeOf(data) ?? '');
      });
      if (body) emptied.push({ position: row.position, body });
      if (body) bytes += row.body.length;
      if (++rows === ROWS || bytes >= PIECE_BYTES || performance.now() > late)
        return { emptied, toIndex, reached: row.position };
    }
    return { emptied, toIndex, reached: until };
  }

  #note(scopes: ReadonlySet<string>): void {
    const note = this.#database.prepare('INSERT OR IGNORE INTO emptied VALUES (?)');
    for (const scope of scopes) note.run(scope);
  }

  #transaction(work: () => void): void {
    try {
      inTransaction(this.#database, work);
    } catch (error) {
      this.index.forget();
      throw error;
    }
  }
}
