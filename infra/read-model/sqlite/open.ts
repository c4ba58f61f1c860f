import { type DatabaseSync, openDatabase, openToRead } from '../../sqlite/database.ts';
import { copyReclaimable } from '../../sqlite/reclaimable.ts';
import { Catalog, makeCatalog } from './catalog.ts';
import { defineFunctions } from './functions.ts';
import { Statements } from './statements.ts';

/** The file, open. */
export interface Views {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly catalog: Catalog;
}

/**
 * Files of 0 were written without `secure_delete`: what they deleted is still in them. Those of 1
 * have ids as texts in their tombstones, which are made anew with all views.
 */
const CLEAN = 1;
const FORMAT = 2;
/**
 * Page cache of a thread that finds long pages, in KiB: mostly a page reads much more than any
 * cache holds.
 */
const LONG_PAGES_CACHE_KIB = 2_048;
/** How long others are waited for, in milliseconds. */
const BUSY_MS = 5_000;

/** Opens a file to write it, which is made when absent. @throws Error that names the file */
export function openViews(file: string, indexFrom: number): Views {
  copyReclaimable(file);
  const database = openDatabase(file, { durability: 'normal' });
  try {
    // What is deleted is overwritten.
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
 * Opens a file to read it, while another connection has it open to write. @param check see
 * `Statements` @throws Error that names the file
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
 * Moves what was written ahead into the file and cuts it off; whether that could be done. Who reads
 * what is ahead is not waited for: they read until they are told to let go. Not within a
 * transaction.
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
