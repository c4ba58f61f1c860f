import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { isBusy, isTransient } from '../../sqlite/failure.ts';
import { CHECK, type Kept, type KeyRecords, type RingRecord, type Wrapped } from '../records.ts';
import type { Ring } from '../ring.ts';

/**
 * Bounds of the wait for another program's write, and the interval of retries, in milliseconds. The
 * wait never blocks the event loop.
 */
const TIMEOUT_MS = 2_000;
const AGAIN_MS = 10;
const PAGE_KEYS = 1_000;

interface Line {
  readonly scope: string;
  readonly wrapped: Uint8Array | null;
  readonly root: number;
}

const keptOf = ({ wrapped, root }: Pick<Line, 'wrapped' | 'root'>): Kept =>
  wrapped === null ? null : { root, bytes: wrapped };

/**
 * A vault's records in one SQLite file. A destroyed or rewrapped key is overwritten in place, and
 * `erased` stays 0 until the write-ahead log that holds it is truncated, which readers such as a
 * backup delay.
 */
export class SqliteKeyRecords implements KeyRecords {
  readonly #database: DatabaseSync;
  /**
   * Whether the write-ahead log may hold bytes to erase; true at the start, for an earlier process.
   */
  #isUntidy = true;
  #erasing: number;
  /** Revision of the ring when last read. */
  #revision: number | undefined;

  constructor(file: string) {
    this.#database = openDatabase(file, { durability: 'full' });
    this.#database.exec(`
      PRAGMA secure_delete = ON;
      CREATE TABLE IF NOT EXISTS keys (scope TEXT PRIMARY KEY, wrapped BLOB) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS ring (id INTEGER PRIMARY KEY CHECK (id = 1), revision INTEGER NOT
        NULL, body TEXT NOT NULL) STRICT;
    `);
    const columns = this.#database
      .prepare('PRAGMA table_info(keys)')
      .all()
      .map(({ name }) => name);
    for (const column of ['root', 'erased'])
      if (!columns.includes(column))
        this.#database.exec(`ALTER TABLE keys ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`);
    // From here on a lock is reported at once, not waited for.
    this.#database.exec(
      'CREATE INDEX IF NOT EXISTS erasing ON keys (erased) WHERE wrapped IS NULL AND erased = 0; PRAGMA busy_timeout = 0;',
    );
    this.#erasing = this.#countErasing();
  }

  /**
   * Returns the value by which earlier versions verified their secret; undefined if they wrote
   * none.
   */
  legacyCheck(): Uint8Array | undefined {
    const line = this.#database.prepare('SELECT wrapped FROM keys WHERE scope = ?').get(CHECK) as
      | Pick<Line, 'wrapped'>
      | undefined;
    return line?.wrapped ?? undefined;
  }

  ringNow(): RingRecord | undefined {
    const line = this.#database.prepare('SELECT revision, body FROM ring').get() as
      | { revision: number; body: string }
      | undefined;
    return line && { revision: line.revision, ring: JSON.parse(line.body) as Ring };
  }

  /** Stores the ring unless there is one: the first writer wins. */
  makeRing(ring: Ring): RingRecord {
    this.#database
      .prepare('INSERT INTO ring VALUES (1, 1, ?) ON CONFLICT DO NOTHING')
      .run(JSON.stringify(ring));
    this.#database
      .prepare(
        'INSERT INTO keys (scope, wrapped) VALUES (?, ?) ON CONFLICT DO UPDATE SET wrapped = excluded.wrapped',
      )
      .run(CHECK, Buffer.alloc(0));
    return this.ringNow()!;
  }

  get erasing(): number {
    return this.#erasing;
  }

  find(scope: string): Promise<Kept | undefined> {
    return this.#run(() => {
      const line = this.#database
        .prepare('SELECT wrapped, root FROM keys WHERE scope = ?')
        .get(scope) as Omit<Line, 'scope'> | undefined;
      return line && keptOf(line);
    });
  }

  insert(scope: string, { root, bytes }: Wrapped): Promise<void> {
    return this.#run(() => {
      this.#database
        .prepare('INSERT INTO keys (scope, wrapped, root) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
        .run(scope, bytes, root);
    });
  }

  replace(scope: string, before: Wrapped, after: Wrapped | undefined): Promise<void> {
    return this.#run(() => {
      this.#isUntidy = true;
      if (after)
        this.#database
          .prepare('UPDATE keys SET wrapped = ?, root = ? WHERE scope = ? AND wrapped = ?')
          .run(after.bytes, after.root, scope, before.bytes);
      else
        this.#database
          .prepare('DELETE FROM keys WHERE scope = ? AND wrapped = ?')
          .run(scope, before.bytes);
    });
  }

  destroy(scope: string): Promise<void> {
    return this.#run(() => {
      this.#isUntidy = true;
      this.#database
        .prepare(
          'INSERT INTO keys (scope, wrapped) VALUES (?, NULL) ON CONFLICT DO UPDATE SET wrapped = NULL WHERE wrapped IS NOT NULL',
        )
        .run(scope);
      this.#erasing = this.#countErasing();
    });
  }

  async *lines(): AsyncIterable<{ readonly scope: string; readonly kept: Kept }> {
    for (let after = ''; ;) {
      const lines = await this.#run(
        () =>
          this.#database
            .prepare('SELECT scope, wrapped, root FROM keys WHERE scope > ? ORDER BY scope LIMIT ?')
            .all(after, PAGE_KEYS) as unknown as Line[],
      );
      for (const line of lines) yield { scope: line.scope, kept: keptOf(line) };
      if (lines.length < PAGE_KEYS) return;
      after = lines.at(-1)!.scope;
    }
  }

  isEmpty(): Promise<boolean> {
    return this.#run(
      () =>
        this.#database.prepare('SELECT 1 FROM keys WHERE scope <> ? LIMIT 1').get(CHECK) ===
        undefined,
    );
  }

  async ring(): Promise<RingRecord> {
    const before = this.#revision;
    const record = (await this.#run(() => this.ringNow()))!;
    this.#revision = record.revision;
    // A ring replaced by another process is in the write-ahead log, too.
    if (before !== undefined && before !== record.revision) this.#isUntidy = true;
    return record;
  }

  replaceRing(before: RingRecord, ring: Ring): Promise<boolean> {
    return this.#run(() => {
      this.#isUntidy = true;
      return (
        this.#database
          .prepare('UPDATE ring SET revision = revision + 1, body = ? WHERE revision = ?')
          .run(JSON.stringify(ring), before.revision).changes === 1
      );
    });
  }

  async tidy(): Promise<boolean> {
    if (!this.#isUntidy) return true;
    try {
      const { busy } = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as {
        busy: number;
      };
      if (busy !== 0) return false;
      this.#database
        .prepare('UPDATE keys SET erased = 1 WHERE wrapped IS NULL AND erased = 0')
        .run();
    } catch (error) {
      if (isTransient(error)) return false;
      throw error;
    }
    this.#erasing = 0;
    this.#isUntidy = false;
    return true;
  }

  async close(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }

  #countErasing(): number {
    return (
      this.#database
        .prepare('SELECT count(*) AS count FROM keys WHERE wrapped IS NULL AND erased = 0')
        .get() as { count: number }
    ).count;
  }

  async #run<T>(work: () => T): Promise<T> {
    for (const end = performance.now() + TIMEOUT_MS; ;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > end)
          throw isTransient(error)
            ? new Unavailable('the vault cannot be read or written now', { cause: error })
            : error;
      }
      await sleep(AGAIN_MS);
    }
  }
}
