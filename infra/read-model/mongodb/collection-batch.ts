import type { Change, Doc } from '@hzm/services/core/ports/read-model';
import { ByteBudget } from '@hzm/services/core/ports/byte-budget';
import { type AnyBulkWriteOperation, chunksOf, type Collection } from '../../mongodb/database.ts';
import { duplicatesIn } from '../../mongodb/failure.ts';
import { isObject, valueAt } from '../path.ts';
import { equalKey } from '../value.ts';
import type { Drops } from './drops.ts';
import { keyText } from './key-text.ts';
import type { Layout } from './layout.ts';
import type { Members, Slots } from './members.ts';
import { MongoShelf, type Moment } from './mongo-shelf.ts';
import { type Stored, storedId, storedOf } from './stored.ts';

const NO_SLOTS: Slots = new Map();

/** One collection during one `apply`: `expect` each change, `load`, make the changes on `shelvesOf`, `write`. */
export class CollectionBatch {
  readonly #layout: Layout;
  readonly #documents: Collection<Stored>;
  readonly #members: Members;
  readonly #drops: Drops;
  readonly #now: Moment;
  readonly #shelves = new Map<string, MongoShelf>();
  readonly #ids = new Set<string>();
  readonly #searches: { readonly partition: string | undefined; readonly where: { readonly [member: string]: string } }[] = [];
  #dropsAll = false;

  constructor(layout: Layout, documents: Collection<Stored>, members: Members, drops: Drops, now: Moment) {
    this.#layout = layout;
    this.#documents = documents;
    this.#members = members;
    this.#drops = drops;
    this.#now = now;
  }

  expect(change: Change): void {
    const partition = this.#partitionOf(change);
    if (partition !== undefined) this.#shelf(partition);
    if (change.op !== 'drop-where') this.#ids.add(storedId(partition!, change.id));
    else if (change.where) this.#searches.push({ partition, where: change.where });
    else if (partition === undefined) this.#dropsAll = true;
  }

  /** Reads the documents that the changes are about, if they are no more than so many bytes. Whether they are. */
  async load(bytes: number): Promise<boolean> {
    const budget = new ByteBudget(bytes);
    const queries = this.#searches.map(({ partition, where }) => ({ p: partition ?? { $exists: true }, ...this.#declared(where) }));
    if (this.#dropsAll) for (const partition of await this.#documents.distinct('p')) if (partition !== undefined) this.#shelf(partition);
    const all = [{ _id: { $in: [...this.#ids] } }, ...queries];
    const fits = await Promise.all(all.map(async query => {
      for await (const found of chunksOf(this.#documents.find(query, { projection: { pos: 1, s: 1, d: 1 } }))) {
        for (const stored of found) {
          if (!budget.takes(stored.d?.length ?? 0)) return false;
          this.#stage(stored);
        }
      }
      return true;
    }));
    return !fits.includes(false);
  }

  #stage({ _id, pos, s = 0, d }: Stored): void {
    const slash = _id.indexOf('/');
    const partition = _id.slice(0, slash);
    const wasDropped = this.#drops.isGone(this.#layout, partition, pos);
    const isGone = d === undefined || wasDropped;
    this.#shelf(partition).stage({ id: _id.slice(slash + 1), pos, seq: wasDropped ? 0 : s, doc: isGone ? undefined : (JSON.parse(d) as Doc), isStored: true, isDirty: false });
  }

  shelvesOf(change: Change): MongoShelf[] {
    const partition = this.#partitionOf(change);
    return partition === undefined ? [...this.#shelves.values()] : [this.#shelf(partition)];
  }

  /** Writes what has changed, each document only over an older one: whoever else is writing knows the same log, and the newest of it stays. */
  async write(): Promise<void> {
    for (const [partition, { droppedAt }] of this.#shelves) if (droppedAt !== undefined) await this.#drops.add(this.#layout, partition, droppedAt);
    const written = (await Promise.all([...this.#shelves].map(([partition, shelf]) => this.#stored(partition, shelf)))).flat();
    const operations = written.map(({ stored, isStored }) => (isStored ? replacing(stored) : { insertOne: { document: stored } }));
    if (operations.length === 0) return;
    try {
      await this.#documents.bulkWrite(operations, { ordered: false });
    } catch (error) {
      const met = duplicatesIn(error);
      if (!met) throw error;
      // Somebody else came first; what they wrote may be older.
      await this.#documents.bulkWrite(met.map(index => replacing(written[index]!.stored)), { ordered: false });
    }
  }

  async #stored(partition: string, shelf: MongoShelf): Promise<{ stored: Stored; isStored: boolean }[]> {
    const dirty = [...shelf.slots.values()].filter(({ isDirty }) => isDirty);
    const slots = await this.#slots(partition, dirty.flatMap(({ doc }) => doc ?? []));
    return dirty.map(slot => {
      const pos = slot.pos === '' ? shelf.droppedAt! : slot.pos;
      return { stored: storedOf(this.#layout, slots, partition, { ...slot, pos }), isStored: slot.isStored };
    });
  }

  #slots(partition: string, docs: readonly Doc[]): Promise<Slots> | Slots {
    const { name, indexMembersOf } = this.#layout.spec;
    if (indexMembersOf === undefined) return NO_SLOTS;
    const cells = docs.map(doc => valueAt(doc, indexMembersOf)).filter(isObject);
    return this.#members.make(name, partition, new Set(cells.flatMap(Object.keys)));
  }

  /** What finds documents with these members by an index, if there is one; it only narrows down. */
  #declared(where: { readonly [member: string]: string }): Record<string, string> {
    const { declared } = this.#layout;
    return Object.fromEntries(Object.entries(where).flatMap(([member, value]) => (declared.has(member) ? [[`q.${declared.get(member)!}`, keyText(equalKey(value))]] : [])));
  }

  /** Undefined: all partitions. */
  #partitionOf(change: Change): string | undefined {
    return change.op === 'drop-where' && this.#layout.spec.partitioned ? change.partition : (change.partition ?? '');
  }

  #shelf(partition: string): MongoShelf {
    let shelf = this.#shelves.get(partition);
    if (!shelf) this.#shelves.set(partition, (shelf = new MongoShelf(this.#now)));
    return shelf;
  }
}

const replacing = (stored: Stored): AnyBulkWriteOperation<Stored> => ({ replaceOne: { filter: { _id: stored._id, pos: { $lt: stored.pos } }, replacement: stored } });
