import { createHmac, type KeyObject } from 'node:crypto';
import type { LimitAnswer, LimitExchange, LimitStore } from '@hzm/services/core/ports/limit-store';
import { type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { askMongo } from '../../mongodb/failure.ts';

interface Entry {
  readonly _id: string;
  readonly used: number;
  readonly end: Date;
}
interface Answer extends Entry {
  readonly lent: number;
  readonly at: Date;
}

/** Bounds a call to a server that is slow, in milliseconds. */
const SERVER_MS = 1_000;

const isEnded = { $lte: [{ $ifNull: ['$end', new Date(0)] }, '$$NOW'] };

/** One atomic update by the server's clock: begins the window if it has ended, adds and lends. */
function updateOf({ limit, seconds, spent, end, want }: LimitExchange) {
  const isItsWindow = end === undefined ? true : { $eq: ['$end', new Date(end)] };
  const added = { $cond: [isItsWindow, spent, 0] };
  const room = { $subtract: [limit, '$used'] };
  return [
    {
      $set: {
        used: { $cond: [isEnded, 0, '$used'] },
        end: { $cond: [isEnded, { $add: ['$$NOW', seconds * 1_000] }, '$end'] },
        at: '$$NOW',
      },
    },
    { $set: { used: { $max: [0, { $add: ['$used', added] }] } } },
    { $set: { lent: { $max: [0, { $min: [want, room] }] } } },
    { $set: { used: { $add: ['$used', '$lent'] } } },
  ];
}

/** Limits in MongoDB, under keyed hashes, which its server removes after their windows. */
export class MongoLimitStore implements LimitStore {
  readonly #database: Db;
  readonly #entries: Collection<Entry>;
  readonly #pepper: () => KeyObject;
  #isIndexed = false;

  /** @param pepper returns the key of the hash: keys have addresses of computers */
  constructor(address: string, pepper: () => KeyObject) {
    this.#database = openDatabase(address);
    // A power cut may lose the counts of some milliseconds.
    this.#entries = this.#database.collection('limits', { writeConcern: { w: 1, journal: false } });
    this.#pepper = pepper;
  }

  exchange(asked: LimitExchange): Promise<LimitAnswer> {
    this.#removeEnded();
    const _id = createHmac('sha256', this.#pepper()).update(asked.key).digest('base64url');
    return askMongo(async () => {
      const { lent, used, end, at } = (await this.#entries.findOneAndUpdate(
        { _id },
        updateOf(asked),
        { upsert: true, returnDocument: 'after', maxTimeMS: SERVER_MS },
      )) as Answer;
      return { lent, used, end: end.getTime(), left: end.getTime() - at.getTime() };
    });
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }

  /** Has the server remove windows that ended; tried again with the next call if it failed. */
  #removeEnded(): void {
    if (this.#isIndexed) return;
    this.#isIndexed = true;
    this.#entries
      .createIndex({ end: 1 }, { name: 'end', expireAfterSeconds: 0 })
      .catch(() => (this.#isIndexed = false));
  }
}
