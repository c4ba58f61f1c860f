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
import { refuseBroken } from '@hzm/services/api/broken-request';
import { neighbourhood } from '@hzm/services/api/neighbourhood';
import { Throttle } from '@hzm/services/api/throttle';
import { CachedReadModel } from '@hzm/services/core/cached-read-model';
import { Codec } from '@hzm/services/core/codec';
import { CommandLoop } from '@hzm/services/core/command-loop';
import type { Engine } from '@hzm/services/core/engine';
import type { EventStore } from '@hzm/services/core/ports/event-store';
import { LeaseKeeper } from '@hzm/services/core/lease-keeper';
import { SharedReadModel } from '@hzm/services/core/shared-read-model';
import { START } from '@hzm/contracts/core/position';
import { erasure } from '@hzm/services/core/erasure';
import { Projector, type Project } from '@hzm/services/core/projector';
import { replay } from '@hzm/services/core/replay';
import { ensureAdministrator } from '@hzm/services/domain/features/accounts/sign-up';
import { LogPast } from '@hzm/services/domain/features/history/past';
import { handlers } from '@hzm/services/domain/registry';
import { openGateway } from '@hzm/services/realtime/gateway';
import { pino } from 'pino';
import { roles as configurableRoles, type Configuration, type Role } from './configuration.ts';
import { healthHandlers } from './health.ts';
import { reachMongo } from './mongodb.ts';

const everyRole: ReadonlySet<Role> = new Set(configurableRoles);
const DRAIN_MS = 20;
/** What is not answered by then is cut. */
const PATIENCE_MS = 10_000;

export interface Running {
  readonly port: number;
  /** Finishes what is in flight, then lets go of everything. */
  close(): Promise<void>;
}

/** The whole product in this process. When it cannot start, nothing of it stays open. @throws Error when the port is taken or the data cannot be read */
export async function start({ port, host, dataDirectory, secret, admin, registrationsPerMinute = 0, eventStore, readModel, roles = everyRole, logLevel = 'warn' }: Configuration): Promise<Running> {
  await using held = new AsyncDisposableStack();
  const log = pino({ level: logLevel });
  // On the engines nothing but the secret lies in the directory, and several processes share it.
  if (eventStore === undefined || readModel === undefined) {
    const lock = lockDirectory(dataDirectory);
    held.defer(() => lock.release());
  }
  const store = eventStore === undefined ? opened(join(dataDirectory, 'events.db'), file => new SqliteEventStore(file)) : await connected(eventStore);
  held.defer(() => store.close());
  const mongo = readModel === undefined ? undefined : await reachMongo(readModel, secret, dataDirectory);
  const vault = mongo?.vault ?? opened(join(dataDirectory, 'vault.db'), file => new SqliteKeyVault(file, secret));
  held.defer(() => vault.close());
  if ((await store.head()) !== START && await vault.isEmpty()) throw new Error('The log holds events, but the keys that open them are not here. They are in vault.db of the data directory, or where HZM_READ_MODEL was.');
  const keeper = mongo && new LeaseKeeper(mongo.lease, error => log.warn({ err: error }, 'who writes the views cannot be settled now; trying again'));
  const shared = mongo && new SharedReadModel(mongo.views, () => keeper!.isHeld);
  const model = new CachedReadModel(shared ?? opened(join(dataDirectory, 'views.db'), file => new SqliteReadModel(file)), ['accounts', 'sessions', 'projects', 'keys', 'tables']);
  held.defer(() => model.close());
  if (keeper) held.defer(() => keeper.close());
  if (keeper && roles.has('projector')) await keeper.start();

  const codec = new Codec(vault, events, upcasters);
  const known = new Map(projections.map(p => [p.name, p]));
  const changesOf: Project = ({ name }, event) => project(known.get(name)!, event);
  const projector = new Projector(store, model, codec, projections, changesOf, [erasure(vault)], error => log.error({ err: error }, 'the views cannot follow the log; trying again'));
  held.defer(async () => {
    shared?.stop();
    await projector.close();
  });
  const now = () => new Date();
  const past = new LogPast({ store, codec, model, projector, now }, past => replay(new MemoryReadModel(), [projects, tables, rows], changesOf, past));
  const engine: Engine = { store, model, vault, codec, projector, past, secret, loop: new CommandLoop(store, codec), now };
  await projector.start();
  if (admin && roles.has('api')) await ensureAdministrator(engine, admin);

  const throttle = new Throttle(registrationsPerMinute);
  const server = createServer(createApp(engine, [...(roles.has('api') ? handlers : []), ...healthHandlers], throttle, log));
  server.on('clientError', refuseBroken);
  held.defer(() => drained(server));
  if (roles.has('realtime')) {
    const gateway = openGateway(engine, server, error => log.error({ err: error }, 'unexpected'), (address, isWrong) => throttle.projectPassword(neighbourhood(address), isWrong).isOver);
    held.defer(() => gateway.close());
  }
  await listen(server, port, host);
  const everything = held.move();
  return { port: (server.address() as { port: number }).port, close: () => everything.disposeAsync() };
}

/** Loaded only where it is asked for: its client takes time and memory. @throws Error that names the address */
async function connected(address: string): Promise<EventStore> {
  const { EventStoreDbEventStore } = await import('@hzm/infra/event-store/eventstoredb/eventstoredb-event-store');
  const store = new EventStoreDbEventStore(address);
  try {
    await store.identity();
    return store;
  } catch (error) {
    await store.close();
    throw new Error(`HZM_EVENT_STORE ${new URL(address.replace(/^esdb(\+discover)?/, 'http')).host} cannot be reached: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** What SQLite says of a damaged file does not name the file. */
function opened<T>(file: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (error) {
    throw error instanceof Error && 'errcode' in error ? new Error(`${file} cannot be read: ${error.message}.`, { cause: error }) : error;
  }
}

/** Answers what was asked; connections end with their answers instead of waiting for another question. */
async function drained(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), DRAIN_MS);
  const late = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await new Promise<void>(resolve => server.close(() => resolve()));
  clearInterval(idle);
  clearTimeout(late);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `PORT ${port} is taken by another program; choose another one, e.g. PORT=${port + 1}.`,
    EACCES: `PORT ${port} may not be used by this user; choose one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
    ENOTFOUND: `HOST ${host} is no address of this machine.`,
  };
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''];
      reject(reason === undefined ? error : new Error(reason, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}
