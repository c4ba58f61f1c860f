/** One file of a store. `at`: when it was last written. */
export interface StoredFile {
  readonly partition: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly at: Date;
}

/** A file as it lay there when it was opened. */
export interface OpenFile {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `from` to `to` (exclusive). As often as wanted. */
  read(from: number, to: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Sealed files by name, in partitions that go as a whole. Names follow from what is in a file: two
 * of the same name hold the same. Partitions are UUIDs, names lower-case hexadecimal.
 * Every method may throw Unavailable.
 */
export interface FileStore {
  /**
   * Keeps what comes, as fast as it can be written, under the name that `nameOf` tells when all of
   * it has come. Nobody sees it before it is whole and durable, and nothing stays of it when it
   * breaks off.
   * A file of that name that is there already counts as written now, and is kept once.
   */
  write(partition: string, chunks: AsyncIterable<Uint8Array>, nameOf: () => string): Promise<void>;
  /** Undefined: there is none of this name. */
  open(partition: string, name: string): Promise<OpenFile | undefined>;
  /** Every file that is whole, partition by partition. */
  entries(): AsyncIterable<StoredFile>;
  /**
   * Removes a file unless it was written at `before` or later (default: whenever). Harmless where
   * it is not there.
   */
  remove(partition: string, name: string, before?: Date): Promise<void>;
  /** Removes every file of a partition. */
  removeAll(partition: string): Promise<void>;
  /** Removes what was begun before that time and never came to its end. */
  tidy(before: Date): Promise<void>;
  close(): Promise<void>;
}
