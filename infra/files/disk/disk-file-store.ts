import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createWriteStream,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore, OpenFile, StoredFile } from '@hzm/services/core/ports/file-store';

const OWN_ONLY = 0o700;
const OWN_FILE = 0o600;
/** Directory of files being written; no partition has this name. */
const INCOMING = 'incoming';
const READ_BYTES = 65_536;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Resolves to `instead` if the file does not exist. */
const unlessMissing = <T, U>(work: Promise<T>, instead: U): Promise<T | U> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return instead;
    throw error;
  });

/** Syncs a directory, which makes the names in it durable. */
function flushDirectory(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Files in the data directory, one subdirectory for each partition, for one process at a time. */
export class DiskFileStore implements FileStore {
  readonly #directory: string;

  /** @param directory created with the first file */
  constructor(directory: string) {
    this.#directory = directory;
  }

  async write(
    partition: string,
    chunks: AsyncIterable<Uint8Array>,
    nameOf: () => string,
  ): Promise<void> {
    const [incoming, target] = [join(this.#directory, INCOMING), join(this.#directory, partition)];
    mkdirSync(incoming, { recursive: true, mode: OWN_ONLY });
    const file = join(incoming, randomUUID());
    try {
      await pipeline(chunks, createWriteStream(file, { flags: 'wx', mode: OWN_FILE, flush: true }));
      if (mkdirSync(target, { recursive: true, mode: OWN_ONLY }) !== undefined)
        flushDirectory(this.#directory);
      // Synchronous with the check in `remove`, so a file written just now is not removed as an old
      // one.
      renameSync(file, join(target, nameOf()));
      flushDirectory(target);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  async open(partition: string, name: string): Promise<OpenFile | undefined> {
    const handle = await unlessMissing(
      open(join(this.#directory, partition, name), 'r'),
      undefined,
    );
    if (!handle) return undefined;
    const { size } = await handle.stat();
    return {
      size,
      async *read(from, to) {
        for (let at = from; at < to;) {
          const { bytesRead, buffer } = await handle.read(
            Buffer.allocUnsafe(Math.min(READ_BYTES, to - at)),
            0,
            Math.min(READ_BYTES, to - at),
            at,
          );
          if (bytesRead === 0) return;
          yield buffer.subarray(0, bytesRead);
          at += bytesRead;
        }
      },
      close: () => handle.close(),
    };
  }

  async *entries(): AsyncGenerator<StoredFile> {
    for (const partition of await unlessMissing(readdir(this.#directory), [])) {
      if (partition === INCOMING) continue;
      for (const name of await unlessMissing(readdir(join(this.#directory, partition)), [])) {
        const found = await unlessMissing(stat(join(this.#directory, partition, name)), undefined);
        if (found) yield { partition, name, size: found.size, at: found.mtime };
      }
    }
  }

  async remove(partition: string, name: string, before?: Date): Promise<void> {
    const file = join(this.#directory, partition, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found && (before === undefined || found.mtime < before)) rmSync(file, { force: true });
  }

  async removeAll(partition: string): Promise<void> {
    await rm(join(this.#directory, partition), { recursive: true, force: true });
  }

  async tidy(before: Date): Promise<void> {
    const incoming = join(this.#directory, INCOMING);
    for (const name of await unlessMissing(readdir(incoming), [])) {
      const found = await unlessMissing(stat(join(incoming, name)), undefined);
      if (found && found.mtime < before) await rm(join(incoming, name), { force: true });
    }
  }

  async close(): Promise<void> {}
}
