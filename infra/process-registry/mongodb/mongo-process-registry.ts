import { ProcessState } from '@hzm/contracts/core/status';
import { FORGOTTEN_MS, type ProcessRegistry } from '@hzm/services/core/ports/process-registry';
import { type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { askMongo } from '../../mongodb/failure.ts';

interface Entry {
  readonly _id: string;
  readonly at: Date;
  readonly state: string;
}

interface Aged extends Pick<Entry, 'state'> {
  /** Milliseconds since the heartbeat, by MongoDB's clock. */
  readonly age: number;
}

/** Returns the state with the time of its heartbeat by this process's clock. */
const stateNow = ({ state, age }: Aged): unknown => ({
  ...(JSON.parse(state) as object),
  at: new Date(Date.now() - age).toISOString(),
});

/** The processes of an installation in MongoDB, timed by its server's clock. */
export class MongoProcessRegistry implements ProcessRegistry {
  readonly #database: Db;
  readonly #entries: Collection<Entry>;

  constructor(address: string) {
    this.#database = openDatabase(address);
    // The next heartbeat repeats it within a second, so writes need not reach a disk.
    this.#entries = this.#database.collection('processes', {
      writeConcern: { w: 1, journal: false },
    });
  }

  heartbeat(state: ProcessState): Promise<void> {
    return askMongo(async () => {
      await this.#entries.updateOne(
        { _id: state.id },
        [{ $set: { at: '$$NOW', state: { $literal: JSON.stringify(state) } } }],
        { upsert: true },
      );
    });
  }

  all(): Promise<readonly ProcessState[]> {
    return askMongo(async () => {
      await this.#entries.deleteMany({
        $expr: { $lt: ['$at', { $subtract: ['$$NOW', FORGOTTEN_MS] }] },
      });
      const age = { $subtract: ['$$NOW', '$at'] };
      const shown = [{ $sort: { _id: 1 } }, { $project: { state: 1, age } }];
      const entries = await this.#entries.aggregate<Aged>(shown).toArray();
      // A process of another version may send another state.
      return entries.flatMap(one => ProcessState.safeParse(stateNow(one)).data ?? []);
    });
  }

  leave(id: string): Promise<void> {
    return askMongo(async () => {
      await this.#entries.deleteOne({ _id: id });
    });
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }
}
