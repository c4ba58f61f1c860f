import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';

/**
 * Holds a directory for this process until `release`, or until the process ends however it ends: the operating system keeps the lock.
 * @throws Error when another process holds it
 */
export function lockDirectory(directory: string): { release(): void } {
  const database = new DatabaseSync(join(directory, 'lock'), { timeout: 0 });
  try {
    // The lock is that of a transaction that never ends.
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw new Error(`HZM_DATA_DIR ${directory} is in use by another HZM; stop that one, or choose another directory.`, { cause: error });
  }
  return { release: () => database.close() };
}
