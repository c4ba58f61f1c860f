import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { chmodOwn } from '../sqlite/private-file.ts';

const ENCODED = 'base64url:';
/** Minimum length of a generated secret, in bytes; the configuration bounds passphrases. */
const SECRET_BYTES = 32;

/** Returns undefined for an invalid secret. */
function decoded(text: string): Buffer | undefined {
  const secret = /^[A-Za-z0-9_-]+$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
  return secret && isKeepable(secret) ? secret : undefined;
}

/** Whether a file may keep the secret: a shorter one could be a truncated file. */
export const isKeepable = (secret: Buffer): boolean => secret.length >= SECRET_BYTES;

/**
 * Returns the secret in a variable: its letters or, after `base64url:`, the content of a data
 * directory's `secret` file. @throws Error when invalid
 */
export function secretOf(text: string, name = 'HZM_SECRET'): Buffer {
  if (!text.startsWith(ENCODED)) return Buffer.from(text);
  const secret = decoded(text.slice(ENCODED.length).trim());
  if (!secret)
    throw new Error(`${name} must hold at least ${SECRET_BYTES} bytes behind ${ENCODED}`);
  return secret;
}

const fileIn = (directory: string): string => join(directory, 'secret');
const nextIn = (directory: string): string => join(directory, 'secret.next');

/**
 * Returns the secret kept in a directory, if any. @throws Error when the file is damaged: a new
 * secret would open nothing
 */
export const keptSecret = (directory: string): Buffer | undefined => readSecret(fileIn(directory));

function readSecret(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined;
  chmodOwn(file, 0o600);
  const secret = decoded(readFileSync(file, 'utf8').trim());
  if (!secret)
    throw new Error(
      `${file} holds no secret of at least ${SECRET_BYTES} bytes. Put back the file that was there; without it the data cannot be read.`,
    );
  return secret;
}

/**
 * Keeps a secret, by default a new one, in a directory that has none. @returns the one that is kept
 */
export function keepSecret(directory: string, secret: Buffer = randomBytes(SECRET_BYTES)): Buffer {
  const kept = keptSecret(directory);
  if (kept) return kept;
  const temporary = join(directory, `secret.${process.pid}`);
  writeSynced(temporary, secret);
  try {
    // Unlike a rename, a link never replaces a file that another process created first.
    linkSync(temporary, fileIn(directory));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
  sync(directory);
  return keptSecret(directory)!;
}

/** Returns the next secret: the one left by an interrupted rotation, or a new one. */
export function nextSecret(directory: string): Buffer {
  const file = nextIn(directory);
  const left = existsSync(file) ? decoded(readFileSync(file, 'utf8').trim()) : undefined;
  if (left) return left;
  const secret = randomBytes(SECRET_BYTES);
  writeSynced(file, secret);
  sync(directory);
  return secret;
}

export const hasNextSecret = (directory: string): boolean => existsSync(nextIn(directory));

/** Replaces the kept secret atomically by the next one. */
export function keepNextSecret(directory: string): void {
  renameSync(nextIn(directory), fileIn(directory));
  sync(directory);
}

function writeSynced(file: string, secret: Buffer): void {
  rmSync(file, { force: true });
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(handle, secret.toString('base64url'));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Syncs a directory, which makes its entries durable. */
function sync(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
