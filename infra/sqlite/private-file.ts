import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

const OWN_ONLY = 0o600;

/** Suffixes of SQLite's files beside a database, which get the database's mode. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Creates a file readable by this user only, or restricts an existing one and SQLite's files beside
 * it.
 */
export function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', OWN_ONLY));
  for (const path of [file, ...BESIDE.map(suffix => file + suffix)])
    if (existsSync(path)) chmodOwn(path, OWN_ONLY);
}

/** Changes a mode, unless the file belongs to another user. */
export function chmodOwn(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
