import type { Need } from './needs.ts';

const eventStoreUrl = process.env['EVENTSTORE_URL'];

/** A running EventStoreDB. It is shared: tests use names of their own and never count all events. */
export const eventStore = {
  name: 'eventstoredb',
  url: eventStoreUrl ?? '',
  missing: eventStoreUrl === undefined ? 'EVENTSTORE_URL names no server, and no package carries one' : undefined,
} satisfies Need & { url: string };
