import { EventStoreDbServer } from '../engines/eventstoredb/server.ts';

export interface Log {
  readonly address: string;
  stop(): void;
}

/**
 * The log that a server under test keeps: where TEST_EVENT_STORE says `eventstoredb`, one of its
 * own behind that protocol; otherwise the file that is the default.
 */
export async function newLog(): Promise<Log | undefined> {
  if (process.env['TEST_EVENT_STORE'] !== 'eventstoredb') return undefined;
  const server = await new EventStoreDbServer().start();
  return { address: server.address, stop: () => server.kill() };
}
