import { isOfPartition } from '@hzm/contracts/core/change';
import { LRUCache } from 'lru-cache';
import { MIB, weigh } from '../ports/byte-budget.ts';
import type {
  Change,
  Checkpoint,
  Collection,
  CollectionSpec,
  Doc,
  Find,
  Found,
  LastEvent,
  ProjectionWrite,
  ReadModel,
} from '../ports/read-model.ts';

/** Maximum documents cached per collection, and their bytes, because some documents are large. */
const MAX_DOCUMENTS = 10_000;
export const MAX_KEPT_BYTES = 64 * MIB;
/**
 * Milliseconds after which a cached document is read again. Bounds how long revoked access survives
 * in a process that reaches the documents but not the log, and so hears of no change.
 */
export const KEPT_MS = 60_000;

/**
 * A read model that caches documents of some collections. All writes go through `apply`, so the
 * cache is never older than the store; a document that changes during a read is not cached.
 */
export class CachedReadModel implements ReadModel {
  readonly #model: ReadModel;
  readonly #kept: ReadonlyMap<string, LRUCache<string, Doc>>;
  #generation = 0;

  /** @param collections unpartitioned ones, whose documents nearly every request reads */
  constructor(
    model: ReadModel,
    collections: readonly Collection[],
    clock: Pick<Performance, 'now'> = performance,
  ) {
    this.#model = model;
    const bounds = {
      max: MAX_DOCUMENTS,
      maxSize: MAX_KEPT_BYTES,
      sizeCalculation: weigh,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: clock,
    };
    this.#kept = new Map(collections.map(({ name }) => [name, new LRUCache<string, Doc>(bounds)]));
  }

  async get<D extends Doc>(
    collection: Collection<D>,
    id: string,
    partition?: string,
  ): Promise<D | undefined> {
    const kept = this.#kept.get(collection.name);
    const known = kept?.get(id);
    if (known) return known as D;
    const generation = this.#generation;
    const doc = await this.#model.get(collection, id, partition);
    if (doc && generation === this.#generation) kept?.set(id, doc);
    return doc;
  }

  async apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    try {
      await this.#model.apply(writes, last);
    } finally {
      // Also on failure, because a part may have been written.
      this.#forget(writes.flatMap(({ batch }) => batch.flatMap(({ changes }) => changes)));
    }
  }

  async reset(projection: string): Promise<void> {
    await this.#model.reset(projection);
    this.forget();
  }

  async retain(collections: readonly string[]): Promise<void> {
    await this.#model.retain(collections);
    this.forget();
  }

  /** Empties the cache. */
  forget(): void {
    this.#generation++;
    for (const kept of this.#kept.values()) kept.clear();
  }

  find<D extends Doc>(query: Find<D>): Promise<Found<D>> {
    return this.#model.find(query);
  }

  define(specs: readonly CollectionSpec[]): Promise<void> {
    return this.#model.define(specs);
  }

  checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    return this.#model.checkpoints(projections);
  }

  logIdentity(): Promise<string | undefined> {
    return this.#model.logIdentity();
  }

  lastEvent(): Promise<LastEvent | undefined> {
    return this.#model.lastEvent();
  }

  bindLog(identity: string): Promise<void> {
    return this.#model.bindLog(identity);
  }

  close(): Promise<void> {
    return this.#model.close();
  }

  #forget(changes: readonly Change[]): void {
    for (const change of changes) {
      const kept = this.#kept.get(change.collection);
      if (!kept) continue;
      this.#generation++;
      if (change.op === 'drop-where') kept.clear();
      else if (!isOfPartition(change)) kept.delete(change.id);
    }
  }
}
