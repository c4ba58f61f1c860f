import { chownSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { BUSY } from './directory-lock.ts';
import { keepPrivate } from './private-file.ts';

/** A held lock; the operating system releases it when the process ends, however it ends. */
export interface FileLock extends Disposable {
  release(): void;
}

/** Lets the database's own user take the lock that root made, as SQLite does with its files. */
function giveToOwner(path: string, file: string): void {
  const owner = statSync(file, { throwIfNoEntry: false });
  if (owner !== undefined && process.getuid?.() === 0) chownSync(path, owner.uid, owner.gid);
}

/**
 * Locks a database file against its replacement by a copy (`shared`: a reader of another process),
 * or
 * against such readers (`alone`: the copy). The lock is a file of its own beside the database.
 * @returns undefined if somebody holds the lock in the other way @throws Error if the lock cannot
 * be made
 */
export function lockFile(file: string, how: 'shared' | 'alone'): FileLock | undefined {
  const path = `${file}.lock`;
  keepPrivate(path);
  giveToOwner(path, file);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    // The lock is that of a transaction that never ends; reading takes the shared one.
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
