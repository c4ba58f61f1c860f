import type { Actor } from '@hzm/contracts/core/actor';
import { isOfPartition } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import { accountDocs, type AccountDoc } from '@hzm/projections/features/accounts/accounts';
import { keyNameDocs, type KeyNameDoc } from '@hzm/projections/features/keys/keys';
import { actorOf, isNobody } from '@hzm/services/domain/access/actors';
import type { Engine } from '../core/engine.ts';
import type { BufferedEvent } from './replay-buffer.ts';

/** The collections with the names in messages. */
export const namingCollections: readonly Collection[] = [accountDocs, keyNameDocs];

const MAX_DOCUMENTS = 10_000;

/** Documents by id, cached until the log changes them. */
class DocumentCache<Doc extends { readonly id: string }> {
  readonly #engine: Engine;
  readonly #collection: Collection<Doc>;
  readonly #known = new Map<string, Doc | undefined>();
  /** Number of evictions; a document read before the last one is not cached. */
  #forgotten = 0;

  constructor(engine: Engine, of: Collection<Doc>) {
    this.#engine = engine;
    this.#collection = of;
  }

  async get(id: string): Promise<Doc | undefined> {
    if (this.#known.has(id)) return this.#known.get(id);
    const forgotten = this.#forgotten;
    const doc = await this.#engine.model.get(this.#collection, id);
    if (this.#known.size >= MAX_DOCUMENTS) this.#known.clear();
    if (forgotten === this.#forgotten) this.#known.set(id, doc);
    return doc;
  }

  learn({ changes }: Pick<BufferedEvent, 'changes'>): void {
    for (const change of changes) {
      if (change.collection !== this.#collection.name) continue;
      this.#forgotten++;
      if (change.op === 'drop-where') this.#known.clear();
      else if (!isOfPartition(change)) this.#known.delete(change.id);
    }
  }
}

/** The accounts and key names in messages. */
export class AccountCache {
  readonly #accounts: DocumentCache<AccountDoc>;
  readonly #keys: DocumentCache<KeyNameDoc>;

  constructor(engine: Engine) {
    this.#accounts = new DocumentCache(engine, accountDocs);
    this.#keys = new DocumentCache(engine, keyNameDocs);
  }

  get(id: string): Promise<AccountDoc | undefined> {
    return this.#accounts.get(id);
  }

  /** Returns the actor of an event as watchers see it. */
  async actor(id: string): Promise<Actor> {
    if (isNobody(id)) return actorOf(id, undefined, undefined);
    const account = await this.#accounts.get(id);
    return actorOf(id, account, account ? undefined : await this.#keys.get(id));
  }

  learn(entry: Pick<BufferedEvent, 'changes'>): void {
    this.#accounts.learn(entry);
    this.#keys.learn(entry);
  }
}
