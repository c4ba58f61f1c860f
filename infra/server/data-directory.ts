import { mkdirSync, statSync } from 'node:fs';
import { chmodOwn } from '../sqlite/private-file.ts';

/** Name of the directory of uploaded files. */
export const FILES = 'files';

const OWN_ONLY = 0o700;
/** Mode bit of a directory shared by all users, such as `/tmp`, which stays as it is. */
const STICKY = 0o1000;

/** Creates a directory, or restricts an existing one, so that only this user may enter it. */
export function keepDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: OWN_ONLY });
  if ((statSync(directory).mode & STICKY) === 0) chmodOwn(directory, OWN_ONLY);
}
