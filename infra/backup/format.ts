import { createHash } from 'node:crypto';
import type { Position } from '@hzm/contracts/core/position';

/*
 * A backup is one file (docs/decisions/0024-backups.md): two lines of text, frames, a trailer.
 *
 *   HZM BACKUP 2\n
 *   {"version":…,"startedAt":…,"passphrase":null | {…}}\n
 *   frame: kind (1) · length of the payload (4, big-endian) · payload · digest (32)
 *   trailer: length of the last frame with all that belongs to it (4) · HZME
 *
 * Each digest is SHA-256 over the one before and the frame, the first over both lines: whatever is
 * cut, changed or put elsewhere is noticed.
 */

export const MAGIC = 'HZM BACKUP ';
/** What this version writes, and the latest that it reads. The first had no files. */
export const FORMAT = 2;
export const TRAILER = 'HZME';
export const TRAILER_BYTES = 8;
export const PREFIX_BYTES = 5;
export const DIGEST_BYTES = 32;
/** Both lines at the beginning. */
export const MAX_HEADER_BYTES = 4_096;
/** A payload, as it lies in the file and as it is opened. */
export const MAX_FRAME_BYTES = 64 * 1_048_576;

/**
 * What a frame holds: events, keys, a part of a file, the secret, or the summary, which is the
 * last.
 */
export type FrameKind = 'E' | 'K' | 'F' | 'S' | 'Z';

export interface Header {
  /** Of the product. */
  readonly version: string;
  readonly startedAt: string;
  /** How the passphrase becomes the key of all payloads; null: they are not encrypted. */
  readonly passphrase: {
    readonly kdf: 'scrypt';
    readonly cost: number;
    readonly blockSize: number;
    readonly salt: string;
  } | null;
}

/** What a backup holds; its last frame. */
export interface Summary {
  readonly events: number;
  /** Of them, those whose bytes could not be read: the backup has only their places. */
  readonly damaged: number;
  readonly keys: number;
  /** Of the keys, those that were destroyed. */
  readonly destroyed: number;
  /** Files that people sent. */
  readonly files: number;
  /** The newest position when it was begun, and that of its last event. */
  readonly begin: Position;
  readonly end: Position;
  /** Between these it was made; whatever was answered before `endedAt` is in it. */
  readonly startedAt: string;
  readonly endedAt: string;
}

/** Why a file is no backup that can be used, in words for whoever runs the command. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup';
}

export const firstDigest = (header: Buffer): Buffer => createHash('sha256').update(header).digest();
export const nextDigest = (before: Buffer, prefix: Buffer, payload: Buffer): Buffer =>
  createHash('sha256').update(before).update(prefix).update(payload).digest();

export function prefixOf(kind: FrameKind, length: number): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(kind, 0, 'latin1');
  prefix.writeUInt32BE(length, 1);
  return prefix;
}
