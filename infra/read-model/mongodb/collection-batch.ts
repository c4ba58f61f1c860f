import { isOfPartition } from '@hzm/contracts/core/change';
import { isJsonObject } from '@hzm/contracts/core/json';
import { laterOf, type Position } from '@hzm/contracts/core/position';
import { ByteBudget } from '@hzm/services/core/ports/byte-budget';
import { valueAt } from '@hzm/services/core/ports/path';
import type { Change, Doc } from '@hzm/services/core/ports/read-model';
import { equalKey } from '@hzm/services/core/ports/value';
import {
  type AnyBulkWriteOperation,
  chunksOf,
  type Collection,
  type Filter,
} from '../../mongodb/database.ts';
import { duplicatesIn } from '../../mongodb/failure.ts';
import { countExpired, FORGOTTEN_AT_ONCE, type IsExpired } from '../expiry.ts';
import type { FieldSlots, Slots } from './field-slots.ts';
import { keyText } from './key-text.ts';
import type { Layout } from './layout.ts';
import { MongoStagedPartition } from './mongo-staged-partition.ts';
import type { PendingPartitionDrops, Remembered } from './pending-partition-drops.ts';
import { type Stored, storedId, storedOf } from './stored.ts';
import type { Totals, Turns } from './totals.ts';

const NO_SLOTS: Slots = new Map();

/** Changes of documents that exist. */
const CHANGES: ReadonlySet<Change['op']> = new Set<Change['op']>(['patch', 'add', 'reform']);

/**
 * One collection during one `apply`: `expect` each change, `load`, apply the changes to
 * `partitionOf`, `write`.
 */
