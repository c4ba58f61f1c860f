import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import type { Paused } from '@hzm/contracts/core/status';
import { events, upcasters } from '@hzm/contracts/registry';
import { MemoryReadModel } from '../read-model/memory/memory-read-model.ts';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { keyDocs, keyTextDocs } from '@hzm/projections/features/keys/keys';
import { lookDocs } from '@hzm/projections/features/looks/looks';
import { masterDocs } from '@hzm/projections/features/master/master';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { projections } from '@hzm/projections/registry';
import { createApp } from '@hzm/services/api/app';
import { FILE_MS } from '@hzm/services/api/files';
import { refuseBroken } from '@hzm/services/api/broken-request';
import { Throttle } from '@hzm/services/api/throttle';
import { StatusService } from '@hzm/services/core/status-service';
import { BlueGreenReadModel } from '@hzm/services/core/blue-green-read-model';
import { Rebuild } from '@hzm/services/core/rebuild';
import { CachedReadModel } from '@hzm/services/core/cached-read-model';
import { Codec } from '@hzm/services/core/codec';
import { CommandExecutor } from '@hzm/services/core/command-executor';
import type { Engine } from '@hzm/services/core/engine';
import { cryptoShredder, forgetting } from '@hzm/services/core/crypto-shredder';
import { Background } from '@hzm/services/core/background';
import { Copies } from '@hzm/services/core/copies';
import { Files } from '@hzm/services/core/files';
import { COMPUTING, Gate, HISTORIES, LISTS } from '@hzm/services/core/gate';
import { ipRateLimitKey } from '@hzm/services/core/ip-rate-limit-key';
import { Hashing } from '@hzm/services/core/password';
import { LOOPBACK, trusting } from '@hzm/services/core/proxies';
import { patiently } from '@hzm/services/core/patiently';
import { Projector } from '@hzm/services/core/projector';
import { replay } from '@hzm/services/core/replay';
import { PeriodicTask } from '@hzm/services/core/periodic-task';
import { requestIndex } from '@hzm/services/core/request-index';
import { SessionTokens } from '@hzm/services/core/session';
import { UsageCounter } from '@hzm/services/core/usage-counter';
import { Metrics } from '@hzm/services/core/metrics';
import { ensureAdministrator } from '@hzm/services/domain/features/accounts/sign-up';
import { collectFiles, dropFiles } from '@hzm/services/domain/features/attachments/collect';
import { NotificationMails } from '@hzm/services/domain/features/notifications/mail-round';
import { endExpired } from '@hzm/services/domain/features/pricing/end-expired';
import { LogPointInTimeReads } from '@hzm/services/domain/features/history/point-in-time';
import { handleBackups } from '@hzm/services/domain/features/backups/handle-backups';
import { resumeClearings } from '@hzm/services/domain/features/portable/run-clearing';
import { handleImports, resumeImports } from '@hzm/services/domain/features/portable/run-import';
import { handleOperations } from '@hzm/services/domain/features/status/handle-operations';
import { handlers } from '@hzm/services/domain/registry';
import { ProcessFileInspector } from '../inspection/process-file-inspector.ts';
import { FileUploads } from '../uploads/file-uploads.ts';
import { openGateway, type Gateway } from '@hzm/services/realtime/gateway';
import { pino } from 'pino';
import { roles as allRoles, type Configuration, type Role } from './configuration.ts';
import { backupsOf } from './backups.ts';
import { healthHandlers, RESUMING } from './health.ts';
import { onceEach, repeated } from './repeated.ts';
import { openStores } from './stores.ts';
import { VERSION } from './version.ts';

const everyRole: ReadonlySet<Role> = new Set(allRoles);
const DRAIN_MS = 20;
const UPKEEP_MS = 500;
/** How long a plan whose time is over may go on. */
const PLAN_ENDS_MS = 10_000;
/** How often files are collected that nobody needs. */
const COLLECT_MS = 15 * 60_000;
/** How often it is looked who is to be mailed what they have not read. */
const MAILS_MS = 5_000;
/** Requests that are not answered by then are closed. */
const DRAIN_TIMEOUT_MS = 10_000;
/** How long `start` waits for the views. The server answers as soon as it listens: with 503 for what cannot be read yet, and with the views' progress as its health. */
const CATCH_UP_MS = 10_000;

export interface Running {
  readonly port: number;
  /** Finishes work in flight, then releases everything. */
  close(): Promise<void>;
}

