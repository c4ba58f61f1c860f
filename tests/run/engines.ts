import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Need } from './needs.ts';

const eventStoreUrl = process.env['EVENTSTORE_URL'];

/** A running EventStoreDB. It is shared: tests use names of their own and never count all events. */
export const eventStore = {
  name: 'eventstoredb',
  url: eventStoreUrl ?? '',
  missing: eventStoreUrl === undefined ? 'EVENTSTORE_URL names no server, and no package carries one' : undefined,
} satisfies Need & { url: string };

/** A MongoDB, started for this run if none was named. It may be shared: tests use databases of their own. */
export const mongodb = { name: 'mongodb', missing: inject('mongodb').missing } satisfies Need;

/** The address of a database that nobody else uses. */
export const newMongoAddress = (): string => inject('mongodb').address.replace('{database}', randomUUID());
