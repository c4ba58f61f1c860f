import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { Binary, type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { isDuplicate, isTransient } from '../../mongodb/failure.ts';
import { CHECK, type Kept, type KeyRecords, type RingRecord, type Wrapped } from '../records.ts';
import type { Ring } from '../ring.ts';

interface Line {
  readonly _id: string;
  /** Null if the key was destroyed. */
  readonly wrapped: Binary | null;
  /** Absent if an earlier version wrote it. */
  readonly root?: number;
}

interface RingLine {
  readonly _id: 'ring';
  readonly revision: number;
  readonly body: string;
}

const majority = { readConcern: { level: 'majority' } } as const;
const keptOf = ({ wrapped, root = 0 }: Line): Kept => wrapped && { root, bytes: wrapped.value() };
const recordOf = ({ revision, body }: RingLine): RingRecord => ({
  revision,
  ring: JSON.parse(body) as Ring,
});

/**
 * A vault's records in MongoDB, shared by many processes, in a database of their own,
 * `<name>-keys`: the read model can be dropped, keys cannot. A destroyed key leaves a majority at
 * once; MongoDB decides how long its files and oplog keep the wrapped bytes.
 */
export class MongoKeyRecords implements KeyRecords {
  readonly #database: Db;
  readonly #keys: Collection<Line>;
  readonly #rings: Collection<RingLine>;
  readonly erasing = 0;

  constructor(address: string) {
    this.#database = openDatabase(address, '-keys');
    this.#keys = this.#database.collection('keys', majority);
    this.#rings = this.#database.collection('ring', majority);
  }

  /**
   * Returns the value by which earlier versions verified their secret; undefined if they wrote
   * none.
   */
  legacyCheck(): Promise<Uint8Array | undefined> {
    return this.#run(async () => (await this.#keys.findOne({ _id: CHECK }))?.wrapped?.value());
  }

  ringIfAny(): Promise<RingRecord | undefined> {
    return this.#run(async () => {
      const line = await this.#rings.findOne({ _id: 'ring' });
      return line ? recordOf(line) : undefined;
    });
  }

  /** Stores the ring unless there is one: the first writer wins. */
  async makeRing(ring: Ring): Promise<RingRecord> {
    await this.#upsert(this.#rings, 'ring', {
      $setOnInsert: { revision: 1, body: JSON.stringify(ring) },
    });
    await this.#upsert(this.#keys, CHECK, { $set: { wrapped: new Binary(Buffer.alloc(0)) } });
    return this.ring();
  }

  find(scope: string): Promise<Kept | undefined> {
    return this.#run(async () => {
      const line = await this.#keys.findOne({ _id: scope });
      return line ? keptOf(line) : undefined;
    });
  }

  insert(scope: string, { root, bytes }: Wrapped): Promise<void> {
    return this.#upsert(this.#keys, scope, { $setOnInsert: { wrapped: new Binary(bytes), root } });
  }

  replace(scope: string, before: Wrapped, after: Wrapped | undefined): Promise<void> {
    const same = { _id: scope, wrapped: new Binary(before.bytes) };
    return this.#run(async () => {
      await (after
        ? this.#keys.updateOne(same, {
            $set: { wrapped: new Binary(after.bytes), root: after.root },
          })
        : this.#keys.deleteOne(same));
    });
  }

  destroy(scope: string): Promise<void> {
    return this.#upsert(this.#keys, scope, { $set: { wrapped: null } });
  }

  async *lines(): AsyncIterable<{ readonly scope: string; readonly kept: Kept }> {
    for await (const line of this.#keys.find({}, { sort: { _id: 1 } }))
      yield { scope: line._id, kept: keptOf(line) };
  }

  isEmpty(): Promise<boolean> {
    return this.#run(async () => (await this.#keys.findOne({ _id: { $ne: CHECK } })) === null);
  }

  async ring(): Promise<RingRecord> {
    const record = await this.ringIfAny();
    if (!record) throw new Unavailable('the vault has no ring of root keys any more');
    return record;
  }

  replaceRing({ revision }: RingRecord, ring: Ring): Promise<boolean> {
    return this.#run(
      async () =>
        (
          await this.#rings.updateOne(
            { _id: 'ring', revision },
            { $set: { body: JSON.stringify(ring) }, $inc: { revision: 1 } },
          )
        ).modifiedCount === 1,
    );
  }

  tidy(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }

  /**
   * Retries once: of two concurrent inserts, one fails as a duplicate and then finds the other's.
   */
  #upsert<L extends { readonly _id: string }>(
    collection: Collection<L>,
    id: L['_id'],
    update: object,
  ): Promise<void> {
    const write = async (): Promise<void> =>
      void (await collection.updateOne({ _id: id } as never, update, { upsert: true }));
    return this.#run(() =>
      write().catch(error => (isDuplicate(error) ? write() : Promise.reject(error))),
    );
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw isTransient(error)
        ? new Unavailable('the vault cannot be read or written now', { cause: error })
        : error;
    }
  }
}
