import {
  USES_KEPT,
  type Addition,
  type Counts,
  type Usage,
  type UsageStore,
  type Use,
} from '@hzm/services/core/ports/usage-store';
import { type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { askMongo } from '../../mongodb/failure.ts';

interface Total extends Counts {
  readonly _id: string;
  readonly lastUsed: string | null;
  readonly lastWrong: string | null;
  readonly uses: readonly Use[];
}
interface Day extends Counts {
  readonly _id: { readonly subject: string; readonly day: string };
}

/** Uses the index on `_id`. MongoDB rejects an empty `$or`. */
const daysOfAny = (subjects: readonly string[]) =>
  subjects.length === 0
    ? { _id: { $in: [] } }
    : {
        $or: subjects.map(subject => ({
          _id: { $gte: { subject, day: '' }, $lt: { subject, day: '~' } },
        })),
      };

export class MongoUsageStore implements UsageStore {
  readonly #database: Db;
  readonly #totals: Collection<Total>;
  readonly #days: Collection<Day>;

  constructor(address: string) {
    this.#database = openDatabase(address);
    // A power cut may lose the counts of a few seconds.
    this.#totals = this.#database.collection('usage', { writeConcern: { w: 1, journal: false } });
    this.#days = this.#database.collection('usage-days', {
      writeConcern: { w: 1, journal: false },
    });
  }

  add(additions: readonly Addition[]): Promise<void> {
    return askMongo(async () => {
      await this.#totals.bulkWrite(
        additions.map(({ subject, used, wrong, lastUsed, lastWrong, uses }) => ({
          updateOne: {
            filter: { _id: subject },
            upsert: true,
            // MongoDB orders null before any text.
            update: {
              $inc: { used, wrong },
              $max: { lastUsed, lastWrong },
              $push: { uses: { $each: [...uses], $slice: -USES_KEPT } },
            },
          },
        })),
      );
      await this.#days.bulkWrite(
        additions.map(({ subject, day, used, wrong }) => ({
          updateOne: {
            filter: { _id: { subject, day } },
            update: { $inc: { used, wrong } },
            upsert: true,
          },
        })),
      );
    });
  }

  of(subjects: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    return askMongo(async () => {
      const [totals, days] = await Promise.all([
        this.#totals.find({ _id: { $in: [...subjects] } }).toArray(),
        this.#days.find(daysOfAny(subjects)).toArray(),
      ]);
      const daysOf = Map.groupBy(days, ({ _id }) => _id.subject);
      return new Map(
        totals.map(({ _id, ...total }) => [
          _id,
          {
            ...total,
            days: (daysOf.get(_id) ?? []).map(({ _id: { day }, used, wrong }) => ({
              day,
              used,
              wrong,
            })),
          },
        ]),
      );
    });
  }

  forget(subjects: readonly string[]): Promise<void> {
    return askMongo(async () => {
      await this.#totals.deleteMany({ _id: { $in: [...subjects] } });
      await this.#days.deleteMany(daysOfAny(subjects));
    });
  }

  forgetBefore(day: string): Promise<void> {
    return askMongo(async () => {
      await this.#days.deleteMany({ '_id.day': { $lt: day } });
      await this.#totals.deleteMany({ uses: { $size: 0 }, wrong: 0, lastUsed: { $lt: day } });
    });
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }
}
