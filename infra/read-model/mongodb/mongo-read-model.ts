import { STAGED_BYTES } from '@hzm/services/core/ports/byte-budget';
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
import { type Stored, storedId } from './stored.ts';
import { TimedDocuments, TimedPages } from './timed-documents.ts';
import { Totals } from './totals.ts';

/**
 * Documents that one event can name, at most: their places in created order lie between its
 * position and the next.
 */
const PLACES_PER_EVENT = 1024;
const FORGET_EVERY_MS = 200;
/** Each that is made beside others takes a connection, which stays open. */
const INDEXES_AT_ONCE = 8;

interface Fact {
  readonly _id: string;
  readonly value: string;
}

/**
 * Documents in MongoDB, for many processes. Every write is guarded by the position it comes from,
 * and the place of a document in created order
 * comes from the log, too: two processes that write at once write the same, and the newer of it
 * stays.
 */
export class MongoReadModel implements ReadModel {
  readonly #database: Db;
  readonly #layouts = new Map<string, Layout>();
  readonly #checkpoints: Checkpoints;
  readonly #facts: Collection<Fact>;
  readonly #members: FieldSlots;
  readonly #drops: PendingPartitionDrops;
  /** By collection, when what is expired is looked for again. */
  readonly #forgetFrom = new Map<string, number>();
  readonly #totals: Totals;
  readonly #pages: TimedPages;

  /** @param address `mongodb://host:port/database`; nothing is asked of it before the first call */
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
   * Also joins in partition drops that another process has not finished, so that nothing of a
   * partition
   * that was dropped before the checkpoint is read: so it looks for them behind it.
   */
  checkpoints(projections: readonly string[]): Promise<ReadonlyMap<string, Checkpoint>> {
    return askMongo(async () => {
      const found = await this.#checkpoints.find(projections);
      await this.#drops.resume();
      return found;
    });
  }

  /** The checkpoint first: a crash must not leave one of documents that are gone. */
  reset(projection: string): Promise<void> {
    return askMongo(async () => {
      await this.#checkpoints.forget(projection);
      for (const layout of this.#layoutsOf(projection)) {
        // Before, for a crash in between must not leave them; and behind it, for somebody may have
        // counted meanwhile what is gone now.
        await this.#totals.forget(layout.name);
        await this.#documents(layout).drop();
        await this.#totals.forget(layout.name);
        await this.#drops.forget(layout.name);
        await this.#makeIndexes(layout);
      }
    });
  }

  /**
   * Of those that are not defined here whatever has their name is kept: another process may have
   * begun them.
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
      return found?.d === undefined || this.#drops.isPending(layout, partition)
        ? undefined
        : (JSON.parse(found.d) as D);
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

  /** What is about more documents than may be in memory at once is done in halves. */
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

  /** Looking for it takes a question more, so not with every batch. */
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

/** The earlier events of the writes, and the later ones; undefined where one event is all. */
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
