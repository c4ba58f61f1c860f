import { chownSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { BUSY } from './directory-lock.ts';
import { keepPrivate } from './private-file.ts';

/** A held lock; the operating system releases it when the process ends, however it ends. */
export interface FileLock extends Disposable {
  release(): void;
}

/** Lets the database's owner take a lock file created by root, as SQLite does with its files. */
function giveToOwner(path: string, file: string): void {
  const owner = statSync(file, { throwIfNoEntry: false });
  if (owner !== undefined && process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid);
}

/**
 * Locks a database file for reading by another process (`shared`) or for its replacement by a copy
 * (`alone`), in a lock file beside it. @returns undefined if the lock is held in the other mode
 * @throws Error if the lock file cannot be created
 */
export function lockFile(file: string, how: 'shared' | 'alone'): FileLock | undefined {
  const path = `${file}.lock`;
  keepPrivate(path);
  giveToOwner(path, file);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // A transaction that never ends holds the lock; reading takes the shared one.
    database.exec(
      how === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT count(*) FROM sqlite_schema',
    );
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === BUSY) return undefined;
    throw error;
  }
  const release = (): void => {
    if (database.isOpen) database.close();
  };
  return { release, [Symbol.dispose]: release };
}
