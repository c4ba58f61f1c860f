/** A stored file. `at` is the time of its last write. */
export interface StoredFile {
  readonly partition: string;
  readonly name: string;
  readonly size: number;
  readonly at: Date;
}

/** A consistent view of a file as of its opening. */
export interface OpenFile {
  readonly size: number;
  /** Reads bytes from `from` to before `to`; repeatable. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Sealed files by name, in partitions that are removed whole. Equal names mean equal content.
 * Partitions are UUIDs, names lower-case hexadecimal. Every method may throw Unavailable.
 */
export interface FileStore {
  /**
   * Writes chunks with back-pressure, under the name from `nameOf` at their end. Atomic and
   * durable; nothing remains of an interrupted write. An existing file of that name counts as
   * written now and is stored once.
   */
  write(partition: string, chunks: AsyncIterable<Uint8Array>, nameOf: () => string): Promise<void>;
  /** Opens a file; undefined if it does not exist. */
  open(partition: string, name: string): Promise<OpenFile | undefined>;
  /** Lists every complete file, by partition. */
  entries(): AsyncIterable<StoredFile>;
  /** Removes a file unless it was written at `before` or later (default: always). Idempotent. */
  remove(partition: string, name: string, before?: Date): Promise<void>;
  removeAll(partition: string): Promise<void>;
  /** Removes incomplete files that were started before that time. */
  tidy(before: Date): Promise<void>;
  close(): Promise<void>;
}
