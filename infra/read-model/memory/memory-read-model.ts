import { laterOf, START } from '@hzm/contracts/core/position';
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
} from '@hzm/services/core/ports/read-model';
import { forEachInSlices } from '@hzm/services/core/ports/slices';
import { applyBatch, reformSlot } from '../batch.ts';
import { expiryOf } from '../expiry.ts';
import { findAmong } from './memory-find.ts';
import { MemoryStagedPartition } from './memory-staged-partition.ts';

interface Kept {
  spec: CollectionSpec;
  readonly partitions: Map<string, MemoryStagedPartition>;
}

/**
 * A read model in memory, for tests and for reads of the past, which build their documents on
 * demand.
 */
export class MemoryReadModel implements ReadModel {
  readonly #collections = new Map<string, Kept>();
  readonly #checkpoints = new Map<string, Checkpoint>();
  #logIdentity: string | undefined;
  #last: LastEvent | undefined;

  async define(specs: readonly CollectionSpec[]): Promise<void> {
    for (const spec of specs) {
      const known = this.#collections.get(spec.name);
      if (known) known.spec = spec;
      else this.#collections.set(spec.name, { spec, partitions: new Map() });
    }
  }

  async apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    for (const { projection, version, batch, checkpoint } of writes) {
      applyBatch(batch, change => this.#partitionOf(change));
      await this.#reform(batch);
      for (const { spec, partitions } of this.#collections.values()) {
        const isExpired = spec.projection === projection ? expiryOf(spec, batch) : undefined;
        if (isExpired) partitions.get('')?.forget(isExpired);
      }
      const before = this.#checkpoints.get(projection);
      const position =
        before?.version === version ? laterOf(before.position, checkpoint) : checkpoint;
      this.#checkpoints.set(projection, { version, position });
    }
    if (last && last.position > (this.#last?.position ?? START)) this.#last = last;
  }

  /** Approximate memory of its documents, in bytes. */
  get weight(): number {
    return this.#collections
      .values()
      .flatMap(({ partitions }) => partitions.values())
      .reduce((sum, staged) => sum + staged.weight, 0);
  }

  async checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    return new Map(
      [...this.#checkpoints].filter(([projection]) => projections.includes(projection)),
    );
  }

  async reset(projection: string): Promise<void> {
    for (const { spec, partitions } of this.#collections.values())
      if (spec.projection === projection) partitions.clear();
    this.#checkpoints.delete(projection);
  }

  async retain(collections: readonly string[]): Promise<void> {
    for (const [
      name,
      {
        spec: { projection },
      },
    ] of this.#collections) {
      if (collections.includes(name)) continue;
      this.#collections.delete(name);
      if (![...this.#collections.values()].some(({ spec }) => spec.projection === projection))
        this.#checkpoints.delete(projection);
    }
  }

  async get<D extends Doc>(
    { name }: Collection<D>,
    id: string,
    partition = '',
  ): Promise<D | undefined> {
    return this.#collection(name).partitions.get(partition)?.document(id)?.doc as D | undefined;
  }

  async find<D extends Doc>(query: Find<D>): Promise<Found<D>> {
    const { spec, partitions } = this.#collection(query.collection.name);
    return (await findAmong(
      partitions.get(query.partition ?? '')?.filled() ?? [],
      query,
      spec.indexMembersOf,
    )) as Found<D>;
  }

  async logIdentity(): Promise<string | undefined> {
    return this.#logIdentity;
  }

  async lastEvent(): Promise<LastEvent | undefined> {
    return this.#last;
  }

  async bindLog(identity: string): Promise<void> {
    this.#logIdentity = identity;
    this.#last = undefined;
  }

  async close(): Promise<void> {
    this.#collections.clear();
  }

  /**
   * Converts all documents of partitions whose forms have changed: reads of the past know of no
   * later conversion.
   */
  async #reform(batch: ProjectionWrite['batch']): Promise<void> {
    for (const change of batch.flatMap(({ changes }) => changes)) {
      if (change.op !== 'form' || !change.reading) continue;
      const partition = this.#partitionOf(change);
      await forEachInSlices([...partition.filled()], slot => {
        reformSlot(partition, slot, change.path);
      });
    }
  }

  #collection(name: string): Kept {
    const collection = this.#collections.get(name);
    if (!collection) throw new Error(`no collection ${name} is defined`);
    return collection;
  }

  #partitionOf({ collection, partition = '' }: Change): MemoryStagedPartition {
    const { partitions } = this.#collection(collection);
    let staged = partitions.get(partition);
    if (!staged) partitions.set(partition, (staged = new MemoryStagedPartition()));
    return staged;
  }
}
