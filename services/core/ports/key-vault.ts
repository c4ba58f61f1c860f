import type { KeyObject } from 'node:crypto';

/**
 * One AES-256 key per person or project, and for what is the installation's own, kept outside the
 * log. Destroying a key makes everything sealed under it unreadable, for ever.
 * A scope is `project:<id>`, `account:<id>` or `installation:<what>`. Every method may throw
 * Unavailable.
 */
export interface KeyVault {
  /**
   * The key, made and durably kept when the scope has none yet; undefined when it was destroyed.
   */
  obtain(scope: string): Promise<KeyObject | undefined>;
  /** The key if there is one. */
  find(scope: string): Promise<KeyObject | undefined>;
  /** Whether the scope had a key, or could have had one, and never gets one again. */
  isDestroyed(scope: string): Promise<boolean>;
  /**
   * Durable when the promise resolves: nothing opens what was sealed under it any more. Its bytes
   * go from all files by `upkeep`. Repeating it is harmless; a destroyed scope never gets a key
   * again.
   */
  destroy(scope: string): Promise<void>;
  /** Every scope that ever had a key; null where it was destroyed. */
  entries(): AsyncIterable<{ readonly scope: string; readonly key: KeyObject | null }>;
  /** Every scope whose key is destroyed. */
  destroyed(): AsyncIterable<string>;
  /**
   * Takes over a key from another vault, or that it was destroyed. What is here already stays, but
   * a destroyed key is destroyed here, too.
   */
  adopt(scope: string, key: KeyObject | null): Promise<void>;
  /** Whether no scope ever had a key. */
  isEmpty(): Promise<boolean>;
  /**
   * Destroyed keys whose wrapped bytes may still be in a file, because another program reads it (a
   * backup, for instance).
   */
  readonly erasing: number;
  /** Makes e-mail addresses into stream names. The same for ever. */
  readonly pepper: KeyObject;
  /**
   * Takes over the pepper of another vault, of which this one gets everything. @throws Error when
   * this one has keys and another pepper
   */
  adoptPepper(key: KeyObject): Promise<void>;
  /**
   * The keys that sign sessions, the newest first. Any other signature is invalid: the secret was
   * changed since.
   */
  readonly signingKeys: readonly Uint8Array[];
  /**
   * Finishes interrupted work and notices a change of the secret. Called periodically; never
   * blocks.
   */
  upkeep(): Promise<void>;
  close(): Promise<void>;
}
