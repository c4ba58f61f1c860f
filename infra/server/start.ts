import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import type { Paused } from '@hzm/contracts/core/status';
import { events, upcasters } from '@hzm/contracts/registry';
import { accountDocs, sessionDocs } from '@hzm/projections/features/accounts/accounts';
import { keyDocs, keyTextDocs } from '@hzm/projections/features/keys/keys';
import { lookDocs } from '@hzm/projections/features/looks/looks';
import { masterDocs } from '@hzm/projections/features/master/master';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { projections } from '@hzm/projections/registry';
import { createApp } from '@hzm/services/api/app';
import { refuseBroken } from '@hzm/services/api/broken-request';
import { FILE_MS } from '@hzm/services/api/files';
import { createServer } from '@hzm/services/api/node-http';
import { Throttle } from '@hzm/services/api/throttle';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import { requestIndex } from '@hzm/services/core/commands/request-index';
import { Background } from '@hzm/services/core/concurrency/background';
import { ExclusiveJobs } from '@hzm/services/core/concurrency/exclusive-jobs';
import { retry } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { Codec } from '@hzm/services/core/events/codec';
import { cryptoShredder, forgetting } from '@hzm/services/core/events/crypto-shredder';
import { Files } from '@hzm/services/core/files/files';
import { Gate } from '@hzm/services/core/limits/gate';
import { ipRateLimitKey } from '@hzm/services/core/limits/ip-rate-limit-key';
import { LOOPBACK, trusting } from '@hzm/services/core/limits/proxies';
import { UsageCounter } from '@hzm/services/core/limits/usage-counter';
import { SubscriptionDropped } from '@hzm/services/core/ports/event-store';
import { PositionWaits } from '@hzm/services/core/projecting/position-waits';
import { Projector } from '@hzm/services/core/projecting/projector';
import { Rebuild } from '@hzm/services/core/projecting/rebuild';
import { replay } from '@hzm/services/core/projecting/replay';
import { BlueGreenReadModel } from '@hzm/services/core/read-model/blue-green-read-model';
import { CachedReadModel } from '@hzm/services/core/read-model/cached-read-model';
import { KnownAddresses } from '@hzm/services/core/security/known-addresses';
import { Hashing } from '@hzm/services/core/security/password';
import { SessionTokens } from '@hzm/services/core/security/session';
import { Metrics } from '@hzm/services/core/status/metrics';
import { StatusService } from '@hzm/services/core/status/status-service';
import { AccountAllowance } from '@hzm/services/domain/features/accounts/allowance';
import { ensureAdministrator } from '@hzm/services/domain/features/accounts/sign-up';
import { handleBackups } from '@hzm/services/domain/features/backups/handle-backups';
import { renewMasterIfSeen } from '@hzm/services/domain/features/master/renewal';
import { resumeClearings } from '@hzm/services/domain/features/portable/run-clearing';
import { handleImports, resumeImports } from '@hzm/services/domain/features/portable/run-import';
import { handleOperations } from '@hzm/services/domain/features/status/handle-operations';
import { StorageMeter } from '@hzm/services/domain/features/storage/storage-meter';
import { BATCHES, COMPUTING, HISTORIES, LISTS } from '@hzm/services/domain/load-limits';
import { LogPointInTimeReads } from '@hzm/services/domain/past/point-in-time';
import { handlers } from '@hzm/services/domain/registry';
import { openGateway, type Gateway } from '@hzm/services/realtime/gateway';
import { pino } from 'pino';
import { ProcessFileInspector } from '../inspection/process-file-inspector.ts';
import { MemoryReadModel } from '../read-model/memory/memory-read-model.ts';
import { FileUploads } from '../uploads/file-uploads.ts';
import { backupsOf } from './backups.ts';
import { roles as allRoles, type Configuration, type Role } from './configuration.ts';
import { healthHandlers, RESUMING } from './health.ts';
import { drained, listen } from './http-server.ts';
import { periodicTasks } from './periodic-tasks.ts';
import { onceEach, repeated } from './repeated.ts';
import { openStores } from './stores.ts';
import { VERSION } from './version.ts';
import { waitForStore } from './wait-for-store.ts';

