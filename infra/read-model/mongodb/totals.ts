import { randomUUID } from 'node:crypto';
import { laterOf, type Position, START } from '@hzm/contracts/core/position';
import type { Collection, Document } from '../../mongodb/database.ts';
import type { Layout } from './layout.ts';
import { storedId } from './stored.ts';

/** The number of documents in a partition, if it is known. */
interface Total {
  /** Stored collection and partition. */
  readonly _id: string;
  readonly collection: string;
  /** Last position that a writer started here, that writer, and the previous value. */
  readonly begun: Position;
  readonly by: string;
  readonly was?: Position;
  /** Last position up to which everything is written here. */
  readonly done: Position;
  /** Number of documents when everything up to `at`, and nothing later, was written. */
  readonly n?: number;
  readonly at?: Position;
  /** Dropped, and so empty for ever. */
  readonly dropped?: true;
}

interface Known {
  readonly n: number;
  readonly at: Position;
}

/**
 * A write in progress. `base` is the total before; undefined if it is unknown or another writer is
 * active.
 */
interface Turn {
  readonly position: Position;
  readonly by: string;
  readonly base: Known | undefined;
}

export type Turns = ReadonlyMap<string, Turn>;

/**
 * Numbers of documents in partitions. A writer marks its start before reading and its end after
 * writing; if it was alone, it updates the total by its change. Otherwise (a crash, two writers at
 * once) the total is unknown and the next reader counts.
 */
export class Totals {
  readonly #totals: Collection<Total>;

  /**
   * @param totals written without waiting for a disk: MongoDB's log keeps the order of these writes
   * and those of documents
   */
  constructor(totals: Collection<Total>) {
    this.#totals = totals;
  }

  /**
   * Must be called before the documents of these partitions are read, to be written up to these
   * positions.
   */
  async begin({ name }: Layout, partitions: ReadonlyMap<string, Position>): Promise<Turns> {
    const by = randomUUID();
    const turns = await Promise.all(
      Array.from(partitions, async ([partition, position]) => {
        const set = {
          collection: name,
          was: '$begun',
          begun: { $max: ['$begun', position] },
          by,
          done: { $ifNull: ['$done', START] },
        };
        const total = await this.#totals.findOneAndUpdate(
          { _id: storedId(name, partition) },
          [{ $set: set }],
          { upsert: true, returnDocument: 'after' },
        );
        return [partition, { position, by, base: knownOf(total!, total!.was) }] as const;
      }),
    );
    return new Map(turns);
  }

  /** Must be called after the documents are written. `more` is the change in their number. */
  async end(
    { name }: Layout,
    turns: Turns,
    more: (partition: string) => number | 'dropped',
  ): Promise<void> {
    const operations = Array.from(turns, ([partition, { position, by, base }]) => {
      const _id = storedId(name, partition);
      const added = more(partition);
      const done = base && laterOf(base.at, position);
      return [
        ...(base && added !== 'dropped'
          ? [
              {
                updateOne: {
                  filter: { _id, by, done: base.at },
                  update: { $set: { done, at: done, n: base.n + added } },
                },
              },
            ]
          : []),
        {
          updateOne: {
            filter: { _id },
            update: {
              $max: { done: position },
              ...(added === 'dropped' && { $set: { dropped: true as const } }),
            },
          },
        },
      ];
    }).flat();
    if (operations.length > 0) await this.#totals.bulkWrite(operations);
  }

  /** Returns the number of documents in a partition. */
  async of(
    { name }: Layout,
    partition: string,
    count: (where: Document) => Promise<number>,
  ): Promise<number> {
    const _id = storedId(name, partition);
    const seen = await this.#totals.findOne({ _id });
    if (seen?.dropped) return 0;
    const known = seen && knownOf(seen, seen.begun);
    if (known) return known.n;
    const n = await count({ p: partition });
    // Stored only if no other writer has started meanwhile.
    if (seen && seen.begun === seen.done)
      await this.#totals.updateOne(
        { _id, begun: seen.begun, done: seen.done, by: seen.by },
        { $set: { n, at: seen.done } },
      );
    return n;
  }

  /** Removes the totals of an emptied collection. @param name its stored name */
  async forget(name: string): Promise<void> {
    await this.#totals.deleteMany({ collection: name });
  }
}

/** Returns the total if everything started up to `begun` is written and counted. */
const knownOf = ({ done, at, n }: Total, begun: Position | undefined): Known | undefined =>
  n !== undefined && at !== undefined && at === done && begun === done ? { n, at } : undefined;
