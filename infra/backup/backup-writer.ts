import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Json } from '@hzm/contracts/core/json';
import {
  firstDigest,
  FORMAT,
  MAGIC,
  nextDigest,
  prefixOf,
  TRAILER,
  type FrameKind,
  type Header,
  type Summary,
} from './format.ts';
import { newDerivation, payloadKey, sealPayload } from './payload.ts';

const OWN_ONLY = 0o600;
/** Suffix of a backup until it is complete. */
export const PARTIAL = '.partial';

/**
 * Writes one backup, frame by frame. The file gets its final name once it is complete and synced.
 * Synchronous, so it belongs on a worker thread.
 */
export class BackupWriter {
  readonly #file: string;
  readonly #handle: number;
  readonly #key: Buffer | undefined;
  #digest: Buffer;
  #bytes = 0;
  #isOpen = true;

  /**
   * @param passphrase encrypts all but the version and the time @throws Error when the file cannot
   * be created
   */
  constructor(
    file: string,
    { version, startedAt }: Pick<Header, 'version' | 'startedAt'>,
    passphrase: string | undefined,
  ) {
    this.#file = file;
    const header: Header = {
      version,
      startedAt,
      passphrase: passphrase === undefined ? null : newDerivation(),
    };
    this.#key = payloadKey(header.passphrase, passphrase);
    // A leftover of an interrupted backup.
    rmSync(file + PARTIAL, { force: true });
    this.#handle = openSync(file + PARTIAL, 'wx', OWN_ONLY);
    const lines = Buffer.from(`${MAGIC}${FORMAT}\n${JSON.stringify(header)}\n`);
    this.#digest = firstDigest(lines);
    this.#put(lines);
  }

  write(kind: Exclude<FrameKind, 'Z'>, value: Json): void {
    this.#frame(kind, value);
  }

  /** Writes the last frame and renames the file to its final name. @returns its size in bytes */
  finish(summary: Summary): number {
    const length = this.#frame('Z', { ...summary });
    const trailer = Buffer.alloc(4);
    trailer.writeUInt32BE(length);
    this.#put(Buffer.concat([trailer, Buffer.from(TRAILER)]));
    fsyncSync(this.#handle);
    this.#close();
    renameSync(this.#file + PARTIAL, this.#file);
    const directory = openSync(dirname(this.#file), 'r');
    fsyncSync(directory);
    closeSync(directory);
    return this.#bytes;
  }

  /** Removes the partial file unless the backup is finished. */
  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#close();
    rmSync(this.#file + PARTIAL, { force: true });
  }

  #frame(kind: FrameKind, value: Json): number {
    const payload = sealPayload(value, kind, this.#digest, this.#key);
    const prefix = prefixOf(kind, payload.length);
    this.#digest = nextDigest(this.#digest, prefix, payload);
    const frame = Buffer.concat([prefix, payload, this.#digest]);
    this.#put(frame);
    return frame.length;
  }

  #put(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#handle, bytes, at);
    this.#bytes += bytes.length;
  }

  #close(): void {
    this.#isOpen = false;
    closeSync(this.#handle);
  }
}
