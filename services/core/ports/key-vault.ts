import type { KeyObject } from 'node:crypto';

/** The vault cannot serve now. Worth trying again later. */
export class KeyVaultUnavailable extends Error {
  override readonly name = 'KeyVaultUnavailable';
}

/**
 * One AES-256 key per person or project, kept outside the log. Destroying a key makes everything sealed under it unreadable, for ever.
 * A scope is `project:<id>` or `account:<id>`. Every method may throw KeyVaultUnavailable.
 */
export interface KeyVault {
  /** The key, made and durably kept when the scope has none yet; undefined when it was destroyed. */
  obtain(scope: string): Promise<KeyObject | undefined>;
  /** The key if there is one. */
  find(scope: string): Promise<KeyObject | undefined>;
  /** Whether the scope had a key, or could have had one, and never gets one again. */
  isDestroyed(scope: string): Promise<boolean>;
  /** Durable when the promise resolves. Repeating it is harmless; a destroyed scope never gets a key again. */
  destroy(scope: string): Promise<void>;
  /** Every scope that ever had a key; null where it was destroyed. */
  entries(): AsyncIterable<{ readonly scope: string; readonly key: KeyObject | null }>;
  /** Takes over a key from another vault, or that it was destroyed. What is here already stays, but a destroyed key is destroyed here, too. */
  adopt(scope: string, key: KeyObject | null): Promise<void>;
  /** Whether no scope ever had a key. */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
}
