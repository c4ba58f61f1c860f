import { renameSync, rmSync } from 'node:fs';

/** SQLite's primary result codes for a damaged file: malformed (11), not a database (26). */
const MALFORMED = 11;
const DAMAGED = new Set([MALFORMED, 26]);

/**
 * Thrown for content that was never written. Carries SQLite's code, the only part of an error that
 * passes between threads.
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

/** Parses JSON written by this product. @throws DamagedFile */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what it wrote
export function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    // The parser's message may quote the content.
    throw new DamagedFile('a document in the file is no JSON');
  }
}

const asideOf = (file: string): string => `${file}.damaged`;

/** Renames a damaged file, replacing one set aside before. */
export function setAside(file: string): void {
  renameSync(file, asideOf(file));
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Removes the file set aside, which may hold data deleted by now. */
export const forgetAside = (file: string): void => rmSync(asideOf(file), { force: true });
