import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { KeyVaultUnavailable, type KeyVault } from '@hzm/services/core/ports/key-vault';
import { Binary, type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { isDuplicate, isPassing } from '../../mongodb/failure.ts';
import { CHECK, Wrapping } from '../wrapping.ts';

interface Line {
  /** Scope. */
  readonly _id: string;
  /** Null: the key was destroyed. */
  readonly wrapped: Binary | null;
}

/**
 * Keys in MongoDB, for many processes, each wrapped under a key derived from the installation's secret. They have a database of their own,
 * `<name>-keys`: what lies beside it can be thrown away, and they cannot.
 */
export class MongoKeyVault implements KeyVault {
  readonly #database: Db;
  readonly #keys: Collection<Line>;
  readonly #wrapping: Wrapping;
  readonly #known = new Map<string, KeyObject>();

  private constructor(address: string, secret: Buffer) {
    this.#database = openDatabase(address, '-keys');
    this.#keys = this.#database.collection('keys', { readConcern: { level: 'majority' } });
    this.#wrapping = new Wrapping(secret);
  }

  /** @throws KeyVaultUnavailable; WrongSecret when the database was made with another one */
  static async open(address: string, secret: Buffer): Promise<MongoKeyVault> {
    const vault = new MongoKeyVault(address, secret);
    try {
      await vault.#verify();
      return vault;
    } catch (error) {
      await vault.close();
      throw error;
    }
  }

  async obtain(scope: string): Promise<KeyObject | undefined> {
    const known = this.#known.get(scope);
    if (known) return known;
    await this.#make(scope, this.#wrapping.wrap(scope, randomBytes(32)));
    return this.find(scope);
  }

  async find(scope: string): Promise<KeyObject | undefined> {
    const known = this.#known.get(scope);
    if (known) return known;
    const line = await this.#run(() => this.#keys.findOne({ _id: scope }));
    if (!line?.wrapped) return undefined;
    const key = createSecretKey(this.#wrapping.unwrap(scope, line.wrapped.value()));
    this.#known.set(scope, key);
    return key;
  }

  isDestroyed(scope: string): Promise<boolean> {
    return this.#run(async () => (await this.#keys.findOne({ _id: scope, wrapped: null })) !== null);
  }

  async destroy(scope: string): Promise<void> {
    this.#known.delete(scope);
    await this.#upsert(scope, { $set: { wrapped: null } });
  }

  async *entries(): AsyncIterable<{ readonly scope: string; readonly key: KeyObject | null }> {
    for await (const { _id: scope, wrapped } of this.#keys.find({ _id: { $ne: CHECK } }, { sort: { _id: 1 } })) yield { scope, key: wrapped && createSecretKey(this.#wrapping.unwrap(scope, wrapped.value())) };
  }

  async adopt(scope: string, key: KeyObject | null): Promise<void> {
    await (key === null ? this.destroy(scope) : this.#make(scope, this.#wrapping.wrap(scope, key.export())));
  }

  isEmpty(): Promise<boolean> {
    return this.#run(async () => (await this.#keys.findOne({ _id: { $ne: CHECK } })) === null);
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }

  /** Whoever comes first makes the key; all others find it. */
  #make(scope: string, wrapped: Buffer): Promise<void> {
    return this.#upsert(scope, { $setOnInsert: { wrapped: new Binary(wrapped) } });
  }

  /** Two who insert at once: one of them finds the other's. */
  #upsert(scope: string, update: object): Promise<void> {
    const write = async (): Promise<void> => void (await this.#keys.updateOne({ _id: scope }, update, { upsert: true }));
    return this.#run(() => write().catch(error => (isDuplicate(error) ? write() : Promise.reject(error))));
  }

  async #verify(): Promise<void> {
    await this.#make(CHECK, this.#wrapping.wrappedCheck());
    const line = await this.#run(() => this.#keys.findOne({ _id: CHECK }));
    this.#wrapping.verify(line!.wrapped!.value());
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw isPassing(error) ? new KeyVaultUnavailable('the vault cannot be read or written now', { cause: error }) : error;
    }
  }
}
