import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { lockDirectory } from '@hzm/infra/sqlite/directory-lock';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { project } from '@hzm/projections/core/projection';
import { projects } from '@hzm/projections/features/projects/projects';
import { rows } from '@hzm/projections/features/rows/rows';
import { tables } from '@hzm/projections/features/tables/tables';
import { projections } from '@hzm/projections/registry';
import { createApp } from '@hzm/services/api/app';
import { Throttle } from '@hzm/services/api/throttle';
import { CachedReadModel } from '@hzm/services/core/cached-read-model';
import { Codec } from '@hzm/services/core/codec';
import { CommandLoop } from '@hzm/services/core/command-loop';
import type { Engine } from '@hzm/services/core/engine';
import { erasure } from '@hzm/services/core/erasure';
import { Projector, type Project } from '@hzm/services/core/projector';
import { replay } from '@hzm/services/core/replay';
import { ensureAdministrator } from '@hzm/services/domain/features/accounts/sign-up';
import { LogPast } from '@hzm/services/domain/features/history/past';
import { handlers } from '@hzm/services/domain/registry';
import { openGateway, type Gateway } from '@hzm/services/realtime/gateway';
import { pino } from 'pino';
import type { Configuration } from './configuration.ts';
import { healthHandlers } from './health.ts';

const DRAIN_MS = 20;

export interface Running {
  readonly port: number;
  /** Finishes what is in flight, then lets go of everything. */
  close(): Promise<void>;
}

/** The whole product in this process. @throws Error when the port is taken or the data cannot be read */
export async function start({ port, host, dataDirectory, secret, admin, registrationsPerMinute = 0, logLevel = 'warn' }: Configuration): Promise<Running> {
  const lock = lockDirectory(dataDirectory);
  const log = pino({ level: logLevel });
  const failed = (error: unknown): void => log.error({ err: error }, 'unexpected');
  const store = new SqliteEventStore(join(dataDirectory, 'events.db'));
  const vault = new SqliteKeyVault(join(dataDirectory, 'vault.db'), secret);
  const model = new CachedReadModel(new SqliteReadModel(join(dataDirectory, 'views.db')), ['accounts', 'sessions', 'projects', 'keys', 'tables']);
  const codec = new Codec(vault, events, upcasters);
  const known = new Map(projections.map(p => [p.name, p]));
  const changesOf: Project = ({ name }, event) => project(known.get(name)!, event);
  const projector = new Projector(store, model, codec, projections, changesOf, [erasure(vault)]);
  const now = () => new Date();
  const past = new LogPast({ store, codec, model, projector, now }, past => replay(new MemoryReadModel(), [projects, tables, rows], changesOf, past));
  const engine: Engine = { store, model, vault, codec, projector, past, secret, loop: new CommandLoop(store, codec), now };

  const app = createApp(engine, [...handlers, ...healthHandlers], new Throttle(registrationsPerMinute), log);
  const server = createServer(app);
  let gateway: Gateway | undefined;
  const close = async (): Promise<void> => {
    gateway?.close();
    await drained(server);
    await projector.close();
    await Promise.all([store.close(), model.close(), vault.close()]);
    lock.release();
  };
  try {
    await projector.start();
    if (admin) await ensureAdministrator(engine, admin);
    gateway = openGateway(engine, server, failed);
    await listen(server, port, host);
  } catch (error) {
    await close();
    throw error;
  }
  return { port: (server.address() as { port: number }).port, close };
}

/** Answers what was asked; connections end with their answers instead of waiting for another question. */
async function drained(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), DRAIN_MS);
  await new Promise<void>(resolve => server.close(() => resolve()));
  clearInterval(idle);
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new Error(`PORT ${port} is taken by another program; choose another one, e.g. PORT=${port + 1}.`) : error));
    server.listen(port, host, resolve);
  });
