import { createServer, type Server } from 'node:http';
import { newId } from '@hzm/contracts/core/ids';
import { events, upcasters } from '@hzm/contracts/registry';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { project } from '@hzm/projections/core/projection';
import { projects } from '@hzm/projections/features/projects/projects';
import { rows } from '@hzm/projections/features/rows/rows';
import { tables } from '@hzm/projections/features/tables/tables';
import { projections } from '@hzm/projections/registry';
import { createApp } from '@hzm/services/api/app';
import { refuseBroken } from '@hzm/services/api/broken-request';
import { neighbourhood } from '@hzm/services/api/neighbourhood';
import { Throttle } from '@hzm/services/api/throttle';
import { Board } from '@hzm/services/core/board';
import { Generations } from '@hzm/services/core/generations';
import { Rebuild } from '@hzm/services/core/rebuild';
import { CachedReadModel } from '@hzm/services/core/cached-read-model';
import { Codec } from '@hzm/services/core/codec';
import { CommandLoop } from '@hzm/services/core/command-loop';
import type { Engine } from '@hzm/services/core/engine';
import { erasure, forgetting } from '@hzm/services/core/erasure';
import { Gate, HISTORIES } from '@hzm/services/core/gate';
import { LOOPBACK, trusting } from '@hzm/services/core/proxies';
import { Projector, type Project } from '@hzm/services/core/projector';
import { replay } from '@hzm/services/core/replay';
import { Vitals } from '@hzm/services/core/vitals';
import { ensureAdministrator } from '@hzm/services/domain/features/accounts/sign-up';
import { LogPast } from '@hzm/services/domain/features/history/past';
import { heed } from '@hzm/services/domain/features/status/heed';
import { handlers } from '@hzm/services/domain/registry';
import { openGateway } from '@hzm/services/realtime/gateway';
import { pino } from 'pino';
import { roles as allRoles, type Configuration, type Role } from './configuration.ts';
import { healthHandlers } from './health.ts';
import { openStores } from './stores.ts';
import { VERSION } from './version.ts';

const everyRole: ReadonlySet<Role> = new Set(allRoles);
const DRAIN_MS = 20;
/** What is not answered by then is cut. */
const PATIENCE_MS = 10_000;

export interface Running {
  readonly port: number;
  /** Finishes what is in flight, then lets go of everything. */
  close(): Promise<void>;
}

/** The whole product, or some of its roles, in this process. When it cannot start, nothing of it stays open. @throws Error when the port is taken or the data cannot be read */
export async function start(configuration: Configuration): Promise<Running> {
  const { port, host, secret, admin, registrationsPerMinute = 0, roles = everyRole, logLevel = 'warn' } = configuration;
  await using held = new AsyncDisposableStack();
  const log = pino({ level: logLevel });
  const { store, vault, model: views, roster, presence, kinds, isWriter, stopWaiting } = await openStores({ ...configuration, roles }, held, (error, what) => log.warn({ err: error }, `${what}; trying again`));
  const generations = new Generations(views);
  const model = new CachedReadModel(generations, ['accounts', 'sessions', 'projects', 'keys', 'tables']);

  const codec = new Codec(vault, events, upcasters);
  const known = new Map(projections.map(p => [p.name, p]));
  const changesOf: Project = ({ name }, event) => project(known.get(name)!, event);
  const projector = new Projector(store, model, codec, projections, changesOf, [erasure(vault)], error => log.error({ err: error }, 'the views cannot follow the log; trying again'), name => rebuild.ask(name));
  const rebuild = new Rebuild({ store, codec, generations, projector, project: changesOf, isWriter, failed: error => log.error({ err: error }, 'a view cannot be built') });
  generations.onSwitch = () => model.forget();
  held.defer(async () => {
    stopWaiting();
    await rebuild.close();
    await projector.close();
  });
  const now = () => new Date();
  const past = new LogPast({ store, codec, model, projector, now }, past => replay(new MemoryReadModel(), [projects, tables, rows], changesOf, past));
  const vitals = new Vitals();
  const board = new Board({ store, model, projector, vitals, roster, kinds, isWriter, rebuild, me: { id: newId(), roles: [...roles], version: VERSION, startedAt: now().toISOString() } });
  const engine: Engine = { store, model, vault, codec, projector, past, vitals, board, presence, secret, loop: new CommandLoop(store, codec), histories: new Gate(HISTORIES), now };
  await projector.start();
  projector.listen(batch => vitals.events.add(batch.length));
  projector.listen(heed(projector, rebuild));
  projector.listen(forgetting(engine.loop.states));
  rebuild.start();
  await board.start();
  held.defer(() => board.close());
  if (admin && roles.has('api')) await ensureAdministrator(engine, admin);

  const trusts = trusting(configuration.trustedProxies ?? LOOPBACK);
  const throttle = new Throttle(registrationsPerMinute);
  const server = createServer(createApp(engine, [...(roles.has('api') ? handlers : []), ...healthHandlers], throttle, log, trusts));
  server.on('clientError', refuseBroken);
  held.defer(() => drained(server));
  if (roles.has('realtime')) {
    const gateway = openGateway(engine, server, error => log.error({ err: error }, 'unexpected'), (address, isWrong) => throttle.projectPassword(neighbourhood(address), isWrong).isOver, trusts);
    held.defer(() => gateway.close());
  }
  await listen(server, port, host);
  const everything = held.move();
  return { port: (server.address() as { port: number }).port, close: () => everything.disposeAsync() };
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
