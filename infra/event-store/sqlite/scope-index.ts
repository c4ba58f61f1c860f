import { crc32 } from 'node:zlib';
import type { NewEvent } from '@hzm/services/core/ports/event-store';
import { scopeOf } from '@hzm/services/core/ports/scope';
import type { DatabaseSync, StatementSync } from '../../sqlite/database.ts';

/** Number of positions that share an index entry for each scope. */
const SPAN = 1_024;
/** Bounds the scopes looked up in the index; beyond it the whole log is read. */
const MAX_SCOPES = 200;

const bucketOf = (position: number): number => Math.floor(position / SPAN);
const hashOf = (scope: string): number => crc32(scope);

/** A range of positions: after `after`, up to and including `until`. */
export interface Span {
  readonly after: number;
  readonly until: number;
}

/**
 * Finds the parts of a log with sealed events of a scope, so that emptying it does not read the
 * whole log. Scopes are hashed; a collision costs one extra read. Events up to `whole` predate the
 * index and are indexed by the first pass that reads them.
 */
export class ScopeIndex {
  readonly #insert: StatementSync;
  readonly #next: StatementSync;
  readonly #done: StatementSync;
  #whole: number;
  /** Scopes that have an entry in the current bucket. */
  readonly #known = new Set<number>();
  #bucket = -1;

  constructor(database: DatabaseSync) {
    database.exec(`
      CREATE TABLE IF NOT EXISTS scopes (scope INTEGER NOT NULL, bucket INTEGER NOT NULL, PRIMARY
        KEY (scope, bucket)) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS scopes_from (whole INTEGER NOT NULL) STRICT;
      INSERT INTO scopes_from SELECT coalesce((SELECT max(position) FROM events), 0) WHERE NOT
        EXISTS (SELECT 1 FROM scopes_from);
    `);
    this.#insert = database.prepare('INSERT OR IGNORE INTO scopes VALUES (?, ?)');
    this.#next = database.prepare(
      'SELECT min(bucket) AS bucket FROM scopes WHERE scope = ? AND bucket >= ?',
    );
    this.#done = database.prepare('UPDATE scopes_from SET whole = 0');
    this.#whole = (
      database.prepare('SELECT whole FROM scopes_from').get() as { whole: number }
    ).whole;
  }

  /** Indexes an event with sealed bytes, within the transaction that writes it. */
  note({ data }: Pick<NewEvent, 'data'>, position: number): void {
    const scope = scopeOf(data);
    if (scope === undefined) return;
    const [bucket, hash] = [bucketOf(position), hashOf(scope)];
    if (bucket !== this.#bucket) this.forget();
    this.#bucket = bucket;
    if (this.#known.has(hash)) return;
    this.#insert.run(hash, bucket);
    this.#known.add(hash);
  }

  /** Drops cached entries. Must be called after a rollback. */
  forget(): void {
    this.#known.clear();
  }

  lacks(position: number): boolean {
    return position <= this.#whole;
  }

  /** Records that a pass has indexed all older events, within its last transaction. */
  complete(): void {
    if (this.#whole === 0) return;
    this.#done.run();
    this.#whole = 0;
  }

  /**
   * Returns the next part after a position that may have events of these scopes; undefined if there
   * is none.
   */
  next(scopes: ReadonlySet<string>, after: number): Span | undefined {
    if (scopes.size > MAX_SCOPES) return { after, until: Infinity };
    if (after < this.#whole) return { after, until: this.#whole };
    const from = bucketOf(after + 1);
    const buckets = Array.from(
      scopes,
      scope =>
        (this.#next.get(hashOf(scope), from) as { bucket: number | null }).bucket ?? Infinity,
    );
    const bucket = Math.min(...buckets);
    return bucket === Infinity
      ? undefined
      : { after: Math.max(after, bucket * SPAN - 1), until: (bucket + 1) * SPAN - 1 };
  }
}
