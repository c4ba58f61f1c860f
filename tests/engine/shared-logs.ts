import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { MemoryEventStore } from '@hzm/infra/event-store/memory/memory-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import type { EventStore } from '@hzm/services/core/ports/event-store';
import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';
import { scratchFiles } from '../run/scratch-files.ts';

interface SharedLog {
  readonly open: () => EventStore;
  readonly close: () => Promise<void>;
}

/** Returns logs that several processes open, by kind of store. */
export function sharedLogs(): readonly (readonly [string, () => Promise<SharedLog>])[] {
  const scratchFile = scratchFiles();
  return [
    [
      'memory',
      async () => {
        const store = new MemoryEventStore();
        return { open: () => store, close: () => store.close() };
      },
    ],
    [
      'sqlite',
      async () => {
        const store = await SqliteEventStore.open(scratchFile());
        return { open: () => store, close: () => store.close() };
      },
    ],
    [
      'eventstoredb',
      async () => {
        const server = await new EventStoreDbServer().start();
        const opened: EventStore[] = [];
        return {
          open: () => {
            opened.push(new EventStoreDbEventStore(server.address));
            return opened.at(-1)!;
          },
          close: async () => {
            await Promise.all(opened.map(store => store.close()));
            server.kill();
          },
        };
      },
    ],
  ];
}
