import { DatabaseSync } from 'node:sqlite';

export type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Opens a database file (made when absent; `:memory:` for none). `full`: a commit survives a power cut.
 * `normal`: it may be lost then, but the file stays sound; for what can be built again.
 * @throws Error that names the file
 */
export function openDatabase(file: string, options: { durability: 'full' | 'normal' }): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${options.durability};
      PRAGMA cache_size = -65536;
      PRAGMA mmap_size = 0;
      PRAGMA temp_store = MEMORY;
      PRAGMA wal_autocheckpoint = 8000;
    `);
    return database;
  } catch (error) {
    database.close();
    throw new Error(`${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
