import { randomUUID } from 'node:crypto';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { afterAll, beforeAll, describe } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { eventStore } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { scratchFiles } from '../run/scratch-files.ts';
import { eventStoreContract } from './event-store.ts';

const scratchFile = scratchFiles();

eventStoreContract('memory', async () => new MemoryEventStore());
eventStoreContract('sqlite', () => SqliteEventStore.open(scratchFile()));

describe('the adapter on an in-process server', () => {
  let server: EventStoreDbServer;
  beforeAll(async () => {
    server = await new EventStoreDbServer().start();
  });
  afterAll(() => server.kill());
  eventStoreContract(
    'eventstoredb',
    async () => new EventStoreDbEventStore(server.address, { installation: `t${randomUUID()}` }),
  );
});

describe('the adapter on a real server', needs(eventStore), () => {
  eventStoreContract(
    'eventstoredb',
    async () => new EventStoreDbEventStore(eventStore.url, { installation: `t${randomUUID()}` }),
  );
});
