import { setTimeout as sleep } from 'node:timers/promises';
import type { Position } from '@hzm/contracts/core/position';
import type { Collection, Filter } from '../../mongodb/database.ts';
import { type PathForm, storedForms, type StoredForms } from '../batch.ts';
import type { Layout } from './layout.ts';
import type { Stored } from './stored.ts';

/** Permanent facts of a partition. */
export interface Remembered {
  /** Position at which it was dropped. */
  readonly position?: Position;
  readonly owner?: string;
  /** Forms of values by path, which may hold dots. */
  readonly forms?: StoredForms;
}

interface Drop extends Remembered {
  /** Stored collection and partition. */
  readonly _id: string;
  readonly collection: string;
  readonly partition: string;
  /** `claimed` is not dropped; `pending` is dropped and not empty yet. */
  readonly state: 'claimed' | 'pending' | 'done';
  /** Number of times that it became pending; `done` counts only for the round that was emptied. */
  readonly round?: number;
  /** Position of the last change of the forms. */
  readonly formedAt?: Position;
}

type Pending = Pick<Drop, '_id' | 'collection' | 'partition'>;

/** Documents and tombstones of a partition. */
const ofPartition = ({ partition }: Pick<Drop, 'partition'>) => ({
  _id: { $gte: `${partition}/`, $lt: `${partition}0` },
});

const PAGE_DOCUMENTS = 1000;
const RETRY_MS = 2_000;

/**
 * Permanent record of owners and drops of partitions, so that no late write enters a dropped one.
 * Emptying a large partition takes long (each document is in many indexes), so it runs in the
 * background and readers skip the partition meanwhile.
 */
export class PendingPartitionDrops {
  readonly #drops: Collection<Drop>;
  readonly #documents: (name: string) => Collection<Stored>;
  /** Number of starts of each; one that is started while it is being emptied is read again. */
  readonly #pending = new Map<string, number>();
  readonly #work = new Map<string, Promise<void>>();
  /** Partitions that a failed write may have changed, by stored collection and partition. */
  readonly #unsettled = new Set<string>();
  #check: Promise<void> | undefined;
  readonly #stop = new AbortController();

  constructor(drops: Collection<Drop>, documents: (name: string) => Collection<Stored>) {
    this.#drops = drops;
    this.#documents = documents;
  }

  async define(): Promise<void> {
    await this.#drops.createIndexes([{ name: 'state', key: { state: 1 } }]);
    // An earlier version stored only pending drops, without a state.
    await this.#drops.updateMany({ state: { $exists: false } }, { $set: { state: 'pending' } });
    await this.resume();
    this.#check ??= this.#checkAll();
  }

  /** Whether readers must skip the documents that the partition still holds. */
  isPending({ name }: Layout, partition: string): boolean {
    return this.#pending.has(`${name}/${partition}`);
  }

  /**
   * Returns the facts of those partitions that were claimed or dropped. Marks pending ones to be
   * skipped.
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

  /** Records the owner of a partition unless it has one. */
  async claim({ name }: Layout, partition: string, owner: string): Promise<void> {
    const claimed = { collection: name, partition, owner, state: 'claimed' } as const;
    const _id = `${name}/${partition}`;
    await this.#drops.updateOne({ _id }, { $setOnInsert: claimed }, { upsert: true });
  }

  /** Records the forms of a partition's values unless a later change of them is recorded. */
  async form(
    { name }: Layout,
    partition: string,
    forms: ReadonlyMap<string, PathForm>,
    formedAt: Position,
  ): Promise<void> {
    const _id = `${name}/${partition}`;
    const known = { collection: name, partition, state: 'claimed' } as const;
    await this.#drops.updateOne({ _id }, { $setOnInsert: known }, { upsert: true });
    await this.#drops.updateOne(
      { _id, formedAt: { $not: { $gt: formedAt } } },
      { $set: { forms: storedForms(forms), formedAt } },
    );
  }

  /** Records a drop and starts to empty the partition. */
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

  /** Empties again those of the partitions that are dropped and hold documents. */
  async settle({ name }: Layout, partitions: Iterable<string>): Promise<void> {
    const ids = Array.from(partitions, partition => `${name}/${partition}`);
    await this.#settle({ _id: { $in: ids } });
  }

  /** Records a failed write into partitions, which may have taken effect; `resume` settles them. */
  leaveUnsettled({ name }: Layout, partitions: Iterable<string>): void {
    for (const partition of partitions) this.#unsettled.add(`${name}/${partition}`);
  }

  /** Resolves when a dropped partition is empty, for every process. */
  async emptied({ name }: Layout, partition: string): Promise<void> {
    await this.#work.get(`${name}/${partition}`);
  }

  /** Resumes drops left by another process or an earlier run. */
  async resume(): Promise<void> {
    for (const drop of await this.#drops.find({ state: 'pending' }).toArray()) this.#begin(drop);
    const unsettled = [...this.#unsettled];
    if (unsettled.length === 0) return;
    await this.#settle({ _id: { $in: unsettled } });
    for (const id of unsettled) this.#unsettled.delete(id);
  }

  /** Removes the records of an emptied collection. @param name its stored name */
  async forget(name: string): Promise<void> {
    await this.#drops.deleteMany({ collection: name });
    for (const id of this.#pending.keys()) if (id.startsWith(`${name}/`)) this.#pending.delete(id);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#check, ...this.#work.values()]);
  }

  /**
   * Empties again partitions into which a process wrote late and died before it looked for a drop.
   * Its checkpoint may be beyond that write, so no other process would.
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
        // Every failure is retried.
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Returns whether the partition was empty, and not made pending again meanwhile. */
  async #emptyPage({ _id, collection, partition }: Pending): Promise<boolean> {
    const drop = await this.#drops.findOne({ _id });
    // A reset has removed the record, and the partition is being filled again.
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
