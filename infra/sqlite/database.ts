import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './private-file.ts';

export type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Opens a database file (made when absent; `:memory:` for none) that only this user may read.
 * `full`: a commit survives a power cut, and others may read the file meanwhile, to copy it for instance.
 * `normal`: a commit may be lost in a power cut, but the file stays sound; for what can be built again. It is this process's alone, so that a read
 * need not ask the operating system for locks, which costs more than the read.
 * @throws Error that names the file
 */
export function openDatabase(file: string, { durability }: { durability: 'full' | 'normal' }): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') keepPrivate(file);
    database = new DatabaseSync(file, { timeout: 5000 });
    database.exec(`
      PRAGMA locking_mode = ${durability === 'normal' ? 'EXCLUSIVE' : 'NORMAL'};
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${durability};
      PRAGMA cache_size = -65536;
      PRAGMA mmap_size = 0;
      PRAGMA temp_store = MEMORY;
      PRAGMA wal_autocheckpoint = 8000;
      SELECT count(*) FROM sqlite_schema;
    `);
    return database;
  } catch (error) {
    database?.close();
    throw new Error(`${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}
