import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

const OWN_ONLY = 0o600;

/** Files that SQLite keeps beside a database; it makes them with the database's own mode. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Makes a file that only this user may read, where there is none, and takes everybody else's rights
 * to one that there is, with what lies beside it.
 */
export function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', OWN_ONLY));
  for (const path of [file, ...BESIDE.map(suffix => file + suffix)])
    if (existsSync(path)) chmodOwn(path, OWN_ONLY);
}

/** Changes a mode, unless the file is another user's, who has decided. */
export function chmodOwn(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
