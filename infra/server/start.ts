import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import { createApp } from '@hzm/services/api/app';
import { refuseBroken } from '@hzm/services/api/broken-request';
import { FILE_MS } from '@hzm/services/api/files';
import { JoinedRequest } from '@hzm/services/api/joined-pieces';
import { createServer } from '@hzm/services/api/node-http';
import { Throttle } from '@hzm/services/api/throttle';
import type { BackupService } from '@hzm/services/core/backups/backup-service';
import { systemRequest } from '@hzm/services/core/commands/request';
import { retry } from '@hzm/services/core/concurrency/retry';
import type { Engine } from '@hzm/services/core/engine';
import { ipRateLimitKey } from '@hzm/services/core/limits/ip-rate-limit-key';
import { LOOPBACK, trusting } from '@hzm/services/core/limits/proxies';
import type { Rebuild } from '@hzm/services/core/projecting/rebuild';
import { KnownAddresses } from '@hzm/services/core/security/known-addresses';
import { Metrics } from '@hzm/services/core/status/metrics';
import { guessedKey } from '@hzm/services/domain/access/authenticate';
import { ensureAdministrator } from '@hzm/services/domain/features/accounts/sign-up';
import { handleBackups } from '@hzm/services/domain/features/backups/handle-backups';
import { renewMasterIfSeen } from '@hzm/services/domain/features/master/renewal';
import { resumeClearings } from '@hzm/services/domain/features/portable/run-clearing';
import { handleImports, resumeImports } from '@hzm/services/domain/features/portable/run-import';
import {
  handleRowImports,
  resumeRowImports,
} from '@hzm/services/domain/features/row-files/run-import';
import { handleOperations } from '@hzm/services/domain/features/status/handle-operations';
import { handlers } from '@hzm/services/domain/registry';
import { openGateway, type Gateway } from '@hzm/services/realtime/gateway';
import { pino, type Logger } from 'pino';
import { roles as allRoles, type Configuration, type Role } from './configuration.ts';
import { openEngine } from './engine.ts';
import { healthHandlers, RESUMING } from './health.ts';
import { drained, listen } from './http-server.ts';
import { openViews } from './log-views.ts';
import { periodicTasks } from './periodic-tasks.ts';
import { repeated } from './repeated.ts';
import { openRequestLog } from './request-log.ts';
import { openStores, type Stores } from './stores.ts';
import { toldError } from './told-error.ts';
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
  const { port, host, roles = everyRole, logLevel = 'warn' } = configuration;
  await using held = new AsyncDisposableStack();
  const log = pino({ level: logLevel, serializers: { err: toldError } });
  const warn: Warn = what => error => log.warn({ err: error }, `${what}; retrying`);
  let refill = (): void => undefined;
  const stores = await openLogged({ ...configuration, roles }, held, log, () => refill());
  const upkeep = repeated(UPKEEP_MS, () => stores.vault.upkeep(), warn('vault upkeep failed'));
  void upkeep.start();
  held.defer(() => upkeep.stop());
  const metrics = new Metrics();
  const processId = newId();
  const requestLog = openRequestLog(configuration, stores, held, { processId, warn });
  const views = openViews(stores, held, { metrics, requestLog, log, replaced });
  const { projector, rebuild } = views;
  refill = () => projector.refill();
  const { engine, backups } = await openEngine(
    configuration,
    { stores, views, roles, metrics, requestLog, processId, log, warn },
    held,
  );
  await waitForStore(
    text => log.warn(text),
    () => projector.begin(),
  );
  projector.listen(batch => metrics.events.add(batch.length));
  await engine.status.start();
  held.defer(() => engine.status.close());

  const { server, openSockets } = serve(configuration, {
    engine,
    limits: stores.limits,
    roles,
    log,
  });
  held.defer(() => drained(server));
  await listen(server, port, host);

  let gateway: Gateway | undefined;
  held.defer(() => gateway?.close());
  const tasks = periodicTasks(engine, { isWriter: stores.isWriter, warn });
  held.defer(() => tasks.stop());
  const readable = projector.ready.then(async () => {
    tasks.start();
    await whenReadable(configuration, { engine, rebuild, backups, roles });
    if (roles.has('realtime')) gateway = openSockets();
  });
  readable.catch((error: unknown) => log.error({ err: error }, 'unexpected'));
  await Promise.race([readable, sleep(CATCH_UP_MS, undefined, { ref: false })]);
  const everything = held.move();
  return {
    port: (server.address() as { port: number }).port,
    close: () => everything.disposeAsync(),
  };
}

