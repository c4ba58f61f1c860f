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

/** Space that the copy of a file takes, relative to the file. */
const COPY = 1.1;
const MIB = 2 ** 20;

/**
 * Replaces a file of an earlier version by a copy with reclaimable free pages. Atomic; skipped
 * while another program reads the file or the disk lacks space, and retried at the next opening.
 * This process must not have it open. A lock refuses programs that open it meanwhile.
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

/** Replaces the file. @returns false if it cannot be replaced, for example as its own mount */
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
 * Whether free pages are reclaimable already; true, too, for an unreadable file, which opening
 * reports.
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

/** Copies the file without a write-ahead log. @returns whether that succeeded */
function copy(file: string, next: string): boolean {
  using database = new DatabaseSync(file, { timeout: 0 });
  try {
    // A remaining write-ahead log would be applied to the copy.
    const { journal_mode: mode } = database.prepare('PRAGMA journal_mode = DELETE').get() as {
      journal_mode: string;
    };
    if (mode !== 'delete') return false;
    database.exec(`PRAGMA auto_vacuum = ${INCREMENTAL}`);
    keepPrivate(next);
    database.prepare('VACUUM INTO ?').run(next);
    return true;
  } catch {
    // Opening the file afterwards reports the same error.
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
