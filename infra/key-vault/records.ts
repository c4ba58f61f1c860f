import type { Ring } from './ring.ts';

export interface Wrapped {
  /** The root key that wraps it; 0 for keys older than roots. */
  readonly root: number;
  readonly bytes: Uint8Array;
}

/** The stored key of a scope; null if it was destroyed. */
export type Kept = Wrapped | null;

/**
 * The scope by which earlier versions verified their secret. It stays, empty, so that they refuse a
 * vault that they would not understand.
 */
export const CHECK = 'check';

/** Storage of a vault's records. Every method may throw Unavailable. */
export interface KeyRecords {
  find(scope: string): Promise<Kept | undefined>;
  /** Inserts unless the scope has a record already. Durable when the promise resolves. */
  insert(scope: string, wrapped: Wrapped): Promise<void>;
  /** Replaces or removes a record if it is unchanged. */
  replace(scope: string, before: Wrapped, after: Wrapped | undefined): Promise<void>;
  /** Durable when the promise resolves; a destroyed scope never gets a key again. */
  destroy(scope: string): Promise<void>;
  lines(): AsyncIterable<{ readonly scope: string; readonly kept: Kept }>;
  isEmpty(): Promise<boolean>;
  ring(): Promise<RingRecord>;
  /** Compare-and-set. @returns whether the ring was unchanged and is now replaced */
  replaceRing(before: RingRecord, ring: Ring): Promise<boolean>;
  /**
   * Overwrites the remains of destroyed keys in the files, without waiting for other users of them.
   * @returns whether nothing is left
   */
  tidy(): Promise<boolean>;
  /** Number of destroyed keys whose wrapped bytes may still be in a file. */
  readonly erasing: number;
  close(): Promise<void>;
}

export interface RingRecord {
  /** Changes with each replacement. */
  readonly revision: number;
  readonly ring: Ring;
}
