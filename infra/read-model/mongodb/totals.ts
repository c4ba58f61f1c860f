import { randomUUID } from 'node:crypto';
import { laterOf, type Position, START } from '@hzm/contracts/core/position';
import type { Change } from '@hzm/services/core/ports/read-model';
import type { Collection, Document } from '../../mongodb/database.ts';
import type { Layout } from './layout.ts';
import { type Stored, storedId } from './stored.ts';

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
  /** What is older was dropped, though it may still be there. */
  readonly dropped?: Position;
}

/** What a batch makes of a partition: up to which position documents come or go, and at which all of them go. */
export interface Coming {
  readonly position: Position;
  readonly dropped?: Position | undefined;
}

/** With one more change; a patch or an addition brings no document and takes none. */
export function comingTo(before: Coming | undefined, change: Change, position: Position): Coming | undefined {
  if (change.op === 'patch' || change.op === 'add') return before;
  const dropped = change.op === 'drop-where' && change.where === undefined ? position : before?.dropped;
  return { position: laterOf(before?.position ?? START, position), dropped };
}

/** What is being written. `base`: the total before, undefined when it is not known or somebody else is writing, too. */
interface Turn extends Coming {
  readonly by: string;
  readonly base: { readonly n: number; readonly at: Position } | undefined;
}

export type Turns = ReadonlyMap<string, Turn>;

/**
 * How many documents the partitions of a collection have, kept beside them. A writer says so before it reads the documents and after it wrote them. When nobody else
 * was writing before, and nobody has begun since, what changed is what it changed, and the total goes on by that. In all other cases (a crash in between,
 * two writers at once, a whole partition dropped) the total is unknown, and the next who asks counts; so it does while something is being written.
 * What comes here is behind the documents in MongoDB's own log, so none of it needs to wait for a disk.
 */
export class Totals {
  readonly #totals: Collection<Total>;

  /** @param totals written without waiting */
  constructor(totals: Collection<Total>) {
    this.#totals = totals;
  }

  /** Before the documents of these partitions are read, to be written. */
  async begin({ name }: Layout, partitions: ReadonlyMap<string, Coming>): Promise<Turns> {
    const by = randomUUID();
    const turns = await Promise.all(Array.from(partitions, async ([partition, coming]) => {
      const begun = { $max: ['$begun', coming.position] };
      const set = { collection: name, was: '$begun', begun, by, done: { $ifNull: ['$done', START] } };
      const total = await this.#totals.findOneAndUpdate({ _id: storedId(name, partition) }, [{ $set: set }], { upsert: true, returnDocument: 'after' });
      return [partition, { ...coming, by, base: coming.dropped === undefined ? baseOf(total!) : undefined }] as const;
    }));
    return new Map(turns);
  }

  /** When the documents are written. `more`: how many there are more than there were; undefined: nobody knows. */
  async end({ name }: Layout, turns: Turns, more: (partition: string) => number | undefined): Promise<void> {
    const operations = Array.from(turns, ([partition, { position, dropped, by, base }]) => {
      const _id = storedId(name, partition);
      const added = more(partition);
      const done = base && laterOf(base.at, position);
      return [
        ...(base && added !== undefined ? [{ updateOne: { filter: { _id, by, done: base.at }, update: { $set: { done, at: done, n: base.n + added } } } }] : []),
        { updateOne: { filter: { _id }, update: { $max: { done: position, ...(dropped && { dropped }) } } } },
      ];
    }).flat();
    if (operations.length > 0) await this.#totals.bulkWrite(operations);
  }

  /** How many documents a partition has. */
  async of({ name }: Layout, partition: string, droppedAt: Position | undefined, count: (where: Document) => Promise<number>): Promise<number> {
    const _id = storedId(name, partition);
    const seen = await this.#totals.findOne({ _id });
    const known = seen && knownOf(seen, seen.begun);
    if (known) return known.n;
    const from = laterOf(seen?.dropped ?? START, droppedAt ?? START);
    const n = await count({ p: partition, pos: { $gte: from } } satisfies Document & { [K in keyof Stored]?: unknown });
    // Unless somebody began to write meanwhile.
    if (seen && seen.begun === seen.done) await this.#totals.updateOne({ _id, begun: seen.begun, done: seen.done, by: seen.by }, { $set: { n, at: seen.done } });
    return n;
  }

  /** The collection is to be built again. */
  async forget({ name }: Layout): Promise<void> {
    await this.#totals.deleteMany({ collection: name });
  }
}

/** The total, if everything that was begun up to `begun` is written and counted. */
const knownOf = ({ done, at, n }: Total, begun: Position | undefined): { n: number; at: Position } | undefined =>
  n !== undefined && at !== undefined && at === done && begun === done ? { n, at } : undefined;

const baseOf = (total: Total): Turn['base'] => knownOf(total, total.was);
