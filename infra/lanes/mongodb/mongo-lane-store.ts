import type { LaneStore } from '@hzm/services/core/ports/lane-store';
import { type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { askMongo, isDuplicate } from '../../mongodb/failure.ts';

interface Entry {
  readonly _id: string;
  readonly holder?: string;
  readonly until: Date;
  /** The first that asked while another had the lane. */
  readonly next?: string;
  readonly nextUntil?: Date;
}

/** Milliseconds after which one that was to be next, and does not ask again, is passed over. */
const NEXT_MS = 200;
/** Seconds after which a lane that nobody has is forgotten. */
const IDLE_S = 60;

const isPast = (path: string) => ({ $lte: [{ $ifNull: [path, new Date(0)] }, '$$NOW'] });

/** One atomic update: takes the lane if it is free and nobody else is next, or becomes the next. */
function updateOf(holder: string, milliseconds: number, nextMs: number) {
  const me = { $literal: holder };
  const isMine = { $eq: ['$holder', me] };
  const isFree = isPast('$until');
  const isNext = { $or: [{ $eq: ['$next', me] }, isPast('$nextUntil')] };
  const isTaken = { $or: [isMine, { $and: [isFree, isNext] }] };
  const nobody = '$$REMOVE';
  return [
    {
      $set: {
        holder: { $cond: [isTaken, me, '$holder'] },
        until: {
          $cond: [isTaken, { $add: ['$$NOW', milliseconds] }, { $ifNull: ['$until', '$$NOW'] }],
        },
        next: { $cond: [isTaken, nobody, { $cond: [isNext, me, '$next'] }] },
        nextUntil: {
          $cond: [isTaken, nobody, { $cond: [isNext, { $add: ['$$NOW', nextMs] }, '$nextUntil'] }],
        },
      },
    },
  ];
}

/** Lanes in MongoDB, timed by its server's clock. */
export class MongoLaneStore implements LaneStore {
  readonly #database: Db;
  readonly #lanes: Collection<Entry>;
  readonly #nextMs: number;
  #isIndexed = false;

  constructor(address: string, nextMs = NEXT_MS) {
    this.#database = openDatabase(address);
    this.#nextMs = nextMs;
    // A power cut of the server ends the requests of the holders, too.
    this.#lanes = this.#database.collection('lanes', { writeConcern: { w: 1, journal: false } });
  }

  take(lane: string, holder: string, milliseconds: number): Promise<boolean> {
    this.#forgetIdle();
    const ask = async (): Promise<boolean> =>
      (
        await this.#lanes.findOneAndUpdate(
          { _id: lane },
          updateOf(holder, milliseconds, this.#nextMs),
          {
            upsert: true,
            returnDocument: 'after',
          },
        )
      )?.holder === holder;
    // Retries once: of two concurrent inserts, one fails as a duplicate and then finds the other's.
    return askMongo(() =>
      ask().catch((error: unknown) => (isDuplicate(error) ? ask() : Promise.reject(error))),
    );
  }

  release(lanes: readonly string[], holder: string): Promise<void> {
    return askMongo(async () => {
      await this.#lanes.updateMany(
        { _id: { $in: [...lanes] }, holder },
        { $unset: { holder: '' }, $currentDate: { until: true } },
      );
    });
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }

  #forgetIdle(): void {
    if (this.#isIndexed) return;
    this.#isIndexed = true;
    this.#lanes
      .createIndex({ until: 1 }, { name: 'until', expireAfterSeconds: IDLE_S })
      .catch(() => (this.#isIndexed = false));
  }
}
