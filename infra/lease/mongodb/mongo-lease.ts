import type { Lease } from '@hzm/services/core/ports/lease';
import { type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { askMongo, isDuplicate } from '../../mongodb/failure.ts';

interface Entry {
  readonly _id: string;
  readonly holder: string;
  readonly until: Date;
}

/** A lease in MongoDB, timed by its server's clock. */
export class MongoLease implements Lease {
  readonly #database: Db;
  readonly #leases: Collection<Entry>;
  readonly #name: string;

  constructor(address: string, name: string) {
    this.#database = openDatabase(address);
    this.#leases = this.#database.collection('leases');
    this.#name = name;
  }

  take(holder: string, milliseconds: number): Promise<boolean> {
    const isFree = {
      $or: [{ $eq: ['$holder', { $literal: holder }] }, { $lt: ['$until', '$$NOW'] }],
    };
    const taken = {
      holder: { $cond: [isFree, { $literal: holder }, '$holder'] },
      until: { $cond: [isFree, { $add: ['$$NOW', milliseconds] }, '$until'] },
    };
    return this.#run(
      async () =>
        (
          await this.#leases.findOneAndUpdate({ _id: this.#name }, [{ $set: taken }], {
            upsert: true,
            returnDocument: 'after',
          })
        )?.holder === holder,
    );
  }

  release(holder: string): Promise<void> {
    return this.#run(async () => {
      await this.#leases.deleteOne({ _id: this.#name, holder });
    });
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    // Retries once: of two concurrent inserts, one fails as a duplicate and then finds the other's.
    return askMongo(() =>
      work().catch((error: unknown) => (isDuplicate(error) ? work() : Promise.reject(error))),
    );
  }
}
