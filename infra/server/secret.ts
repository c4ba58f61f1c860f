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
/**
 * What a made secret has at least; a passphrase has at least as many letters as the configuration
 * asks for.
 */
const SECRET_BYTES = 32;

/** Undefined when it is none. */
function decoded(text: string): Buffer | undefined {
  const secret = /^[A-Za-z0-9_-]+$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
  return secret && isKeepable(secret) ? secret : undefined;
}

/** Whether a file may keep it: a shorter one could be what is left of another. */
export const isKeepable = (secret: Buffer): boolean => secret.length >= SECRET_BYTES;

/**
 * The secret that the environment says under `name`: its letters, or, behind `base64url:`, what a
 * data directory's `secret` file holds. @throws Error when that is no secret
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
 * The secret that a directory keeps; undefined when it keeps none. @throws Error when the file is
 * damaged: another secret in its place would open nothing
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
 * Keeps a secret in a directory that has none, a new one when none is given. @returns the one that
 * is kept
 */
export function keepSecret(directory: string, secret: Buffer = randomBytes(SECRET_BYTES)): Buffer {
  const kept = keptSecret(directory);
  if (kept) return kept;
  const temporary = join(directory, `secret.${process.pid}`);
  writeSynced(temporary, secret);
  try {
    // Unlike a renaming, it takes nobody's place who was faster.
    linkSync(temporary, fileIn(directory));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
  sync(directory);
  return keptSecret(directory)!;
}

/**
 * The secret that is to take the place of the kept one; a new one, unless an interrupted change has
 * left one.
 */
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

/** Puts it in the place of the kept one: at any moment one of both is there. */
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

/** What is in a directory is on the disk only when the directory is. */
function sync(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
