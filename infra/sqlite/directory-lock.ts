import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './private-file.ts';

/** The error of SQLite that says that another connection holds the lock. */
export const BUSY = 5;

/**
 * Holds a directory for this process until `release`, or until the process ends however it ends:
 * the operating system keeps the lock.
 * @throws Error when another process holds it, or nothing can be written there
 */
export function lockDirectory(directory: string): { release(): void } {
  let database: DatabaseSync | undefined;
  try {
    const file = join(directory, 'lock');
    keepPrivate(file);
    database = new DatabaseSync(file, { timeout: 0 });
    // The lock is that of a transaction that never ends.
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const { errcode, message } = error as Error & { errcode?: number };
    throw new Error(
      errcode === BUSY
        ? `HZM_DATA_DIR ${directory} is in use by another HZM; stop that one, or choose another directory.`
        : `HZM_DATA_DIR ${directory} cannot be used: ${message}.`,
      { cause: error },
    );
  }
  const held = database;
  return { release: () => held.close() };
}
