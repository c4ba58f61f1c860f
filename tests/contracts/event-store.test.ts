import { randomUUID } from 'node:crypto';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { OutcomeUnknown } from '@hzm/services/core/ports/event-store';
import { afterAll, beforeAll, describe } from 'vitest';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { eventStore } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { scratchFiles } from '../run/scratch-files.ts';
import { eventStoreContract } from './event-store.ts';

const scratchFile = scratchFiles();

eventStoreContract('memory', async () => new MemoryEventStore());
eventStoreContract('sqlite', () => SqliteEventStore.open(scratchFile()));

/** Repeats an append whose outcome is unknown, as callers do: a busy host misses its deadline. */
class RepeatingEventStore extends EventStoreDbEventStore {
  override async append(...append: Parameters<EventStoreDbEventStore['append']>) {
    for (;;)
      try {
        return await super.append(...append);
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) throw error;
      }
  }
}

describe('the adapter on an in-process server', () => {
  let server: EventStoreDbServer;
  beforeAll(async () => {
    server = await new EventStoreDbServer().start();
  });
  afterAll(() => server.kill());
  eventStoreContract(
    'eventstoredb',
    async () => new RepeatingEventStore(server.address, { installation: `t${randomUUID()}` }),
  );
});

describe('the adapter on a real server', needs(eventStore), () => {
  eventStoreContract(
    'eventstoredb',
    async () => new RepeatingEventStore(eventStore.url, { installation: `t${randomUUID()}` }),
  );
});
