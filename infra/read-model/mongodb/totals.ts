import { randomUUID } from 'node:crypto';
import { laterOf, type Position, START } from '@hzm/contracts/core/position';
import type { Collection, Document } from '../../mongodb/database.ts';
import type { Layout } from './layout.ts';
import { storedId } from './stored.ts';

/** How many documents a partition has, and whether that is known. */
interface Total {
  /** Stored collection and partition. */
  readonly _id: string;
  readonly collection: string;
  /** The last position that somebody began to write here, and who did; what it was before that. */
  readonly begun: Position;
  readonly by: string;
  readonly was?: Position;
  /** The last position up to which everything is written here. */
  readonly done: Position;
  /** Documents there were when everything up to `at` was written, and nothing later. */
  readonly n?: number;
  readonly at?: Position;
  /** It was dropped whole, and stays empty. */
  readonly dropped?: true;
}

interface Known {
  readonly n: number;
  readonly at: Position;
}

/**
 * What is being written of a partition. `base`: the total before, undefined when it is not known or
 * somebody else is writing, too.
 */
interface Turn {
  readonly position: Position;
  readonly by: string;
  readonly base: Known | undefined;
}

/** By partition. */
export type Turns = ReadonlyMap<string, Turn>;

/**
 * How many documents the partitions of a collection have, kept beside them. A writer says so before
 * it reads the documents and after it wrote them. When nobody else
 * was writing before, and nobody has begun since, what changed is what it changed, and the total
 * goes on by that. In all other cases (a crash in between,
 * two writers at once) the total is unknown, and the next who asks counts; so it does while
 * something is being written.
 * What is said here stands in front of and behind the documents in MongoDB's own log, so none of it
 * needs to wait for a disk.
 */
export class Totals {
  readonly #totals: Collection<Total>;

  /** @param totals written without waiting */
  constructor(totals: Collection<Total>) {
    this.#totals = totals;
  }

  /** Before the documents of these partitions are read, to be written up to these positions. */
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

  /** When the documents are written. `more`: how many there are more than there were. */
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

  /** How many documents a partition has. */
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
    // Unless another writer has begun meanwhile.
    if (seen && seen.begun === seen.done)
      await this.#totals.updateOne(
        { _id, begun: seen.begun, done: seen.done, by: seen.by },
        { $set: { n, at: seen.done } },
      );
    return n;
  }

  /** The collection is empty, to be built again. @param name as it is stored */
  async forget(name: string): Promise<void> {
    await this.#totals.deleteMany({ collection: name });
  }
}

/** The total, if everything that was begun up to `begun` is written and counted. */
const knownOf = ({ done, at, n }: Total, begun: Position | undefined): Known | undefined =>
  n !== undefined && at !== undefined && at === done && begun === done ? { n, at } : undefined;
