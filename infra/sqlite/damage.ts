import { renameSync, rmSync } from 'node:fs';

/** SQLite's primary result codes for a damaged file: malformed, no database. */
const MALFORMED = 11;
const DAMAGED = new Set([MALFORMED, 26]);

/**
 * What the file holds is not what was written to it. It has SQLite's code for that, since nothing
 * else of an error comes from one thread to another.
 */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  readonly errcode = MALFORMED;
}

export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, cause } = error as Error & { errcode?: number };
  return (errcode !== undefined && DAMAGED.has(errcode & 0xff)) || isDamage(cause);
}

/** JSON that was written here. @throws DamagedFile */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it wrote
export function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    // What the parser says of it may repeat it.
    throw new DamagedFile('a document in the file is no JSON');
  }
}

const asideOf = (file: string): string => `${file}.damaged`;

/** Makes room for a file in its place. One that was set aside before gives way. */
export function setAside(file: string): void {
  renameSync(file, asideOf(file));
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** What was set aside may hold what is deleted by now. */
export const forgetAside = (file: string): void => rmSync(asideOf(file), { force: true });