/** The whole product, or some of its roles, in this process. When it cannot start, nothing of it stays open. @throws Error when the port is taken or the data cannot be read */
export async function start(configuration: Configuration): Promise<Running> {
  const { port, host, admin, registrationsPerMinute = 0, roles = everyRole, logLevel = 'warn' } = configuration;
  await using held = new AsyncDisposableStack();
  const log = pino({ level: logLevel });
  let refill = (): void => undefined;
  const { store, vault, model: views, registry, presence, usage: uses, files: fileStore, kinds, isWriter, stopWaiting } = await openStores({ ...configuration, roles }, held, {
    progress: text => log.warn(text),
    warn: (error, what) => log.warn({ err: error }, `${what}; trying again`),
    emptied: (file, error) => {
      log.error({ err: error }, `${file} is damaged: it was set aside as ${file}.damaged, and begins anew`);
      if (file === 'views.db') refill();
    },
  });
  const upkeep = repeated(UPKEEP_MS, () => vault.upkeep(), error => log.warn({ err: error }, 'the vault cannot be kept up now; trying again'));
  void upkeep.start();
  held.defer(() => upkeep.stop());
  const generations = new BlueGreenReadModel(views);
  const model = new CachedReadModel(generations, [accountDocs, sessionDocs, projectDocs, keyDocs, keyTextDocs, lookDocs, masterDocs, tableDocs]);

  const codec = new Codec(vault, events, upcasters);
  const stopped = (view: string, why: Paused): void => log.error({ view, ...why }, 'a view stands still');
  const projector = new Projector({
    store, model, codec, projections, reactors: [cryptoShredder(vault, events)], isWriter,
    failed: error => log.error({ err: error }, 'the views cannot follow the log; trying again'),
    paused: stopped,
    outdated: (name, afresh) => rebuild.outdated(name, afresh),
  });
  refill = () => projector.refill();
  const rebuild = new Rebuild({ store, codec, generations, projector, isWriter, failed: error => log.error({ err: error }, 'a view cannot be built; trying again'), stopped });
  generations.onSwitch = () => model.forget();
  held.defer(async () => {
    stopWaiting();
    await rebuild.close();
    await projector.close();
  });
  const now = () => new Date();
  const pointInTime = new LogPointInTimeReads({ store, codec, model, projector, now }, events => replay(new MemoryReadModel(), projections.filter(({ isPointInTime }) => isPointInTime), events));
  const usage = new UsageCounter(uses, now, onceEach(error => log.warn({ err: error }, 'what keys are used for cannot be counted now; trying again')));
  await usage.start();
  held.defer(() => usage.close());
  const metrics = new Metrics();
  metrics.watchDelay();
  const backups = roles.has('projector') ? backupsOf(configuration, { store, model, projector, isWriter, now, failed: (error, what) => log.error({ err: error }, what) }) : undefined;
  held.defer(() => backups?.close());
  const status = new StatusService({ backups, store, model, vault, projector, metrics, registry, kinds, isWriter, rebuild, me: { id: newId(), roles: [...roles], version: VERSION, startedAt: now().toISOString() } });
  const mailer = configuration.mail && (await import('../mail/smtp-mailer.ts')).smtpMailer(configuration.mail);
  held.defer(() => mailer?.close());
  const inspector = new ProcessFileInspector();
  held.defer(() => inspector.close());
  const background = new Background(error => log.error({ err: error }, 'work in the background failed'));
  const engine: Engine = {
    store, model, vault, codec, projector, pointInTime, metrics, status, presence, usage, mailer, inspector, background, now,
    creationPassword: configuration.creationPassword, hashing: new Hashing(), tokens: new SessionTokens(() => vault.signingKeys),
    executor: new CommandExecutor(store, codec, requestIndex(model, projector)), histories: new Gate(HISTORIES), computing: new Gate(COMPUTING), lists: new Gate(LISTS),
    copies: new Copies(background), uploads: new FileUploads(join(configuration.dataDirectory, 'imports')), files: new Files(vault, fileStore),
  };
  held.defer(() => engine.background.close());
  await projector.begin();
  projector.listen(batch => metrics.events.add(batch.length));
  projector.listen(forgetting(engine.executor.states, events));
  await status.start();
  held.defer(() => status.close());

  const trusts = trusting(configuration.trustedProxies ?? LOOPBACK);
  const throttle = new Throttle(registrationsPerMinute);
  const server = createServer(createApp({ engine, handlers: [...(roles.has('api') ? handlers : []), ...healthHandlers], throttle, log, trusts }));
  server.requestTimeout = FILE_MS;
  server.on('clientError', refuseBroken);
  held.defer(() => drained(server));
  await listen(server, port, host);

  let gateway: Gateway | undefined;
  held.defer(() => gateway?.close());
  const planEnds = repeated(PLAN_ENDS_MS, async () => { if (isWriter()) await endExpired(engine); }, error => log.warn({ err: error }, 'plans whose time is over cannot be ended now; trying again'));
  held.defer(() => planEnds.stop());
  const collecting = repeated(COLLECT_MS, async () => { if (isWriter()) await collectFiles(engine); }, error => log.warn({ err: error }, 'files that nobody needs cannot be removed now; trying again'));
  held.defer(() => collecting.stop());
  const mails = mailer && new NotificationMails({ ...engine, mailer, isWriter, failed: onceEach(error => log.warn({ err: error }, 'notifications cannot be mailed now; trying again')) });
  const mailing = new PeriodicTask(async () => mails?.round(), MAILS_MS);
  held.defer(() => {
    mails?.close();
    return mailing.stop();
  });
  const readable = projector.ready.then(async () => {
    projector.listen(handleOperations(projector, rebuild));
    rebuild.start();
    void planEnds.start();
    projector.listen(dropFiles(engine, isWriter));
    void collecting.start();
    if (mails) {
      projector.listen(batch => mails.note(batch));
      void mailing.start();
    }
    if (backups) {
      projector.listen(handleBackups(backups));
      backups.start();
    }
    if (roles.has('api')) {
      projector.listen(handleImports(engine));
      background.start(RESUMING, async signal => void await patiently(signal, () => Promise.all([resumeImports(engine, signal), resumeClearings(engine)])));
    }
    if (admin && roles.has('api')) await ensureAdministrator(engine, admin);
    if (roles.has('realtime')) gateway = openGateway({
      engine, server, trusts, log: error => log.error({ err: error }, 'unexpected'), guesses: (address, isWrong) => throttle.projectPassword(ipRateLimitKey(address), isWrong).isOver,
    });
  });
  readable.catch((error: unknown) => log.error({ err: error }, 'unexpected'));
  await Promise.race([readable, sleep(CATCH_UP_MS, undefined, { ref: false })]);
  const everything = held.move();
  return { port: (server.address() as { port: number }).port, close: () => everything.disposeAsync() };
}

/** Answers what was asked; connections end with their answers instead of waiting for another question. */
async function drained(server: Server): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), DRAIN_MS);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
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
