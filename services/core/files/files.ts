import { createHash, createHmac } from 'node:crypto';
import { Problem } from '@hzm/contracts/core/problem';
import {
  HEADER_BYTES,
  keyIn,
  openSealed,
  plainSize,
  sealFile,
  SealBroken,
} from '../backups/sealed-file.ts';
import { Gate, type GateLimits } from '../limits/gate.ts';
import type { FileStore, OpenFile } from '../ports/file-store.ts';
import type { KeyVault } from '../ports/key-vault.ts';
import { keyFor } from './draw.ts';
import { Reservations } from './reservations.ts';

/** A stored file. */
export interface KeptFile {
  /** Derived from content and project; reveals neither without the project's key. */
  readonly address: string;
  readonly size: number;
}

/** A file open for reading. */
export interface ReadableFile {
  readonly size: number;
  /** Reads bytes from `from` to before `to`. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** An upload in progress. `size` is its maximum in bytes. */
export interface ExpectedFile {
  readonly projectId: string;
  readonly uploaderId: string;
  readonly size: number;
}

/** Age in milliseconds after which an unfinished file counts as abandoned. */
const BROKEN_OFF_MS = 24 * 60 * 60 * 1000;

const projectScope = (projectId: string): string => `project:${projectId}`;

/** Concurrent uploads: a slow client holds a place for minutes, but little memory. */
const UPLOADS: GateLimits = {
  together: 64,
  each: 3,
  waiting: 128,
  waitingEach: 16,
  timeoutMs: 30_000,
};
/** Concurrent image inspections: each image is in memory as a whole. */
const PICTURES: GateLimits = {
  together: 1,
  each: 1,
  waiting: 64,
  waitingEach: 3,
  timeoutMs: 120_000,
};

/**
 * Files of projects, sealed under the project's key and erased with it. Equal files of a project
 * are stored once.
 */
export class Files {
  readonly uploads = new Gate(UPLOADS);
  readonly pictures = new Gate(PICTURES);
  readonly expected = new Reservations<ExpectedFile>();
  readonly #vault: Pick<KeyVault, 'obtain' | 'find' | 'isDestroyed'>;
  readonly #store: FileStore;

  constructor(vault: Pick<KeyVault, 'obtain' | 'find' | 'isDestroyed'>, store: FileStore) {
    this.#vault = vault;
    this.#store = store;
  }

  /**
   * Stores a file; it is durable when the promise resolves, and nothing remains if it is
   * interrupted.
   * @throws Problem NOT_FOUND if the project is deleted; Unavailable; errors of `chunks`
   */
  async keep(projectId: string, chunks: AsyncIterable<Uint8Array>): Promise<KeptFile> {
    const key = await this.#vault.obtain(projectScope(projectId));
    if (!key) throw new Problem('NOT_FOUND');
    const digest = createHash('sha256');
    let size = 0;
    async function* counted() {
      for await (const chunk of chunks) {
        size += chunk.length;
        digest.update(chunk);
        yield chunk;
      }
    }
    let address = '';
    const name = (): string =>
      (address = createHmac('sha256', keyFor(key, 'file names'))
        .update(digest.digest())
        .digest('hex'));
    await this.#store.write(projectId, sealFile(keyFor(key, 'files'), counted()), name);
    return { address, size };
  }

  /**
   * Opens a file; undefined if it is missing or its project is deleted.
   * @throws SealBroken if it is damaged; Unavailable
   */
  async open(projectId: string, address: string): Promise<ReadableFile | undefined> {
    const key = await this.#vault.find(projectScope(projectId));
    const file = key && (await this.#store.open(projectId, address));
    if (!file) return undefined;
    try {
      const own = keyIn(await headerOf(file), keyFor(key, 'files'));
      const size = plainSize(file.size);
      return {
        size,
        read: (from, to) => openSealed(own, size, from, to, (begin, end) => file.read(begin, end)),
        close: () => file.close(),
      };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  removeAll(projectId: string): Promise<void> {
    return this.#store.removeAll(projectId);
  }

  /**
   * Removes files of deleted projects, unneeded files older than `before`, and abandoned ones.
   * @param neededIn returns the needed addresses of a project
   */
  async collect(
    before: Date,
    neededIn: (projectId: string) => Promise<ReadonlySet<string>>,
  ): Promise<void> {
    let of:
      | { readonly projectId: string; readonly needed: ReadonlySet<string> | undefined }
      | undefined;
    for await (const { partition: projectId, name, at } of this.#store.entries()) {
      if (of?.projectId !== projectId) {
        const isDeleted = await this.#vault.isDestroyed(projectScope(projectId));
        if (isDeleted) await this.removeAll(projectId);
        of = { projectId, needed: isDeleted ? undefined : await neededIn(projectId) };
      }
      if (of.needed && at < before && !of.needed.has(name))
        await this.#store.remove(projectId, name, before);
    }
    await this.#store.tidy(new Date(before.getTime() - BROKEN_OFF_MS));
  }
}

async function headerOf(file: OpenFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(0, HEADER_BYTES)) chunks.push(chunk);
  const header = Buffer.concat(chunks);
  if (header.length !== HEADER_BYTES) throw new SealBroken('a file is cut off');
  return header;
}
