import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockFile } from './file-lock.ts';
import { INCREMENTAL } from './free-pages.ts';
import { keepPrivate } from './private-file.ts';

/** Space that the copy of a file takes, compared with the file. */
const COPY = 1.1;
const MIB = 2 ** 20;

/**
 * Copies a database file of an earlier version, whose free pages cannot be given back, into one
 * whose can be, which takes its place when it is whole. Interrupted at any point, the file is as it
 * was.
 * It stays as it is while another program reads it or the disk has no room for the copy; the next
 * opening tries again. Nobody of this process may have it open.
 * Programs that open it meanwhile are refused by the lock: they would read the replaced file, and
 * write the new one's journal.
 */
export function copyReclaimable(path: string): void {
  const file = existsSync(path) ? realpathSync(path) : path;
  const next = `${file}.vacuum`;
  rmSync(next, { force: true });
  if (file === ':memory:' || !existsSync(file) || statSync(file).size === 0 || isReclaimable(file))
    return;
  if (!hasRoom(file)) return say(`${file} is not copied: the disk has no room for it.`);
  using lock = lockFile(file, 'alone');
  if (!lock)
    return say(
      `${file} is not copied: a backup or verification reads it. The next start copies it.`,
    );
  const begun = performance.now();
  say(
    `${file} is copied, so that its free space can be given back (${Math.ceil(statSync(file).size / MIB)} MiB).`,
  );
  const isDone = copy(file, next) && replace(file, next);
  say(
    isDone
      ? `${file} was copied in ${Math.ceil((performance.now() - begun) / 1_000)} s.`
      : `${file} could not be copied and stays as it was.`,
  );
}

const say = (text: string): void => console.log(text);

/** Whether the copy took the file's place. One that is mounted by itself cannot be replaced. */
function replace(file: string, next: string): boolean {
  try {
    sync(next);
    renameSync(next, file);
    sync(dirname(file));
    return true;
  } catch {
    rmSync(next, { force: true });
    return false;
  }
}

/**
 * Whether the file's free pages can be given back already; also if it cannot be read, which opening
 * it reports.
 */
function isReclaimable(file: string): boolean {
  using database = new DatabaseSync(file, { timeout: 0 });
  try {
    const { auto_vacuum: mode } = database.prepare('PRAGMA auto_vacuum').get() as {
      auto_vacuum: number;
    };
    return mode === INCREMENTAL;
  } catch {
    return true;
  }
}

/** Whether a copy was made, and the file stands alone, without a write-ahead log. */
function copy(file: string, next: string): boolean {
  using database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing may be left ahead of the file: it would be applied to the copy.
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() as {
      journal_mode: string;
    };
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
