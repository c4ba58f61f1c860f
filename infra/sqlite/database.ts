import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './private-file.ts';

/**
 * Page caches, in KiB. Readers have less: their cache is dropped whenever another connection
 * writes.
 */
const CACHE_KIB = 16_384;
const READER_CACHE_KIB = 8_192;

export type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Opens a file, created when absent and private to this user, which other programs may read
 * meanwhile. `full` commits survive a power cut; `normal` ones may be lost, for rebuildable data.
 * Free pages of a new file are reclaimable (`free-pages.ts`). @throws Error that names the file
 */
export function openDatabase(
  file: string,
  { durability }: { durability: 'full' | 'normal' },
): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') keepPrivate(file);
    database = new DatabaseSync(file, { timeout: 5000 });
    database.exec(`
      PRAGMA auto_vacuum = INCREMENTAL;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${durability};
      PRAGMA cache_size = -${CACHE_KIB};
      PRAGMA mmap_size = 0;
      PRAGMA temp_store = MEMORY;
      PRAGMA wal_autocheckpoint = 8000;
      SELECT count(*) FROM sqlite_schema;
    `);
    return database;
  } catch (error) {
    database?.close();
    throw notOpened(file, error);
  }
}

/**
 * Opens a file, read-only, that another connection of this process writes. @throws Error that names
 * the file
 */
export function openToRead(file: string, cacheKib = READER_CACHE_KIB): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    database.exec(
      `PRAGMA cache_size = -${cacheKib}; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; SELECT count(*) FROM sqlite_schema`,
    );
    return database;
  } catch (error) {
    database?.close();
    throw notOpened(file, error);
  }
}

/** Runs work in one transaction, rolled back if it throws. @throws errors of `work` and SQLite */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

const notOpened = (file: string, cause: unknown): Error =>
  new Error(
    `${file} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}.`,
    { cause },
  );
