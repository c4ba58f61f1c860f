import { type Db, type FindCursor, MongoClient } from 'mongodb';

export {
  Binary,
  GridFSBucket,
  ObjectId,
  type AnyBulkWriteOperation,
  type ChangeStream,
  type Collection,
  type Db,
  type Document,
  type Filter,
  type IndexDescription,
} from 'mongodb';

/**
 * How long a question waits for a server; how often it is asked whether it lives, so that what a
 * frozen one will never answer ends.
 */
const SERVER_TIMEOUT_MS = 2_000;

/**
 * A database by its address, `mongodb://host:port/name?options`, with connections of its own. A
 * write has reached the disks of a majority when its promise resolves.
 * @param suffix behind the address's name of the database, which is `hzm` when it has none
 */
export function openDatabase(address: string, suffix = ''): Db {
  const client = new MongoClient(address, {
    serverSelectionTimeoutMS: SERVER_TIMEOUT_MS,
    connectTimeoutMS: SERVER_TIMEOUT_MS,
    heartbeatFrequencyMS: SERVER_TIMEOUT_MS,
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
  });
  const name = /^[^:]+:\/\/[^/]+\/([^?]+)/.exec(address)?.[1] ?? 'hzm';
  return client.db(decodeURIComponent(name) + suffix);
}

/**
 * What a question finds, as it comes over the connection (at most 16 MiB at once): the rest is not
 * fetched if the caller stops.
 */
export async function* chunksOf<T>(cursor: FindCursor<T>): AsyncGenerator<readonly T[]> {
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}
