/** A stored upload: its size in bytes, and its SHA-256 in base64url. */
export interface Upload {
  readonly size: number;
  readonly digest: string;
}

/** Encrypted uploads on the disk of this machine until they are processed. Ids are UUIDs. */
export interface UploadStore {
  /**
   * Writes chunks with back-pressure; nothing remains of an interrupted write. The file is claimed
   * by this process until then.
   * @param key 32 bytes, for this file alone
   * @throws Error if the id exists
   */
  write(id: string, key: Uint8Array, chunks: AsyncIterable<Uint8Array>): Promise<Upload>;
  /**
   * Reads bytes from `from` to before `to` (default: all).
   * @throws Error if the file does not exist
   */
  read(id: string, key: Uint8Array, from?: number, to?: number): AsyncIterable<Uint8Array>;
  /**
   * Claims a file for this process until `release` or its end; undefined if it does not exist or
   * another process claimed it.
   */
  claim(id: string): { release(): void } | undefined;
  /** Lists all stored uploads. */
  ids(): Promise<readonly string[]>;
  /** Removes a file; idempotent. */
  remove(id: string): Promise<void>;
}
