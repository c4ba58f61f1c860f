import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ENCODED = 'base64url:';

/** The secret that HZM_SECRET says: its letters, or, behind `base64url:`, what a data directory's `secret` file holds. */
export const secretOf = (text: string): Buffer => (text.startsWith(ENCODED) ? Buffer.from(text.slice(ENCODED.length).trim(), 'base64url') : Buffer.from(text));

const fileIn = (directory: string): string => join(directory, 'secret');

/** The secret that a directory keeps; undefined when it keeps none. */
export const keptSecret = (directory: string): Buffer | undefined => (existsSync(fileIn(directory)) ? Buffer.from(readFileSync(fileIn(directory), 'utf8'), 'base64url') : undefined);

/** Keeps a secret in a directory that has none, a new one when none is given. @returns the one that is kept */
export function keepSecret(directory: string, secret: Buffer = randomBytes(32)): Buffer {
  const kept = keptSecret(directory);
  if (kept) return kept;
  writeFileSync(fileIn(directory), secret.toString('base64url'), { mode: 0o600, flag: 'wx' });
  return secret;
}
