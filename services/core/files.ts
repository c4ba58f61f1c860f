import { createHash, createHmac } from 'node:crypto';
import { Problem } from '@hzm/contracts/core/problem';
import { keyFor } from './draw.ts';
import { Gate, type GateLimits } from './gate.ts';
import type { FileStore, OpenFile } from './ports/file-store.ts';
import type { KeyVault } from './ports/key-vault.ts';
import { Reservations } from './reservations.ts';
import { HEADER_BYTES, keyIn, openSealed, plainSize, sealFile, SealBroken } from './sealed-file.ts';

/** A file as it was kept. */
export interface KeptFile {
  /**
   * Follows from what is in it and from the project; without the project's key it tells nothing of
   * either.
   */
  readonly address: string;
  /** In bytes. */
  readonly size: number;
}

/** A file that is read. */
export interface ReadableFile {
  readonly size: number;
  /** The bytes from `from` to `to` (exclusive). */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** A file that is being uploaded. `size`: in bytes, at most. */
export interface ExpectedFile {
  readonly projectId: string;
  readonly uploaderId: string;
  readonly size: number;
}

/** Begun so long ago, in milliseconds, a file that has not come to its end never will. */
const BROKEN_OFF_MS = 24 * 60 * 60 * 1000;

const projectScope = (projectId: string): string => `project:${projectId}`;

/** Uploads that are on their way: a slow client holds one for minutes, and little memory. */
const UPLOADS: GateLimits = {
  together: 64,
  each: 3,
  waiting: 128,
  waitingEach: 16,
  timeoutMs: 30_000,
};
/** Pictures that are looked at: each is in memory as a whole. */
const PICTURES: GateLimits = {
  together: 1,
  each: 1,
  waiting: 64,
  waitingEach: 3,
  timeoutMs: 120_000,
};

/**
 * Files of projects: sealed under the project's key, so that they go with it, and kept once in each
 * project, however often they come.
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
   * Keeps what comes; it is durable when the promise resolves, and nothing stays of it when it
   * breaks off. @throws Problem NOT_FOUND where the project is deleted; Unavailable; what `chunks`
   * throws
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
   * Undefined: it is not here, or its project is deleted. @throws SealBroken when it is damaged;
   * Unavailable
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

  /** Removes every file of a project. */
  removeAll(projectId: string): Promise<void> {
    return this.#store.removeAll(projectId);
  }

  /**
   * Removes the files of deleted projects, files written before `before` that nobody needs, and
   * what never came to its end. @param neededIn the addresses that are needed in a project
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
