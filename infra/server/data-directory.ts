import { mkdirSync, statSync } from 'node:fs';
import { chmodOwn } from '../sqlite/private-file.ts';

/** The directory, in a data directory, of the files that people sent. */
export const FILES = 'files';

const OWN_ONLY = 0o700;
/** A directory that every user may write to is not private. */
const STICKY = 0o1000;

/** Makes a directory that only this user may enter, or makes one such. */
export function keepDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: OWN_ONLY });
  if ((statSync(directory).mode & STICKY) === 0) chmodOwn(directory, OWN_ONLY);
}
