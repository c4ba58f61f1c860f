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

/** Paths of a partition whose values are converted. */
type Due = readonly [MemoryStagedPartition, ReadonlySet<string>];

/**
 * A read model in memory, for tests and for reads of the past, which build their documents on
 * demand.
 */
export class MemoryReadModel implements ReadModel {
  readonly #collections = new Map<string, Kept>();
  readonly #checkpoints = new Map<string, Checkpoint>();
  #logIdentity: string | undefined;
  #last: LastEvent | undefined;
  /** The paths whose values have a form that they were not converted to yet. */
  readonly #unconverted = new Map<MemoryStagedPartition, ReadonlySet<string>>();
  #settling: Promise<void> = Promise.resolve();

  async define(specs: readonly CollectionSpec[]): Promise<void> {
    for (const spec of specs) {
      const known = this.#collections.get(spec.name);
      if (known) known.spec = spec;
      else this.#collections.set(spec.name, { spec, partitions: new Map() });
    }
  }

  async apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    for (const { projection, version, batch, checkpoint } of writes) {
      for (const entry of batch) {
        const due = entry.changes.map(change => this.#leaving(change)).filter(one => !!one);
        if (due.length > 0) await this.#convert(due);
        applyBatch([entry], change => this.#partitionOf(change));
        for (const change of entry.changes) this.#defer(change);
        // A text that is written later is none of the ids whose names these values become.
        if (entry.changes.some(change => change.op === 'form' && change.reading?.names))
          await this.settle();
      }
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

  /**
   * Converts all documents whose forms have changed, because reads of the past know of no later
   * conversion. Reads call it, not each change of a form.
   */
  settle(): Promise<void> {
    // A converted value is a function of the original, the last form and its reading, whatever forms
    // were between, so once is enough. Only a form without a reading keeps what the form before made
    // of the value: `apply` converts to the form before first.
    if (this.#unconverted.size > 0) {
      const due = [...this.#unconverted];
      this.#unconverted.clear();
      this.#settling = this.#settling.then(() => this.#convert(due));
    }
    return this.#settling;
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
    await this.settle();
    return this.#collection(name).partitions.get(partition)?.document(id)?.doc as D | undefined;
  }

  async find<D extends Doc>(query: Find<D>): Promise<Found<D>> {
    await this.settle();
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

  /** Remembers a form whose values are converted before the next read. */
  #defer(change: Change): void {
    if (change.op !== 'form' || !change.reading) return;
    const partition = this.#partitionOf(change);
    const paths = this.#unconverted.get(partition) ?? [];
    this.#unconverted.set(partition, new Set([...paths, change.path]));
  }

  /** Takes the path whose form a change without a reading replaces, if its values are not in it. */
  #leaving(change: Change): Due | undefined {
    if (change.op !== 'form' || change.reading) return undefined;
    const { path, form } = change;
    const partition = this.#partitionOf(change);
    const paths = this.#unconverted.get(partition);
    if (!paths?.has(path) || partition.forms.get(path)?.form === form) return undefined;
    this.#unconverted.set(partition, paths.difference(new Set([path])));
    return [partition, new Set([path])];
  }

  async #convert(due: readonly Due[]): Promise<void> {
    for (const [partition, paths] of due)
      await forEachInSlices([...partition.filled()], slot => {
        reformSlot(partition, slot, paths);
      });
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
