import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { project } from '@hzm/projections/core/projection';
import { projections } from '@hzm/projections/registry';
import { createApp } from '@hzm/services/api/app';
import { Codec } from '@hzm/services/core/codec';
import { CommandLoop } from '@hzm/services/core/command-loop';
import type { Engine } from '@hzm/services/core/engine';
import { erasure } from '@hzm/services/core/erasure';
import { Projector } from '@hzm/services/core/projector';
import { handlers } from '@hzm/services/domain/registry';
import type { Configuration } from './configuration.ts';
import { healthHandlers } from './health.ts';

export interface Running {
  readonly port: number;
  /** Finishes what is in flight, then lets go of everything. */
  close(): Promise<void>;
}

/** The whole product in this process. @throws Error when the port is taken or the data cannot be read */
export async function start({ port, host, dataDirectory, secret }: Configuration): Promise<Running> {
  const store = new SqliteEventStore(join(dataDirectory, 'events.db'));
  const vault = new SqliteKeyVault(join(dataDirectory, 'vault.db'), secret);
  const model = new SqliteReadModel(join(dataDirectory, 'views.db'));
  const codec = new Codec(vault, events, upcasters);
  const known = new Map(projections.map(p => [p.name, p]));
  const projector = new Projector(store, model, codec, projections, ({ name }, event) => project(known.get(name)!, event));
  const engine: Engine = { store, model, vault, codec, projector, secret, loop: new CommandLoop(store, codec), now: () => new Date() };
  projector.listen(erasure(vault, console.error));

  const app = createApp(engine, [...handlers, ...healthHandlers], console.error);
  const server = createServer(app);
  const close = async (): Promise<void> => {
    await new Promise<void>(resolve => server.close(() => resolve()).closeIdleConnections());
    await projector.close();
    await Promise.all([store.close(), model.close(), vault.close()]);
  };
  try {
    await projector.start();
    await listen(server, port, host);
  } catch (error) {
    await close();
    throw error;
  }
  return { port: (server.address() as { port: number }).port, close };
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new Error(`PORT ${port} is taken by another program; choose another one, e.g. PORT=${port + 1}.`) : error));
    server.listen(port, host, resolve);
  });
