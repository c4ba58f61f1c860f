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
/** The format that this version writes, and the latest that it reads. Format 1 had no files. */
export const FORMAT = 2;
export const TRAILER = 'HZME';
export const TRAILER_BYTES = 8;
export const PREFIX_BYTES = 5;
export const DIGEST_BYTES = 32;
/** Bound of the two header lines. */
export const MAX_HEADER_BYTES = 4_096;
/** Bound of a payload, both in the file and unpacked. */
export const MAX_FRAME_BYTES = 64 * 1_048_576;

/**
 * Frames hold (E)vents, (K)eys, a part of a (F)ile, the (S)ecret, or the summary (Z), which is
 * last.
 */
export type FrameKind = 'E' | 'K' | 'F' | 'S' | 'Z';

export interface Header {
  readonly version: string;
  readonly startedAt: string;
  /**
   * Parameters that derive the key of all payloads from the passphrase; null if they are not
   * encrypted.
   */
  readonly passphrase: {
    readonly kdf: 'scrypt';
    readonly cost: number;
    readonly blockSize: number;
    readonly salt: string;
  } | null;
}

/** The last frame: the contents of a backup in numbers. */
export interface Summary {
  readonly events: number;
  /**
   * Events whose bytes could not be read, included in `events`; the backup has only their
   * positions.
   */
  readonly damaged: number;
  readonly keys: number;
  /** Destroyed keys, included in `keys`. */
  readonly destroyed: number;
  readonly files: number;
  /** `begin` is the newest position when the backup started, `end` that of its last event. */
  readonly begin: Position;
  readonly end: Position;
  /** Every write answered before `endedAt` is in the backup. */
  readonly startedAt: string;
  readonly endedAt: string;
}

/** A file that is not a usable backup; the message is meant for the operator. */
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
