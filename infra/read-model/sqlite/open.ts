import { type DatabaseSync, openDatabase, openToRead } from '../../sqlite/database.ts';
import { copyReclaimable } from '../../sqlite/reclaimable.ts';
import { Catalog, makeCatalog } from './catalog.ts';
import { defineFunctions } from './functions.ts';
import { Statements } from './statements.ts';

export interface Views {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly catalog: Catalog;
}

/**
 * Format 0 was written without `secure_delete`, so deleted data is still in the file. Format 1
 * stores ids in tombstones as texts, which a rebuild of all views replaces.
 */
const CLEAN = 1;
const FORMAT = 2;
/**
 * Page cache of a thread for long pages, in KiB; a page usually reads far more than any cache
 * holds.
 */
const LONG_PAGES_CACHE_KIB = 2_048;
/** Timeout of waiting for a lock, in milliseconds. */
const BUSY_MS = 5_000;

/** Opens a file to write, creating it when absent. @throws Error that names the file */
export function openViews(file: string, indexFrom: number): Views {
  copyReclaimable(file);
  const database = openDatabase(file, { durability: 'normal' });
  try {
    // Overwrites deleted data.
    database.exec('PRAGMA secure_delete = ON');
    migrate(database);
    makeCatalog(database);
    const statements = new Statements(database);
    return { database, statements, catalog: new Catalog(statements, indexFrom) };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens a file to read while another connection writes it. @param check see `Statements` @throws
 * Error that names the file
 */
export function openViewsToRead(file: string, indexFrom: number, check?: () => void): Views {
  const database = check ? openToRead(file, LONG_PAGES_CACHE_KIB) : openToRead(file);
  defineFunctions(database);
  const statements = new Statements(database, check);
  return { database, statements, catalog: new Catalog(statements, indexFrom) };
}

function migrate(database: DatabaseSync): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  if (version >= FORMAT) return;
  if (version < CLEAN) database.exec('VACUUM');
  database.exec(
    `BEGIN IMMEDIATE; DROP TABLE IF EXISTS tombstones; PRAGMA user_version = ${FORMAT}; COMMIT`,
  );
}

/**
 * Checkpoints and truncates the write-ahead log, outside a transaction. Does not wait for readers,
 * which read until they are told to release. @returns whether it succeeded
 */
export function cutLog(database: DatabaseSync): boolean {
  database.exec(`PRAGMA busy_timeout = 0`);
  try {
    const { busy, log } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as {
      busy: number;
      log: number;
    };
    return busy === 0 && log === 0;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  }
}