const everyRole: ReadonlySet<Role> = new Set(allRoles);
const UPKEEP_MS = 500;
/**
 * Bounds the wait of `start` for the views, in milliseconds. The server listens before: it answers
 * 503 for unreadable views, and reports their progress as its health.
 */
const CATCH_UP_MS = 10_000;

export interface Running {
  readonly port: number;
  /** Finishes work in flight, then releases everything. */
  close(): Promise<void>;
}

/**
 * Starts the product, or some of its roles, in this process; releases everything on failure. @param
 * replaced called when an older copy replaces the log, after which nothing is answered @throws
 * Error when the port is taken or the data is unreadable
 */
export async function start(
  configuration: Configuration,
  replaced = (): void => undefined,
): Promise<Running> {
  const {
    port,
    host,
    admin,
    registrationsPerMinute = 0,
    requestsPerMinute = 0,
    roles = everyRole,
    logLevel = 'warn',
  } = configuration;
  await using held = new AsyncDisposableStack();
  const log = pino({ level: logLevel });
  const warn =
    (what: string) =>
    (error: unknown): void =>
      log.warn({ err: error }, `${what}; retrying`);
  let refill = (): void => undefined;
  const {
    store,
    vault,
    model: views,
    registry,
    presence,
    usage: uses,
    files: fileStore,
    kinds,
    isWriter,
    stopWaiting,
  } = await openStores({ ...configuration, roles }, held, {
    progress: text => log.warn(text),
    warn: (error, what) => warn(what)(error),
    emptied: (file, error) => {
      log.error(
        { err: error },
        `${file} is damaged: it was set aside as ${file}.damaged and replaced by an empty file`,
      );
      if (file === 'views.db') refill();
    },
  });
  const upkeep = repeated(UPKEEP_MS, () => vault.upkeep(), warn('vault upkeep failed'));
  void upkeep.start();
  held.defer(() => upkeep.stop());
  const generations = new BlueGreenReadModel(views);
  const model = new CachedReadModel(generations, [
    accountDocs,
    sessionDocs,
    projectDocs,
    keyDocs,
    keyTextDocs,
    lookDocs,
    masterDocs,
    tableDocs,
  ]);

  const codec = new Codec(vault, events, upcasters);
  const stopped = (view: string, why: Paused): void =>
    log.error({ view, ...why }, 'a view is paused');
  const projector = new Projector({
    store,
    model,
    codec,
    projections,
    reactors: [cryptoShredder(vault, events)],
    isWriter,
    failed: error => {
      if (error instanceof SubscriptionDropped) metrics.drops.add(1);
      else log.error({ err: error }, 'following the log failed; retrying');
    },
    emptied: () =>
      log.warn(
        'The views hold events that the log lacks, so it is an older copy. They are rebuilt from it.',
      ),
    replaced,
    paused: stopped,
    outdated: (name, afresh) => rebuild.outdated(name, afresh),
  });
  refill = () => projector.refill();
  const rebuild = new Rebuild({
    store,
    codec,
    generations,
    projector,
    isWriter,
    failed: error => log.error({ err: error }, 'building a view failed; retrying'),
    stopped,
  });
  generations.onSwitch = () => model.forget();
  held.defer(async () => {
    stopWaiting();
    await rebuild.close();
    await projector.close();
  });
  const now = () => new Date();
  const pointInTime = new LogPointInTimeReads({ store, codec, model, projector, now }, events =>
    replay(
      new MemoryReadModel(),
      projections.filter(({ isPointInTime }) => isPointInTime),
      events,
    ),
  );
  const usage = new UsageCounter(uses, now, onceEach(warn('counting the usage of keys failed')));
  await usage.start();
  held.defer(() => usage.close());
  const metrics = new Metrics();
  metrics.watchDelay();
  const backups = roles.has('projector')
    ? backupsOf(configuration, {
        store,
        model,
        projector,
        isWriter,
        now,
        failed: (error, what) => log.error({ err: error }, what),
      })
    : undefined;
  held.defer(() => backups?.close());
  const status = new StatusService({
    backups,
    store,
    model,
    vault,
    projector,
    metrics,
    registry,
    kinds,
    isWriter,
    rebuild,
    me: { id: newId(), roles: [...roles], version: VERSION, startedAt: now().toISOString() },
  });
  const mailer =
    configuration.mail && (await import('../mail/smtp-mailer.ts')).smtpMailer(configuration.mail);
  held.defer(() => mailer?.close());
  const inspector = new ProcessFileInspector();
  held.defer(() => inspector.close());
  const background = new Background(error => log.error({ err: error }, 'a background task failed'));
  const meter = new StorageMeter({ model }, events);
  const allowance = new AccountAllowance(events, configuration.accountBytesPerDay);
  const engine: Engine = {
    store,
    model,
    vault,
    codec,
    projector,
    pointInTime,
    metrics,
    status,
    presence,
    usage,
    mailer,
    inspector,
    background,
    now,
    creationPassword: configuration.creationPassword,
    hashing: new Hashing(),
    tokens: new SessionTokens(() => vault.signingKeys),
    executor: new CommandExecutor(store, codec, requestIndex(model, projector), {
      admit: async (facts, encoded, request) => {
        allowance.admit(facts, encoded, request.account);
        await meter.admit(facts, encoded);
      },
    }),
    histories: new Gate(HISTORIES),
    computing: new Gate(COMPUTING),
    lists: new Gate(LISTS),
    batches: new Gate(BATCHES),
    positions: new PositionWaits({ store, projector }),
    jobs: new ExclusiveJobs(background),
    uploads: new FileUploads(join(configuration.dataDirectory, 'imports')),
    files: new Files(vault, fileStore),
  };
  held.defer(() => engine.background.close());
  engine.executor.onAppended = () => projector.appended();
  await waitForStore(
    text => log.warn(text),
    () => projector.begin(),
  );
  projector.listen(batch => metrics.events.add(batch.length));
  projector.listen(forgetting(engine.executor.states, events));
  projector.listen(meter.settle);
  await status.start();
  held.defer(() => status.close());

  const trusts = trusting(configuration.trustedProxies ?? LOOPBACK);
  const throttle = new Throttle(
    registrationsPerMinute,
    requestsPerMinute,
    new KnownAddresses(usage, () => vault.pepper),
  );
  const server = createServer(
    createApp({
      engine,
      handlers: [...(roles.has('api') ? handlers : []), ...healthHandlers],
      throttle,
      log,
      trusts,
    }),
  );
  server.requestTimeout = FILE_MS;
  server.on('clientError', refuseBroken);
  held.defer(() => drained(server));
  await listen(server, port, host);

  let gateway: Gateway | undefined;
  held.defer(() => gateway?.close());
  const tasks = periodicTasks(engine, { isWriter, warn });
  held.defer(() => tasks.stop());
  const readable = projector.ready.then(async () => {
    projector.listen(handleOperations(projector, rebuild));
    rebuild.start();
    tasks.start();
    if (backups) {
      projector.listen(handleBackups(backups));
      backups.start();
    }
    if (roles.has('api')) {
      projector.listen(handleImports(engine));
      background.start(
        RESUMING,
        async signal =>
          void (await retry(signal, () =>
            Promise.all([resumeImports(engine, signal), resumeClearings(engine)]),
          )),
      );
    }
    if (roles.has('api'))
      await renewMasterIfSeen(engine, {
        actor: 'system',
        id: newId(),
        repeatable: false,
        digest: '',
      });
    if (admin && roles.has('api')) await ensureAdministrator(engine, admin);
    if (roles.has('realtime'))
      gateway = openGateway({
        engine,
        server,
        trusts,
        log: error => log.error({ err: error }, 'unexpected'),
        guesses: (address, apiKey, isWrong) =>
          throttle.guesses.refusesSocket(apiKey, ipRateLimitKey(address), isWrong),
        strangers: address => throttle.unauthenticated(address).isOver,
      });
  });
  readable.catch((error: unknown) => log.error({ err: error }, 'unexpected'));
  await Promise.race([readable, sleep(CATCH_UP_MS, undefined, { ref: false })]);
  const everything = held.move();
  return {
    port: (server.address() as { port: number }).port,
    close: () => everything.disposeAsync(),
  };
}
