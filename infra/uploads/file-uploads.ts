import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Upload, UploadStore } from '@hzm/services/core/ports/upload-store';
import { lockDirectory } from '../sqlite/directory-lock.ts';

const OWN_ONLY = 0o700;
const OWN_FILE = 0o600;
const ALGORITHM = 'aes-256-ctr';
const BLOCK_BYTES = 16;

/**
 * Returns the AES counter at a byte, so that a file can be read from any position. Each file has
 * its own key, so every counter starts at 0.
 */
function counterAt(byte: number): Buffer {
  const counter = Buffer.alloc(BLOCK_BYTES);
  counter.writeBigUInt64BE(BigInt(Math.floor(byte / BLOCK_BYTES)), BLOCK_BYTES - 8);
  return counter;
}

/** Uploads in one directory each, claimed by the process that works on it. */
export class FileUploads implements UploadStore {
  readonly #directory: string;

  /** @param directory created with the first file */
  constructor(directory: string) {
    this.#directory = directory;
  }

  async write(id: string, key: Uint8Array, chunks: AsyncIterable<Uint8Array>): Promise<Upload> {
    const digest = createHash('sha256');
    let size = 0;
    async function* counted() {
      for await (const chunk of chunks) {
        size += chunk.length;
        digest.update(chunk);
        yield chunk;
      }
    }
    mkdirSync(this.#directory, { recursive: true, mode: OWN_ONLY });
    mkdirSync(this.#of(id), { mode: OWN_ONLY });
    const held = lockDirectory(this.#of(id));
    try {
      await pipeline(
        counted(),
        createCipheriv(ALGORITHM, key, counterAt(0)),
        createWriteStream(this.#file(id), { mode: OWN_FILE, flush: true }),
      );
    } catch (error) {
      await this.remove(id);
      throw error;
    } finally {
      held.release();
    }
    return { size, digest: digest.digest('base64url') };
  }

  async *read(id: string, key: Uint8Array, from = 0, to = Infinity): AsyncGenerator<Uint8Array> {
    if (to <= from) return;
    const begin = from - (from % BLOCK_BYTES);
    const decipher = createDecipheriv(ALGORITHM, key, counterAt(from));
    let toSkip = from - begin;
    for await (const chunk of createReadStream(this.#file(id), {
      start: begin,
      ...(to !== Infinity && { end: to - 1 }),
    })) {
      const plain = decipher.update(chunk as Buffer);
      yield plain.subarray(toSkip);
      toSkip = 0;
    }
  }

  claim(id: string): { release(): void } | undefined {
    if (!existsSync(this.#file(id))) return undefined;
    try {
      return lockDirectory(this.#of(id));
    } catch {
      return undefined;
    }
  }

  async ids(): Promise<readonly string[]> {
    return existsSync(this.#directory) ? readdir(this.#directory) : [];
  }

  async remove(id: string): Promise<void> {
    await rm(this.#of(id), { recursive: true, force: true });
  }

  #of(id: string): string {
    return join(this.#directory, id);
  }

  #file(id: string): string {
    return join(this.#of(id), 'file');
  }
}
