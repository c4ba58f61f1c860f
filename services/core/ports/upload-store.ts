/** A file as it was kept: its size in bytes, and its SHA-256 in base64url. */
export interface Upload {
  readonly size: number;
  readonly digest: string;
}

/**
 * Files that somebody sent, encrypted, on the disk of this machine until they are done with. Ids
 * are UUIDs.
 */
export interface UploadStore {
  /**
   * Keeps what comes, as fast as it can be written; nothing stays of it when it cannot be read or
   * written to its end. It is this process's until then. @param key 32 bytes, for this file alone
   * @throws Error where there is one of this id
   */
  write(id: string, key: Uint8Array, chunks: AsyncIterable<Uint8Array>): Promise<Upload>;
  /** The bytes from `from` to `to` (exclusive; default: all). @throws Error when it is not there */
  read(id: string, key: Uint8Array, from?: number, to?: number): AsyncIterable<Uint8Array>;
  /**
   * Takes a file for this process until `release`, or until the process ends; undefined: it is not
   * here, or another process has it.
   */
  claim(id: string): { release(): void } | undefined;
  /** Everything that is kept here. */
  ids(): Promise<readonly string[]>;
  /** Harmless where it is not there. */
  remove(id: string): Promise<void>;
}