export class CollectionBatch {
  readonly #layout: Layout;
  readonly #documents: Collection<Stored>;
  readonly #members: FieldSlots;
  readonly #drops: PendingPartitionDrops;
  readonly #totals: Totals;
  readonly #seq: () => number;
  readonly #staged = new Map<string, MongoStagedPartition>();
  readonly #ids = new Set<string>();
  readonly #searches: {
    readonly partition: string;
    readonly where: { readonly [member: string]: string };
  }[] = [];

  /** Last position at which documents are added or removed, by partition. */
  readonly #coming = new Map<string, Position>();
  #turns: Turns = new Map();

  /** @param seq returns the rank in created order for a new document */
  constructor(
    layout: Layout,
    documents: Collection<Stored>,
    members: FieldSlots,
    drops: PendingPartitionDrops,
    totals: Totals,
    seq: () => number,
  ) {
    this.#layout = layout;
    this.#documents = documents;
    this.#members = members;
    this.#drops = drops;
    this.#totals = totals;
    this.#seq = seq;
  }

  expect(change: Change, position: Position): void {
    const { partition = '' } = change;
    if (isOfPartition(change)) {
      this.#stagedOf(partition);
      return;
    }
    if (this.#layout.spec.partitioned && !CHANGES.has(change.op))
      this.#coming.set(partition, laterOf(position, this.#coming.get(partition) ?? position));
    this.#stagedOf(partition);
    if (change.op !== 'drop-where') this.#ids.add(storedId(partition, change.id));
    else if (change.where) this.#searches.push({ partition, where: change.where });
  }

  /**
   * Reads the documents that the changes name, if they fit in `bytes`. @returns whether they fit
   */
  async load(bytes: number): Promise<boolean> {
    const budget = new ByteBudget(bytes);
    this.#turns = await this.#totals.begin(this.#layout, this.#coming);
    const all = [
      { _id: { $in: [...this.#ids] } },
      ...this.#searches.map(({ partition, where }) => ({ p: partition, ...this.#declared(where) })),
    ];
    const [remembered, ...fits] = await Promise.all([
      this.#remembered(),
      ...all.map(query => this.#stageAll(query, budget)),
    ]);
    for (const [partition, known] of remembered) this.#stagedOf(partition).remember(known);
    return !fits.includes(false);
  }

  async #stageAll(query: Filter<Stored>, budget: ByteBudget): Promise<boolean> {
    for await (const found of chunksOf(
      this.#documents.find(query, { projection: { pos: 1, s: 1, d: 1 } }),
    )) {
      for (const { _id, pos, s = 0, d } of found) {
        if (!budget.takes(d?.length ?? 0)) return false;
        const slash = _id.indexOf('/');
        this.#stagedOf(_id.slice(0, slash)).stage({
          id: _id.slice(slash + 1),
          pos,
          seq: s,
          doc: d === undefined ? undefined : (JSON.parse(d) as Doc),
          wasThere: d !== undefined,
          isStored: true,
          isDirty: false,
        });
      }
    }
    return true;
  }

  partitionOf({ partition = '' }: Change): MongoStagedPartition {
    return this.#stagedOf(partition);
  }

  /**
   * Writes changed documents, each only over an older one: concurrent writers derive from the same
   * log, and the newest version stays.
   */
  async write(): Promise<void> {
    await this.#writeFacts();
    await this.#writeDocuments();
    // Last, because a retry reads only those values in a new form that are later than it: what was
    // written before is skipped then.
    for (const [partition, { forms, formedAt }] of this.#staged)
      if (formedAt !== undefined) await this.#drops.form(this.#layout, partition, forms, formedAt);
  }

  async #writeFacts(): Promise<void> {
    for (const [partition, staged] of this.#staged) {
      const { droppedAt, isDroppedHere, owner, isClaimedHere } = staged;
      if (isClaimedHere) await this.#drops.claim(this.#layout, partition, owner!);
      if (isDroppedHere) await this.#drops.add(this.#layout, partition, droppedAt!);
    }
  }

  async #writeDocuments(): Promise<void> {
    const written = (
      await Promise.all(
        [...this.#staged].map(([partition, staged]) => this.#stored(partition, staged)),
      )
    ).flat();
    const operations = written.map(({ stored, isStored }) =>
      isStored ? replacing(stored) : { insertOne: { document: stored } },
    );
    if (operations.length === 0) return;
    try {
      await this.#documents.bulkWrite(operations, { ordered: false });
    } catch (error) {
      const met = duplicatesIn(error);
      if (!met) throw error;
      // Another writer was first; its version may be older.
      await this.#documents.bulkWrite(
        met.map(index => replacing(written[index]!.stored)),
        { ordered: false },
      );
    }
  }

  /** Updates totals. Nothing waits for this, because a missing total is counted instead. */
  end(): Promise<void> {
    return this.#totals.end(this.#layout, this.#turns, partition => {
      const { droppedAt, more } = this.#stagedOf(partition);
      return droppedAt === undefined ? more : 'dropped';
    });
  }

  /**
   * Empties again a partition that another writer dropped and emptied before this batch wrote into
   * it, before the batch counts as written: that writer no longer hides it. A batch that knew of the
   * drop wrote nothing, but an earlier attempt of it may have; nothing waits for that.
   */
  async settle(): Promise<void> {
    const late = [...(await this.#remembered())].flatMap(([partition, { position }]) =>
      position === undefined || this.#stagedOf(partition).isDroppedHere ? [] : [partition],
    );
    if (late.length === 0) return;
    await this.#drops.settle(this.#layout, late);
    for (const partition of late)
      if (this.#stagedOf(partition).droppedAt === undefined)
        await this.#drops.emptied(this.#layout, partition);
  }

  /** Must be called after a failed write, which may have taken effect. */
  leaveUnsettled(): void {
    if (this.#layout.spec.partitioned)
      this.#drops.leaveUnsettled(this.#layout, this.#staged.keys());
  }

  async #remembered(): Promise<ReadonlyMap<string, Remembered>> {
    return this.#layout.spec.partitioned
      ? this.#drops.among(this.#layout, this.#staged.keys())
      : new Map();
  }

  /** Removes expired documents, oldest first. */
  async forget(isExpired: IsExpired): Promise<void> {
    const oldest = (limit: number) =>
      this.#documents
        .find({ p: '' }, { projection: { d: 1 } })
        .sort({ s: 1 })
        .limit(limit)
        .toArray();
    const docOf = ({ d }: Pick<Stored, 'd'>): Doc => JSON.parse(d!) as Doc;
    if (!(await oldest(1)).some(stored => isExpired(docOf(stored)))) return;
    const read = await oldest(FORGOTTEN_AT_ONCE);
    const count = countExpired(read.map(docOf), isExpired);
    await this.#documents.deleteMany({ _id: { $in: read.slice(0, count).map(({ _id }) => _id) } });
  }

  async #stored(
    partition: string,
    staged: MongoStagedPartition,
  ): Promise<{ stored: Stored; isStored: boolean }[]> {
    const dirty = [...staged.slots.values()].filter(({ isDirty }) => isDirty);
    const slots = await this.#slots(
      partition,
      dirty.flatMap(({ doc }) => doc ?? []),
    );
    return dirty.map(slot => ({
      stored: storedOf(this.#layout, slots, partition, slot),
      isStored: slot.isStored,
    }));
  }

  #slots(partition: string, docs: readonly Doc[]): Promise<Slots> | Slots {
    const { name, indexMembersOf } = this.#layout.spec;
    if (indexMembersOf === undefined) return NO_SLOTS;
    const cells = docs.map(doc => valueAt(doc, indexMembersOf)).filter(isJsonObject);
    return this.#members.make(name, partition, new Set(cells.flatMap(Object.keys)));
  }

  /** Returns the conditions on declared paths, whose indexes narrow the search. */
  #declared(where: { readonly [member: string]: string }): Record<string, string> {
    const { declared } = this.#layout;
    return Object.fromEntries(
      Object.entries(where).flatMap(([member, value]) =>
        declared.has(member) ? [[`q.${declared.get(member)!}`, keyText(equalKey(value))]] : [],
      ),
    );
  }

  #stagedOf(partition: string): MongoStagedPartition {
    let staged = this.#staged.get(partition);
    if (!staged) this.#staged.set(partition, (staged = new MongoStagedPartition(this.#seq)));
    return staged;
  }
}

const replacing = (stored: Stored): AnyBulkWriteOperation<Stored> => ({
  replaceOne: { filter: { _id: stored._id, pos: { $lt: stored.pos } }, replacement: stored },
});
