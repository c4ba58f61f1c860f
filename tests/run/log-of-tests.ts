import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';

export interface Log {
  readonly address: string;
  stop(): void;
}

/**
 * Starts the log of a server under test: with TEST_EVENT_STORE `eventstoredb` a server with that
 * protocol, else undefined for the default file.
 */
export async function newLog(): Promise<Log | undefined> {
  if (process.env['TEST_EVENT_STORE'] !== 'eventstoredb') return undefined;
  const server = await new EventStoreDbServer().start();
  return { address: server.address, stop: () => server.kill() };
}
