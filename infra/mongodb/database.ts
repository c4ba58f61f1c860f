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

/** Bounds server selection, and the interval of heartbeats, which end calls to a frozen server. */
const SERVER_TIMEOUT_MS = 2_000;

/**
 * Opens a database by its URL, `mongodb://host:port/name?options`, with its own connections. A
 * write resolves once a majority has it on disk. @param suffix appended to the name, which defaults
 * to `hzm`
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

/** Yields results as they arrive, at most 16 MiB at once; stopping early fetches no more. */
export async function* chunksOf<T>(cursor: FindCursor<T>): AsyncGenerator<readonly T[]> {
  try {
    while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
  } finally {
    await cursor.close();
  }
}
