import type { Ring } from './ring.ts';

/** A wrapped key. */
export interface Wrapped {
  /** Under which root; 0 for keys from before there were roots. */
  readonly root: number;
  readonly bytes: Uint8Array;
}

/** What is kept of a scope; null: its key was destroyed. */
export type Kept = Wrapped | null;

/**
 * The scope that earlier versions looked at to know their secret. It stays, with nothing in it, so
 * that they refuse what they would not understand.
 */
export const CHECK = 'check';

/** Where a vault keeps its lines. Every method may throw Unavailable. */
export interface KeyRecords {
  find(scope: string): Promise<Kept | undefined>;
  /**
   * Nothing happens when there is a line for the scope already. Durable when the promise resolves.
   */
  insert(scope: string, wrapped: Wrapped): Promise<void>;
  /** Puts another one, or nothing, in its place, if it is still the same. */
  replace(scope: string, before: Wrapped, after: Wrapped | undefined): Promise<void>;
  /** Durable when the promise resolves; a line that was destroyed never gets a key again. */
  destroy(scope: string): Promise<void>;
  lines(): AsyncIterable<{ readonly scope: string; readonly kept: Kept }>;
  isEmpty(): Promise<boolean>;
  ring(): Promise<RingRecord>;
  /** Whether it was still the one before. */
  replaceRing(before: RingRecord, ring: Ring): Promise<boolean>;
  /**
   * Overwrites what the files still hold of keys that are gone. Never waits for others. Whether
   * that is done.
   */
  tidy(): Promise<boolean>;
  /** Destroyed keys whose bytes, wrapped, may still be in a file. */
  readonly erasing: number;
  close(): Promise<void>;
}

export interface RingRecord {
  /** Another one with each change. */
  readonly revision: number;
  readonly ring: Ring;
}
