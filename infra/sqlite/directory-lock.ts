import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './private-file.ts';

/** SQLite's code for a lock held by another connection. */
export const BUSY = 5;

/**
 * Locks a directory for this process until `release` or the end of the process, however it ends.
 * @throws Error when another process holds it, or the directory is not writable
 */
export function lockDirectory(directory: string): { release(): void } {
  let database: DatabaseSync | undefined;
  try {
    const file = join(directory, 'lock');
    keepPrivate(file);
    database = new DatabaseSync(file, { timeout: 0 });
    // A transaction that never ends holds the lock.
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
