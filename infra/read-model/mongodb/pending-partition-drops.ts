import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@hzm/contracts/core/position';
import type { Collection, Filter } from '../../mongodb/database.ts';
import type { Layout } from './layout.ts';
import type { Stored } from './stored.ts';

/** Facts of a partition that are kept for good. */
export interface Remembered {
  /** The position at which it was dropped whole. */
  readonly position?: Position;
  /** The owner who claimed it. */
  readonly owner?: string;
}

interface Drop extends Remembered {
  /** Stored collection and partition. */
  readonly _id: string;
  readonly collection: string;
  readonly partition: string;
  /** `claimed`: not dropped; `pending`: dropped, and not empty yet. */
  readonly state: 'claimed' | 'pending' | 'done';
  /** How often it became pending: `done` counts only for the round that was emptied. */
  readonly round?: number;
}

type Pending = Pick<Drop, '_id' | 'collection' | 'partition'>;

/** Documents and tombstones of a partition. */
const ofPartition = ({ partition }: Pick<Drop, 'partition'>) => ({
  _id: { $gte: `${partition}/`, $lt: `${partition}0` },
});

const PAGE_DOCUMENTS = 1000;
const RETRY_MS = 2_000;

/**
 * Owners of partitions, and partitions that were dropped whole, remembered for good, so that nobody
 * who is late, or decided before the drop what came behind it, writes into them again.
 * A large one takes a while to empty (each document stands in as many indexes as it has members),
 * and nothing else may wait for that: it is emptied beside
 * the other work, and passed over until then.
 */