/** Returns a logger of failures that are retried. */
type Warn = (what: string) => (error: unknown) => void;

/** Opens the stores and logs what befalls them. @param refill called when the views are empty */
const openLogged = (
  configuration: Configuration & { readonly roles: ReadonlySet<Role> },
  held: AsyncDisposableStack,
  log: Logger,
  refill: () => void,
): Promise<Stores> =>
  openStores(configuration, held, {
    progress: text => log.warn(text),
    warn: (error, what) => log.warn({ err: error }, `${what}; retrying`),
    emptied: (file, error) => {
      log.error(
        { err: error },
        `${file} is damaged: it was set aside as ${file}.damaged and replaced by an empty file`,
      );
      if (file === 'views.db') refill();
    },
  });

/** Makes the HTTP server, which does not listen yet, and the way to open sockets on it. */
function serve(
  { registrationsPerMinute = 0, requestsPerMinute = 0, trustedProxies }: Configuration,
  {
    engine,
    limits,
    roles,
    log,
  }: {
    readonly engine: Engine;
    readonly limits: Stores['limits'];
    readonly roles: ReadonlySet<Role>;
    readonly log: Logger;
  },
) {
  const trusts = trusting(trustedProxies ?? LOOPBACK);
  const throttle = new Throttle(
    registrationsPerMinute,
    requestsPerMinute,
    new KnownAddresses(engine.usage, () => engine.vault.pepper),
    limits,
  );
  const app = createApp({
    engine,
    handlers: [...(roles.has('api') ? handlers : []), ...healthHandlers],
    throttle,
    log,
    trusts,
  });
  const server = createServer(
    {
      IncomingMessage: JoinedRequest,
      // Clients that would rather speak another protocol, such as h2c, are answered in this one.
      shouldUpgradeCallback: ({ url }) => url?.startsWith('/socket.io/') === true,
    },
    app,
  );
  server.requestTimeout = FILE_MS;
  server.on('clientError', refuseBroken);
  const openSockets = (): Gateway =>
    openGateway({
      engine,
      server,
      trusts,
      log: error => log.error({ err: error }, 'unexpected'),
      guesses: async (address, apiKey, isWrong) =>
        throttle.guesses.refusesSocket(
          await guessedKey(engine, apiKey),
          ipRateLimitKey(address),
          isWrong,
        ),
      strangers: async address => (await throttle.unauthenticated(address)).isOver,
      accounts: async (accountId, isByKey) =>
        (await throttle.account(accountId, isByKey))?.isOver === true,
    });
  return { server, openSockets };
}

/** Starts the work that reads the views. */
async function whenReadable(
  { admin }: Configuration,
  {
    engine,
    rebuild,
    backups,
    roles,
  }: {
    readonly engine: Engine;
    readonly rebuild: Rebuild;
    readonly backups: BackupService | undefined;
    readonly roles: ReadonlySet<Role>;
  },
): Promise<void> {
  const { projector, background } = engine;
  projector.listen(handleOperations(projector, rebuild));
  rebuild.start();
  if (backups) {
    projector.listen(handleBackups(backups));
    backups.start();
  }
  if (!roles.has('api')) return;
  projector.listen(handleImports(engine));
  projector.listen(handleRowImports(engine));
  background.start(RESUMING, async signal => {
    await retry(signal, () =>
      Promise.all([
        resumeImports(engine, signal),
        resumeRowImports(engine, signal),
        resumeClearings(engine),
      ]),
    );
  });
  await renewMasterIfSeen(engine, systemRequest());
  if (admin) await ensureAdministrator(engine, admin);
}
