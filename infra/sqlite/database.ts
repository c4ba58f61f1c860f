import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './private-file.ts';

/**
 * What is kept of a file in memory, in KiB. Who only reads keeps less: whenever another connection
 * has written, it keeps nothing.
 */
const CACHE_KIB = 16_384;
const READER_CACHE_KIB = 8_192;

export type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Opens a database file (made when absent; `:memory:` for none) that only this user may read.
 * Others may read it meanwhile, to copy it for instance.
 * `full`: a commit survives a power cut. `normal`: a commit may be lost in a power cut, but the
 * file stays sound; for what can be built again.
 * Free pages of a new file can be given back (`free-pages.ts`); those of a file from before once it
 * is copied (`reclaimable.ts`).
 * @throws Error that names the file
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
 * Opens a database file that another connection of this process writes. @throws Error that names
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

const notOpened = (file: string, cause: unknown): Error =>
  new Error(
    `${file} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}.`,
    { cause },
  );
