import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Found } from '../engines/mongodb/global-setup.ts';
import type { Need } from './needs.ts';

const eventStoreUrl = process.env['EVENTSTORE_URL'];

/**
 * A running EventStoreDB. It is shared: tests use names of their own and never count all events.
 */
export const eventStore = {
  name: 'eventstoredb',
  url: eventStoreUrl ?? '',
  missing:
    eventStoreUrl === undefined
      ? 'EVENTSTORE_URL names no server, and no package carries one'
      : undefined,
} satisfies Need & { url: string };

// Who imports this file needs it: the first of a run waits until it has started.
const found = (await (await fetch(inject('mongodb'))).json()) as Found;

/**
 * A MongoDB, started for this run if none was named. It may be shared: tests use databases of their
 * own.
 */
export const mongodb = { name: 'mongodb', missing: found.missing } satisfies Need;

/** The address of a database that nobody else uses. */
export const newMongoAddress = (): string => found.address.replace('{database}', randomUUID());
