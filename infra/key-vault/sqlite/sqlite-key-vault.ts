import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { KeyVaultUnavailable, type KeyVault } from '@hzm/services/core/ports/key-vault';
import { openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { isPassing } from '../../sqlite/failure.ts';
import { CHECK, Wrapping } from '../wrapping.ts';

/** Keys in one SQLite file, each wrapped under a key derived from the installation's secret. */
export class SqliteKeyVault implements KeyVault {
  readonly #database: DatabaseSync;
  readonly #wrapping: Wrapping;
  readonly #known = new Map<string, KeyObject>();

  /** @throws WrongSecret when the file was made with another one */
  constructor(file: string, secret: Buffer) {
    this.#wrapping = new Wrapping(secret);
    this.#database = openDatabase(file, { durability: 'full' });
    this.#database.exec('PRAGMA secure_delete = ON; CREATE TABLE IF NOT EXISTS keys (scope TEXT PRIMARY KEY, wrapped BLOB) STRICT, WITHOUT ROWID;');
    this.#verify();
  }

  async obtain(scope: string): Promise<KeyObject | undefined> {
    const known = this.#known.get(scope);
    if (known) return known;
    // Whoever comes first makes the key; all others find it.
    this.#run(() => this.#database.prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING').run(scope, this.#wrapping.wrap(scope, randomBytes(32))));
    return this.find(scope);
  }

  async find(scope: string): Promise<KeyObject | undefined> {
    const known = this.#known.get(scope);
    if (known) return known;
    const line = this.#run(() => this.#database.prepare('SELECT wrapped FROM keys WHERE scope = ?').get(scope)) as { wrapped: Uint8Array | null } | undefined;
    if (!line?.wrapped) return undefined;
    const key = createSecretKey(this.#wrapping.unwrap(scope, line.wrapped));
    this.#known.set(scope, key);
    return key;
  }

  async isDestroyed(scope: string): Promise<boolean> {
    return this.#run(() => this.#database.prepare('SELECT 1 FROM keys WHERE scope = ? AND wrapped IS NULL').get(scope)) !== undefined;
  }

  async destroy(scope: string): Promise<void> {
    this.#known.delete(scope);
    this.#run(() => {
      this.#database.prepare('INSERT INTO keys VALUES (?, NULL) ON CONFLICT DO UPDATE SET wrapped = NULL').run(scope);
      // What the write-ahead log still holds of the key goes, too.
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  }

  async *entries(): AsyncIterable<{ readonly scope: string; readonly key: KeyObject | null }> {
    const lines = this.#run(() => this.#database.prepare('SELECT scope, wrapped FROM keys WHERE scope <> ? ORDER BY scope').all(CHECK)) as unknown as { scope: string; wrapped: Uint8Array | null }[];
    for (const { scope, wrapped } of lines) yield { scope, key: wrapped && createSecretKey(this.#wrapping.unwrap(scope, wrapped)) };
  }

  async adopt(scope: string, key: KeyObject | null): Promise<void> {
    if (key === null) return this.destroy(scope);
    this.#run(() => this.#database.prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING').run(scope, this.#wrapping.wrap(scope, key.export())));
  }

  async isEmpty(): Promise<boolean> {
    return this.#run(() => this.#database.prepare('SELECT 1 FROM keys WHERE scope <> ? LIMIT 1').get(CHECK)) === undefined;
  }

  async close(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }

  #run<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw isPassing(error) ? new KeyVaultUnavailable('the vault cannot be read or written now', { cause: error }) : error;
    }
  }

  #verify(): void {
    this.#database.prepare('INSERT INTO keys VALUES (?, ?) ON CONFLICT DO NOTHING').run(CHECK, this.#wrapping.wrappedCheck());
    try {
      this.#wrapping.verify((this.#database.prepare('SELECT wrapped FROM keys WHERE scope = ?').get(CHECK) as { wrapped: Uint8Array }).wrapped);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }
}
