import { STAGED_BYTES } from '@hzm/services/core/ports/byte-budget';
import { LARGE_DOCUMENT_BYTES, readLarge } from '@hzm/services/core/ports/large-document';
import type {
  Change,
  Checkpoint,
  Collection as CollectionOf,
  CollectionSpec,
  Doc,
  Find,
  Found,
  LastEvent,
  ProjectionWrite,
  ReadModel,
} from '@hzm/services/core/ports/read-model';
import { AtOnce } from '../../at-once.ts';
import { type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { askMongo } from '../../mongodb/failure.ts';
import { applyBatch } from '../batch.ts';
import { expiryOf } from '../expiry.ts';
import { PAGE_TIMES, type PageTimes } from '../page-time.ts';
import { Checkpoints } from './checkpoints.ts';
import { CollectionBatch } from './collection-batch.ts';
import { FieldSlots } from './field-slots.ts';
import { collectionOf, type Layout, layoutOf } from './layout.ts';
import { findIn } from './mongo-find.ts';
import { PendingPartitionDrops } from './pending-partition-drops.ts';
import { docOf, type Stored, storedId } from './stored.ts';
import { TimedDocuments, TimedPages } from './timed-documents.ts';
import { Totals } from './totals.ts';

/**
 * Bounds the documents that one event creates: their ranks in created order lie between its
 * position and the next.
 */
const PLACES_PER_EVENT = 1024;
const FORGET_EVERY_MS = 200;
/** Bounds concurrent index builds; each takes a connection, which stays open. */
const INDEXES_AT_ONCE = 8;

interface Fact {
  readonly _id: string;
  readonly value: string;
}

/**
 * Documents in MongoDB, for many processes. Writes are guarded by position, and ranks in created
 * order derive from the log, so concurrent writers write the same documents and the newer version
 * stays.
 */
export class MongoReadModel implements ReadModel {
  readonly #database: Db;
  readonly #layouts = new Map<string, Layout>();
  readonly #checkpoints: Checkpoints;
  readonly #facts: Collection<Fact>;
  readonly #members: FieldSlots;
  readonly #drops: PendingPartitionDrops;
  /** Time of the next expiry, by collection. */
  readonly #forgetFrom = new Map<string, number>();
  readonly #totals: Totals;
  readonly #pages: TimedPages;

  /** @param address `mongodb://host:port/database`; connects at the first call */
  constructor(
    address: string,
    { pageTimes = PAGE_TIMES }: { readonly pageTimes?: PageTimes } = {},
  ) {
    this.#pages = new TimedPages(pageTimes);
    this.#database = openDatabase(address);
    this.#checkpoints = new Checkpoints(
      this.#database.collection('checkpoints', { readConcern: { level: 'majority' } }),
      projection => [projection, ...this.#layoutsOf(projection).map(({ name }) => name)].join(' '),
    );
    this.#facts = this.#database.collection('facts', { readConcern: { level: 'majority' } });
    this.#members = new FieldSlots(this.#database.collection('members'));
    this.#drops = new PendingPartitionDrops(this.#database.collection('drops'), name =>
      this.#database.collection(name),
    );
    this.#totals = new Totals(
      this.#database.collection('totals', { writeConcern: { w: 1, journal: false } }),
    );
  }

  define(specs: readonly CollectionSpec[]): Promise<void> {
    return askMongo(async () => {
      const layouts = specs.map(layoutOf);
      const making = new AtOnce(INDEXES_AT_ONCE);
      await Promise.all(layouts.map(layout => making.run(() => this.#makeIndexes(layout))));
      for (const layout of layouts) this.#layouts.set(layout.spec.name, layout);
      await this.#drops.define();
    });
  }

  apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    return askMongo(() => this.#apply(writes, last));
  }

  /**
   * Then loads partition drops that another process has not finished, so that no document of a
   * partition dropped before the checkpoint is read.
   */
  checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    return askMongo(async () => {
      const found = await this.#checkpoints.find(projections);
      await this.#drops.resume();
      return found;
    });
  }

  /** Removes the checkpoint first, so that no crash leaves one without its documents. */
  reset(projection: string): Promise<void> {
    return askMongo(async () => {
      await this.#checkpoints.forget(projection);
      for (const layout of this.#layoutsOf(projection)) {
        // Totals are removed before, because a crash must not leave them, and again after, because
        // a reader may have counted the removed documents meanwhile.
        await this.#totals.forget(layout.name);
        await this.#documents(layout).drop();
        await this.#totals.forget(layout.name);
        await this.#drops.forget(layout.name);
        await this.#makeIndexes(layout);
      }
    });
  }

  /**
   * Keeps every stored name of a collection that is not defined here, because another process may
   * be building it.
   */
  retain(collections: readonly string[]): Promise<void> {
    return askMongo(async () => {
      const kept = new Set(collections.map(name => this.#layouts.get(name)?.name ?? name));
      for (const { name } of await this.#database
        .listCollections({}, { nameOnly: true })
        .toArray()) {
        const collection = collectionOf(name);
        if (collection === undefined || kept.has(name) || kept.has(collection)) continue;
        await this.#database.collection(name).drop();
        await this.#drops.forget(name);
        await this.#totals.forget(name);
        await this.#checkpoints.forgetCollection(name);
        this.#layouts.delete(collection);
      }
    });
  }

  get<D extends Doc>(
    { name }: CollectionOf<D>,
    id: string,
    partition = '',
  ): Promise<D | undefined> {
    return askMongo(async () => {
      const layout = this.#layout(name);
      const found = await this.#documents(layout).findOne(
        { _id: storedId(partition, id) },
        { projection: { _id: 0, d: 1 } },
      );
      const json = found?.d;
      if (json === undefined) return undefined;
      const read = (): D | undefined =>
        this.#drops.isPending(layout, partition) ? undefined : (docOf(json) as D);
      return json.length > LARGE_DOCUMENT_BYTES ? readLarge(json.length, read) : read();
    });
  }

  find<D extends Doc>(query: Find<D>): Promise<Found<D>> {
    return askMongo(async () => {
      const {
        collection: { name: collection },
        partition = '',
      } = query;
      const layout = this.#layout(collection);
      const slotsOf = (members: readonly string[]) =>
        this.#members.find(collection, partition, members);
      if (this.#drops.isPending(layout, partition))
        return { docs: [], ...(query.count && { total: 0 }) };
      const view = { layout, partition, slotsOf, totals: this.#totals };
      const all = this.#documents(layout);
      const read = (documents: TimedDocuments): Promise<Found> =>
        findIn({ ...view, documents }, query);
      const isOfPartition = query.partition !== undefined;
      const found = isOfPartition
        ? this.#pages.find(all, query, read)
        : read(new TimedDocuments(all));
      return (await found) as Found<D>;
    });
  }

  logIdentity(): Promise<string | undefined> {
    return askMongo(async () => (await this.#facts.findOne({ _id: 'log' }))?.value);
  }

  lastEvent(): Promise<LastEvent | undefined> {
    return askMongo(() => this.#checkpoints.lastEvent());
  }

  bindLog(identity: string): Promise<void> {
    return askMongo(async () => {
      await this.#checkpoints.forgetLastEvent();
      await this.#facts.updateOne({ _id: 'log' }, { $set: { value: identity } }, { upsert: true });
    });
  }

  async close(): Promise<void> {
    await this.#drops.close();
    await this.#database.client.close();
  }

  /** Applies writes, in halves if their documents exceed the memory bound. */
  async #apply(writes: readonly ProjectionWrite[], last?: LastEvent): Promise<void> {
    let seq = 0;
    const batches = new Map<string, CollectionBatch>();
    for (const { position, changes } of writes.flatMap(({ batch }) => batch))
      for (const change of changes)
        this.#batchOf(change, batches, () => seq).expect(change, position);
    const halves = halvesOf(writes);
    const loaded = await Promise.all(
      [...batches.values()].map(batch => batch.load(halves ? STAGED_BYTES : Infinity)),
    );
    if (halves && loaded.includes(false)) {
      batches.clear();
      for (const half of halves) await this.#apply(half, last);
      return;
    }
    for (const event of writes.flatMap(({ batch }) => batch)) {
      seq = Number(event.position) * PLACES_PER_EVENT;
      applyBatch([event], change => {
        seq++;
        return batches.get(change.collection)!.partitionOf(change);
      });
    }
    try {
      await Promise.all([...batches.values()].map(batch => batch.write()));
      await Promise.all([...batches.values()].map(batch => batch.settle()));
    } catch (error) {
      for (const batch of batches.values()) batch.leaveUnsettled();
      throw error;
    }
    await Promise.all([
      this.#checkpoints.save(writes, last),
      ...[...batches.values()].map(batch => batch.end()),
    ]);
    await this.#forget(writes, batches);
  }

  #batchOf(
    change: Change,
    batches: Map<string, CollectionBatch>,
    seq: () => number,
  ): CollectionBatch {
    let batch = batches.get(change.collection);
    if (!batch) {
      const layout = this.#layout(change.collection);
      batches.set(
        change.collection,
        (batch = new CollectionBatch(
          layout,
          this.#documents(layout),
          this.#members,
          this.#drops,
          this.#totals,
          seq,
        )),
      );
    }
    return batch;
  }

  /** Expires documents. The search takes a query, so not every batch does it. */
  async #forget(
    writes: readonly ProjectionWrite[],
    batches: ReadonlyMap<string, CollectionBatch>,
  ): Promise<void> {
    for (const [collection, batch] of batches) {
      const { spec } = this.#layout(collection);
      if (!spec.expires || performance.now() < (this.#forgetFrom.get(collection) ?? 0)) continue;
      this.#forgetFrom.set(collection, performance.now() + FORGET_EVERY_MS);
      const isExpired = expiryOf(
        spec,
        writes.flatMap(write => write.batch),
      );
      if (isExpired) await batch.forget(isExpired);
    }
  }

  async #makeIndexes(layout: Layout): Promise<void> {
    await this.#documents(layout).createIndexes([...layout.indexes]);
  }

  #layoutsOf(projection: string): Layout[] {
    return [...this.#layouts.values()].filter(({ spec }) => spec.projection === projection);
  }

  #documents({ name }: Layout): Collection<Stored> {
    return this.#database.collection(name);
  }

  #layout(collection: string): Layout {
    const layout = this.#layouts.get(collection);
    if (!layout) throw new Error(`no collection ${collection} is defined`);
    return layout;
  }
}

/** Splits writes into earlier and later events; undefined for a single event. */
function halvesOf(
  writes: readonly ProjectionWrite[],
): [ProjectionWrite[], ProjectionWrite[]] | undefined {
  const positions = [
    ...new Set(writes.flatMap(({ batch }) => batch.map(({ position }) => position))),
  ].toSorted();
  const middle = positions[Math.floor(positions.length / 2) - 1];
  if (middle === undefined) return undefined;
  return [
    writes.map(write => ({
      ...write,
      batch: write.batch.filter(({ position }) => position <= middle),
      checkpoint: write.checkpoint < middle ? write.checkpoint : middle,
    })),
    writes.map(write => ({
      ...write,
      batch: write.batch.filter(({ position }) => position > middle),
    })),
  ];
}
