import type { KeyObject } from 'node:crypto';

/**
 * One AES-256 key per scope: `project:<id>`, `account:<id>` or `installation:<what>`, kept outside
 * the log. Destroying a key makes all data sealed under it unreadable. Every method may throw
 * Unavailable.
 */
export interface KeyVault {
  /** Returns the key, creating and durably storing it for a new scope; undefined if destroyed. */
  obtain(scope: string): Promise<KeyObject | undefined>;
  /** Returns the existing key. */
  find(scope: string): Promise<KeyObject | undefined>;
  /** Whether the scope can never have a key again. */
  isDestroyed(scope: string): Promise<boolean>;
  /**
   * Destroys a key durably and permanently, even one that never existed. `upkeep` then erases its
   * bytes from all files. Idempotent.
   */
  destroy(scope: string): Promise<void>;
  /** Lists every scope that ever had a key; null marks a destroyed one. */
  entries(): AsyncIterable<{ readonly scope: string; readonly key: KeyObject | null }>;
  /** Lists every scope with a destroyed key. */
  destroyed(): AsyncIterable<string>;
  /**
   * Imports a key, or its destruction, from another vault. Existing keys win, except that a
   * destruction destroys them, too.
   */
  adopt(scope: string, key: KeyObject | null): Promise<void>;
  /** Whether no scope ever had a key. */
  isEmpty(): Promise<boolean>;
  /**
   * Destroyed keys whose wrapped bytes may remain in a file that another program, such as a backup,
   * is reading.
   */
  readonly erasing: number;
  /** The permanent key that turns e-mail addresses into stream names. */
  readonly pepper: KeyObject;
  /**
   * Imports the pepper of another vault, before its keys.
   * @throws Error if this vault has keys and another pepper
   */
  adoptPepper(key: KeyObject): Promise<void>;
  /**
   * The keys that sign sessions, newest first. Other signatures are invalid: the secret was changed
   * since.
   */
  readonly signingKeys: readonly Uint8Array[];
  /**
   * Finishes interrupted work and notices a change of the secret. Called periodically; never
   * blocks.
   */
  upkeep(): Promise<void>;
  close(): Promise<void>;
}