export class PendingPartitionDrops {
  readonly #drops: Collection<Drop>;
  readonly #documents: (name: string) => Collection<Stored>;
  /** How often each was begun, also while it was being emptied: it is looked at again then. */
  readonly #pending = new Map<string, number>();
  readonly #work = new Map<string, Promise<void>>();
  /** Partitions that a write which failed may have changed, by stored collection and partition. */
  readonly #unsettled = new Set<string>();
  #check: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(drops: Collection<Drop>, documents: (name: string) => Collection<Stored>) {
    this.#drops = drops;
    this.#documents = documents;
  }

  async define(): Promise<void> {
    await this.#drops.createIndexes([{ name: 'state', key: { state: 1 } }]);
    // An earlier version knew no others.
    await this.#drops.updateMany({ state: { $exists: false } }, { $set: { state: 'pending' } });
    await this.resume();
    this.#check ??= this.#checkAll();
  }

  /** Whether what the partition still holds is to be passed over. */
  isPending({ name }: Layout, partition: string): boolean {
    return this.#pending.has(`${name}/${partition}`);
  }

  /**
   * Those of the partitions that were claimed or dropped. One that is being emptied is passed over.
   */
  async among(
    { name }: Layout,
    partitions: Iterable<string>,
  ): Promise<ReadonlyMap<string, Remembered>> {
    const found = await this.#drops
      .find({ _id: { $in: Array.from(partitions, partition => `${name}/${partition}`) } })
      .toArray();
    for (const one of found) if (one.state === 'pending') this.#begin(one);
    return new Map(found.map(one => [one.partition, one]));
  }

  /** Remembers the owner of a partition for good, unless it has one. */
  async claim({ name }: Layout, partition: string, owner: string): Promise<void> {
    const claimed = { collection: name, partition, owner, state: 'claimed' } as const;
    const _id = `${name}/${partition}`;
    await this.#drops.updateOne({ _id }, { $setOnInsert: claimed }, { upsert: true });
  }

  /** Remembers a drop for good; emptying begins. */
  async add({ name }: Layout, partition: string, position: Position): Promise<void> {
    const _id = `${name}/${partition}`;
    const dropped = {
      $setOnInsert: { collection: name, partition },
      $min: { position },
      $set: { state: 'pending' },
      $inc: { round: 1 },
    } as const;
    await this.#drops.updateOne({ _id }, dropped, { upsert: true });
    this.#begin({ _id, collection: name, partition });
  }

  /** Empties those of the partitions again that were dropped and hold something. */
  async settle({ name }: Layout, partitions: Iterable<string>): Promise<void> {
    const ids = Array.from(partitions, partition => `${name}/${partition}`);
    await this.#settle({ _id: { $in: ids } });
  }

  /** A write into these partitions failed, and may yet be there: `resume` settles them. */
  leaveUnsettled({ name }: Layout, partitions: Iterable<string>): void {
    for (const partition of partitions) this.#unsettled.add(`${name}/${partition}`);
  }

  /** Resolves when a partition that was dropped is empty, for every process. */
  async emptied({ name }: Layout, partition: string): Promise<void> {
    await this.#work.get(`${name}/${partition}`);
  }

  /** Goes on with what another process or an earlier run began. */
  async resume(): Promise<void> {
    for (const drop of await this.#drops.find({ state: 'pending' }).toArray()) this.#begin(drop);
    const unsettled = [...this.#unsettled];
    if (unsettled.length === 0) return;
    await this.#settle({ _id: { $in: unsettled } });
    for (const id of unsettled) this.#unsettled.delete(id);
  }

  /** The collection is empty. @param name as it is stored */
  async forget(name: string): Promise<void> {
    await this.#drops.deleteMany({ collection: name });
    for (const id of this.#pending.keys()) if (id.startsWith(`${name}/`)) this.#pending.delete(id);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#check, ...this.#work.values()]);
  }

  /**
   * Empties again what a process left that wrote late and died before it looked for a drop. The
   * log may be read beyond that write, so nobody else would.
   */
  async #checkAll(): Promise<void> {
    await this.#settle({ state: 'done' }).catch(() => undefined);
  }

  async #settle(which: Filter<Drop>): Promise<void> {
    const dropped = this.#drops.find({ ...which, position: { $exists: true } });
    for await (const { _id, collection, partition } of dropped) {
      if (this.#stop.signal.aborted) return;
      const held = await this.#documents(collection).findOne(ofPartition({ partition }), {
        projection: { _id: 1 },
      });
      if (!held) continue;
      const pending = { $set: { state: 'pending' }, $inc: { round: 1 } } as const;
      await this.#drops.updateOne({ _id }, pending);
      this.#begin({ _id, collection, partition });
    }
  }

  #begin(drop: Pending): void {
    const begun = this.#pending.get(drop._id) ?? 0;
    this.#pending.set(drop._id, begun + 1);
    if (begun > 0) return;
    const work = this.#empty(drop).finally(() => {
      if (this.#work.get(drop._id) === work) this.#work.delete(drop._id);
    });
    this.#work.set(drop._id, work);
  }

  async #empty(drop: Pending): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && this.#pending.has(drop._id)) {
      try {
        const begun = this.#pending.get(drop._id);
        if ((await this.#emptyPage(drop)) && this.#pending.get(drop._id) === begun)
          this.#pending.delete(drop._id);
      } catch {
        // The next attempt is the answer to every failure.
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Whether nothing was left, and nobody made it pending again meanwhile. */
  async #emptyPage({ _id, collection, partition }: Pending): Promise<boolean> {
    const drop = await this.#drops.findOne({ _id });
    // A reset forgot it: the partition is being filled anew.
    if (!drop) return true;
    const documents = this.#documents(collection);
    const some = await documents
      .find(ofPartition({ partition }), { projection: { _id: 1 }, limit: PAGE_DOCUMENTS })
      .toArray();
    if (some.length > 0) {
      await documents.deleteMany({ _id: { $in: some.map(one => one._id) } });
      return false;
    }
    const round = drop.round ?? { $exists: false };
    const done = await this.#drops.updateOne({ _id, round }, { $set: { state: 'done' } });
    return done.matchedCount > 0;
  }
}
