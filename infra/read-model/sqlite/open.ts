import { type DatabaseSync, openDatabase } from '../../sqlite/database.ts';
import { Catalog } from './catalog.ts';
import { defineFunctions } from './functions.ts';
import { Statements } from './statements.ts';

/** The file, open. */
export interface Views {
  readonly database: DatabaseSync;
  readonly statements: Statements;
  readonly catalog: Catalog;
}

/** Files of 0 were written without `secure_delete`: what they deleted is still in them. */
const CLEAN = 1;

/** Opens a file, which is made when absent. @throws Error that names the file */
export function openViews(file: string, indexFrom: number): Views {
  const database = openDatabase(file, { durability: 'normal' });
  try {
    // What is deleted is overwritten.
    database.exec('PRAGMA secure_delete = ON');
    clean(database);
    defineFunctions(database);
    const statements = new Statements(database);
    return { database, statements, catalog: new Catalog(statements, indexFrom) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function clean(database: DatabaseSync): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version >= CLEAN) return;
  database.exec(`VACUUM; PRAGMA user_version = ${CLEAN}`);
}

/** Moves what was written ahead into the file and cuts the rest off; whether that could be done. Not within a transaction. */
export function truncateLog(database: DatabaseSync): boolean {
  const { busy, log } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number; log: number };
  // -1: there is no such log, as in memory.
  return busy === 0 && log <= 0;
}
