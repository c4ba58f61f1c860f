import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { inject } from 'vitest';
import type { Found } from '../engines/global-setup.ts';
import type { Need } from './needs.ts';

const find = async (engine: string): Promise<Found> =>
  (await (await fetch(`${inject('engines')}/${engine}`)).json()) as Found;

// The first test file of a run that imports this module waits until both engines have started.
const [foundMongo, foundEventStore] = await Promise.all([find('mongodb'), find('eventstoredb')]);

/** A running EventStoreDB. It may be shared: tests use names of their own and never count all events. */
export const eventStore = {
  name: 'eventstoredb',
  url: foundEventStore.address ?? '',
  missing: foundEventStore.missing,
} satisfies Need & { url: string };

/** A running MongoDB. It may be shared: tests use databases of their own. */
export const mongodb = { name: 'mongodb', missing: foundMongo.missing } satisfies Need;

/** The address of a database that nobody else uses. */
export const newMongoAddress = (): string =>
  (foundMongo.address ?? '').replace('{database}', randomUUID());

/** Deletes all documents of a database; its collections and indexes stay. */
export async function emptyMongo(address: string): Promise<void> {
  const client = new MongoClient(address);
  try {
    const collections = await client.db().collections();
    await Promise.all(collections.map(collection => collection.deleteMany()));
  } finally {
    await client.close();
  }
}
