import { setTimeout as sleep } from 'node:timers/promises';
import { type Position, positionOf, START } from '@hzm/contracts/core/position';
import type { Collection } from '../../mongodb/database.ts';
import type { Layout } from './layout.ts';
import { type Stored, TOMBSTONE } from './stored.ts';

/** A partition that was dropped whole, and is not empty yet. */
interface Drop {
  /** Stored collection and partition. */
  readonly _id: string;
  readonly collection: string;
  readonly partition: string;
  readonly position: Position;
}

const CHUNK = 1000;
const RETRY_MS = 2_000;

/**
 * Partitions that were dropped whole. A large one takes a while to empty (each document stands in as many indexes as it has members), and nothing
 * else may wait for that: it is emptied beside the other work, and until then what it held is passed over. Tombstones stay, so that nobody who is
 * late writes into it again.
 */
export class Drops {
  readonly #drops: Collection<Drop>;
  readonly #documents: (name: string) => Collection<Stored>;
  readonly #pending = new Map<string, Position>();
  readonly #work = new Set<Promise<void>>();
  readonly #stop = new AbortController();

  constructor(drops: Collection<Drop>, documents: (name: string) => Collection<Stored>) {
    this.#drops = drops;
    this.#documents = documents;
  }

  /** The position of the drop whose older documents may still be there. */
  before({ name }: Layout, partition: string): Position | undefined {
    return this.#pending.get(`${name}/${partition}`);
  }

  /** Whether a document of this position is one that was dropped. */
  isGone(layout: Layout, partition: string, position: Position): boolean {
    const before = this.before(layout, partition);
    return before !== undefined && position < before;
  }

  /** Remembers a drop for good; emptying begins. */
  async add({ name }: Layout, partition: string, position: Position): Promise<void> {
    const drop = { _id: `${name}/${partition}`, collection: name, partition, position };
    await this.#drops.updateOne({ _id: drop._id }, { $set: { collection: name, partition }, $max: { position } }, { upsert: true });
    this.#begin(drop);
  }

  /** Goes on with what another process or an earlier run began. */
  async resume(): Promise<void> {
    for (const drop of await this.#drops.find().toArray()) this.#begin(drop);
  }

  /** The collection is empty. */
  async forget({ name }: Layout): Promise<void> {
    await this.#drops.deleteMany({ collection: name });
    for (const id of this.#pending.keys()) if (id.startsWith(`${name}/`)) this.#pending.delete(id);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#work);
  }

  #begin(drop: Drop): void {
    if ((this.#pending.get(drop._id) ?? START) >= drop.position) return;
    this.#pending.set(drop._id, drop.position);
    const work = this.#empty(drop).finally(() => this.#work.delete(work));
    this.#work.add(work);
  }

  async #empty(drop: Drop): Promise<void> {
    const { signal } = this.#stop;
    const isWanted = (): boolean => !signal.aborted && this.#pending.get(drop._id) === drop.position;
    while (isWanted()) {
      try {
        if (await this.#bury(drop)) continue;
        await this.#drops.deleteOne({ _id: drop._id, position: drop.position });
        if (isWanted()) this.#pending.delete(drop._id);
      } catch {
        // The next attempt is the answer to every failure.
        await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Whether there was something left. */
  async #bury({ collection, partition, position }: Drop): Promise<boolean> {
    const documents = this.#documents(collection);
    const older = { pos: { $lt: position } };
    // Just before the drop: what the same event puts into the partition behind it is newer.
    const bury = [{ $set: { pos: positionOf(BigInt(position) - 1n) } }, TOMBSTONE];
    const found = await documents.find({ p: partition, ...older }, { projection: { _id: 1 }, limit: CHUNK }).toArray();
    if (found.length > 0) await documents.updateMany({ _id: { $in: found.map(({ _id }) => _id) }, p: partition, ...older }, bury);
    // What was dropped alone before has no place any more, either.
    else await documents.updateMany({ _id: { $gte: `${partition}/`, $lt: `${partition}0` }, s: { $exists: true }, p: { $exists: false }, ...older }, bury);
    return found.length > 0;
  }
}
