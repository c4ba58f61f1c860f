import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { dirname } from 'node:path';
import { INCREMENTAL } from './free-pages.ts';
import { keepPrivate } from './private-file.ts';

/** Space that the copy of a file takes, compared with the file. */
const COPY = 1.1;

/**
 * Copies a database file of an earlier version, whose free pages cannot be given back, into one whose can be, which takes its place when it is whole. Interrupted at any point, the file is as it was.
 * It stays as it is while another program reads it or the disk has no room for the copy; the next opening tries again. Nobody of this process may have it open.
 */
export function copyReclaimable(path: string): void {
  const file = existsSync(path) ? realpathSync(path) : path;
  const next = `${file}.vacuum`;
  rmSync(next, { force: true });
  if (file === ':memory:' || !existsSync(file) || statSync(file).size === 0 || !hasRoom(file)) return;
  if (!copy(file, next)) return;
  try {
    sync(next);
    renameSync(next, file);
    sync(dirname(file));
  } catch {
    // A file that is mounted by itself cannot be replaced: it stays as it was.
    rmSync(next, { force: true });
  }
}

/** Whether a copy was made, and the file stands alone, without a write-ahead log. */
function copy(file: string, next: string): boolean {
  using database = new DatabaseSync(file, { timeout: 0 });
  try {
    if ((database.prepare('PRAGMA auto_vacuum').get() as { auto_vacuum: number }).auto_vacuum === INCREMENTAL) return false;
    // Nothing may be left ahead of the file: it would be applied to the copy.
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() as { journal_mode: string };
    if (mode !== 'delete') return false;
    database.exec(`PRAGMA auto_vacuum = ${INCREMENTAL}`);
    keepPrivate(next);
    database.prepare('VACUUM INTO ?').run(next);
    return true;
  } catch {
    // Opening the file afterwards meets and reports the same fault.
    rmSync(next, { force: true });
    return false;
  }
}

function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize > statSync(file).size * COPY;
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
