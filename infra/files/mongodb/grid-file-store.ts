import { pipeline } from 'node:stream/promises';
import type { FileStore, OpenFile, StoredFile } from '@hzm/services/core/ports/file-store';
import {
  GridFSBucket,
  ObjectId,
  openDatabase,
  type Collection,
  type Db,
  type Filter,
} from '../../mongodb/database.ts';
import { askMongo, isDuplicate } from '../../mongodb/failure.ts';

const BUCKET = 'files';
/** Name in GridFS of a file that is being written. */
const INCOMING = 'incoming';

/** A file of GridFS; `metadata` is set once it is complete. `key` is partition and name. */
interface FileDoc {
  readonly _id: ObjectId;
  readonly length: number;
  readonly metadata?: {
    readonly key: string;
    readonly partition: string;
    readonly name: string;
    readonly at: Date;
  };
}
/** A file being written or removed, recorded so that `tidy` finds its remains. */
interface IncomingDoc {
  readonly _id: ObjectId;
  readonly at: Date;
}

const keyOf = (partition: string, name: string): string => `${partition}/${name}`;

/** Files in MongoDB's GridFS, shared by all processes. */
export class GridFileStore implements FileStore {
  readonly #database: Db;
  readonly #bucket: GridFSBucket;
  readonly #files: Collection<FileDoc>;
  readonly #incoming: Collection<IncomingDoc>;
  #indexed: Promise<unknown> | undefined;

  constructor(address: string) {
    this.#database = openDatabase(address);
    this.#bucket = new GridFSBucket(this.#database, { bucketName: BUCKET });
    this.#files = this.#database.collection(`${BUCKET}.files`);
    this.#incoming = this.#database.collection(`${BUCKET}.${INCOMING}`);
  }

  async write(
    partition: string,
    chunks: AsyncIterable<Uint8Array>,
    nameOf: () => string,
  ): Promise<void> {
    await this.#ready();
    const id = new ObjectId();
    await askMongo(() => this.#incoming.insertOne({ _id: id, at: new Date() }));
    try {
      await askMongo(() => pipeline(chunks, this.#bucket.openUploadStreamWithId(id, INCOMING)));
      await askMongo(() => this.#name(id, partition, nameOf()));
    } catch (error) {
      // If MongoDB is unreachable now, `tidy` removes it later.
      await this.#drop(id).catch(() => undefined);
      throw error;
    }
    await askMongo(() => this.#incoming.deleteOne({ _id: id }));
  }

  async open(partition: string, name: string): Promise<OpenFile | undefined> {
    const found = await askMongo(() =>
      this.#files.findOne({ 'metadata.key': keyOf(partition, name) }),
    );
    if (!found) return undefined;
    const bucket = this.#bucket;
    return {
      size: found.length,
      async *read(from, to) {
        if (from < to)
          yield* bucket.openDownloadStream(found._id, {
            start: from,
            end: to,
          }) as AsyncIterable<Uint8Array>;
      },
      close: async () => undefined,
    };
  }

  async *entries(): AsyncGenerator<StoredFile> {
    for await (const { length, metadata } of this.#files
      .find({ 'metadata.partition': { $exists: true } })
      .sort({ 'metadata.partition': 1 }))
      if (metadata)
        yield { partition: metadata.partition, name: metadata.name, size: length, at: metadata.at };
  }

  remove(partition: string, name: string, before?: Date): Promise<void> {
    return askMongo(() =>
      this.#removeWhere({
        'metadata.key': keyOf(partition, name),
        ...(before && { 'metadata.at': { $lt: before } }),
      }),
    );
  }

  removeAll(partition: string): Promise<void> {
    return askMongo(() => this.#removeWhere({ 'metadata.partition': partition }));
  }

  async tidy(before: Date): Promise<void> {
    for (const { _id } of await askMongo(() =>
      this.#incoming.find({ at: { $lt: before } }).toArray(),
    ))
      await askMongo(() => this.#drop(_id));
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }

  /** Creates the indexes; the unique one rejects a second file of the same name. */
  #ready(): Promise<unknown> {
    this.#indexed ??= askMongo(() =>
      this.#files.createIndexes([
        {
          key: { 'metadata.key': 1 },
          unique: true,
          partialFilterExpression: { 'metadata.key': { $exists: true } },
        },
        { key: { 'metadata.partition': 1 } },
      ]),
    ).catch((error: unknown) => {
      this.#indexed = undefined;
      throw error;
    });
    return this.#indexed;
  }

  /**
   * Names a written file. If the name exists, that file's time is renewed and this one is dropped.
   */
  async #name(id: ObjectId, partition: string, name: string): Promise<void> {
    const [key, at] = [keyOf(partition, name), new Date()];
    for (;;) {
      const { matchedCount } = await this.#files.updateOne(
        { 'metadata.key': key },
        { $set: { 'metadata.at': at } },
      );
      if (matchedCount > 0) return this.#drop(id);
      try {
        await this.#files.updateOne(
          { _id: id },
          { $set: { metadata: { key, partition, name, at } } },
        );
        return;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
  }

  /** Removes a file without a name; one named since then stays. */
  async #drop(id: ObjectId): Promise<void> {
    const named = await this.#files.findOne({ _id: id, 'metadata.key': { $exists: true } });
    if (!named) await this.#removeParts(id);
    await this.#incoming.deleteOne({ _id: id });
  }

  async #removeWhere(filter: Filter<FileDoc>): Promise<void> {
    for (;;) {
      // Recorded as incoming first, so that `tidy` completes an interrupted removal.
      const found = await this.#files.findOne(filter);
      if (!found) return;
      await this.#incoming.updateOne(
        { _id: found._id },
        { $set: { at: new Date() } },
        { upsert: true },
      );
      const { deletedCount } = await this.#files.deleteOne({ ...filter, _id: found._id });
      if (deletedCount > 0) await this.#removeParts(found._id);
      await this.#incoming.deleteOne({ _id: found._id });
    }
  }

  async #removeParts(id: ObjectId): Promise<void> {
    await this.#files.deleteOne({ _id: id });
    await this.#database.collection(`${BUCKET}.chunks`).deleteMany({ files_id: id });
  }
}
