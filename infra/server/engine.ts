import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { events } from '@hzm/contracts/registry';
import { projections } from '@hzm/projections/registry';
import type { BackupService } from '@hzm/services/core/backups/backup-service';
import { CommandExecutor } from '@hzm/services/core/commands/command-executor';
import { requestIndex } from '@hzm/services/core/commands/request-index';
import { Background } from '@hzm/services/core/concurrency/background';
import { ExclusiveJobs } from '@hzm/services/core/concurrency/exclusive-jobs';
import type { Engine } from '@hzm/services/core/engine';
import { forgetting } from '@hzm/services/core/events/crypto-shredder';
import { Files } from '@hzm/services/core/files/files';
import { ClientMemory } from '@hzm/services/core/limits/client-memory';
import { Gate } from '@hzm/services/core/limits/gate';
import { MemoryPool } from '@hzm/services/core/limits/memory-pool';
import { UsageCounter } from '@hzm/services/core/limits/usage-counter';
import { PositionWaits } from '@hzm/services/core/projecting/position-waits';
import { replay } from '@hzm/services/core/projecting/replay';
import { ShownDocuments } from '@hzm/services/core/read-model/shown-documents';
import { Hashing } from '@hzm/services/core/security/password';
import { SessionTokens } from '@hzm/services/core/security/session';
import type { Metrics } from '@hzm/services/core/status/metrics';
import type { RequestLog } from '@hzm/services/core/status/request-log';
import { StatusService } from '@hzm/services/core/status/status-service';
import { AccountAllowance } from '@hzm/services/domain/features/accounts/allowance';
import { StorageMeter } from '@hzm/services/domain/features/storage/storage-meter';
import {
  bodiesIn,
  COMPUTING,
  documentsIn,
  HISTORIES,
  LISTS,
} from '@hzm/services/domain/load-limits';
import { LogPointInTimeReads } from '@hzm/services/domain/past/point-in-time';
import type { Logger } from 'pino';
import { ProcessFileInspector } from '../inspection/process-file-inspector.ts';
import { MemoryReadModel } from '../read-model/memory/memory-read-model.ts';
import { LocalRowFiles } from '../row-files/row-files.ts';
import { FileUploads } from '../uploads/file-uploads.ts';
import { HttpSender } from '../webhooks/http-sender.ts';
import { backupsOf } from './backups.ts';
import type { Configuration, Role } from './configuration.ts';
import type { LogViews } from './log-views.ts';
import { onceEach } from './repeated.ts';
import type { Stores } from './stores.ts';
import { VERSION } from './version.ts';

interface Parts {
  readonly stores: Stores;
  readonly views: LogViews;
  readonly roles: ReadonlySet<Role>;
  readonly metrics: Metrics;
  readonly requestLog: RequestLog;
  readonly processId: string;
  readonly log: Logger;
  /** Returns a logger of failures that are retried. */
  readonly warn: (what: string) => (error: unknown) => void;
}

export const now = (): Date => new Date();

/** Opens what handlers work with; nothing follows the log yet. */
export async function openEngine(
  configuration: Configuration,
  parts: Parts,
  held: AsyncDisposableStack,
): Promise<{ readonly engine: Engine; readonly backups: BackupService | undefined }> {
  const { stores, views, metrics, log, warn } = parts;
  const { store, vault, presence } = stores;
  const { codec, model, projector } = views;
  metrics.watchDelay();
  const usage = new UsageCounter(
    stores.usage,
    now,
    onceEach(warn('counting the usage of keys failed')),
  );
  await usage.start();
  held.defer(() => usage.close());
  const { status, backups } = statusOf(configuration, parts, held);
  const mailer =
    configuration.mail && (await import('../mail/smtp-mailer.ts')).smtpMailer(configuration.mail);
  held.defer(() => mailer?.close());
  const inspector = new ProcessFileInspector();
  held.defer(() => inspector.close());
  const background = new Background(error => log.error({ err: error }, 'a background task failed'));
  held.defer(() => background.close());
  const engine: Engine = {
    store,
    model: new ShownDocuments(model),
    vault,
    codec,
    projector,
    pointInTime: pointInTimeOf(stores, views),
    metrics,
    status,
    presence,
    usage,
    requestLog: parts.requestLog,
    mailer,
    deliveries: deliveriesOf(configuration, stores, held),
    inspector,
    background,
    now,
    creationPassword: configuration.creationPassword,
    hashing: new Hashing(),
    tokens: new SessionTokens(() => vault.signingKeys),
    executor: executorOf(configuration, stores, views),
    histories: new Gate(HISTORIES),
    computing: new Gate(COMPUTING),
    lists: new Gate(LISTS),
    ...memories(),
    positions: new PositionWaits({ store, projector }),
    jobs: new ExclusiveJobs(background),
    uploads: new FileUploads(join(configuration.dataDirectory, 'imports')),
    files: new Files(vault, stores.files),
    rowFiles: rowFilesIn(configuration, held),
  };
  return { engine, backups };
}

/** The bounds of memory that requests share. */
function memories(): Pick<Engine, 'bodies' | 'documents' | 'unread' | 'coming'> {
  const heapBytes = getHeapStatistics().heap_size_limit;
  return {
    bodies: new MemoryPool(bodiesIn(heapBytes)),
    documents: new MemoryPool(documentsIn(heapBytes)),
    unread: new ClientMemory(),
    coming: new ClientMemory(),
  };
}

function deliveriesOf(
  { webhooksAreOff = false, webhooksMayBePrivate = false }: Configuration,
  { deliveries: store }: Stores,
  held: AsyncDisposableStack,
): Engine['deliveries'] {
  const sender = new HttpSender({ mayBePrivate: webhooksMayBePrivate });
  held.defer(() => sender.close());
  return { store, sender, areOff: webhooksAreOff };
}

function rowFilesIn({ dataDirectory }: Configuration, held: AsyncDisposableStack): LocalRowFiles {
  const rowFiles = new LocalRowFiles(
    join(dataDirectory, 'row-imports'),
    new URL('row-files-thread.ts', import.meta.url),
  );
  held.defer(() => rowFiles.close());
  return rowFiles;
}

function statusOf(
  configuration: Configuration,
  { stores, views, roles, metrics, processId, log }: Parts,
  held: AsyncDisposableStack,
): { readonly status: StatusService; readonly backups: BackupService | undefined } {
  const { store, vault, registry, kinds, isWriter } = stores;
  const { model, projector, rebuild } = views;
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
    me: { id: processId, roles: [...roles], version: VERSION, startedAt: now().toISOString() },
  });
  return { status, backups };
}

const pointInTimeOf = (
  { store }: Stores,
  { codec, model, projector }: LogViews,
): LogPointInTimeReads =>
  new LogPointInTimeReads({ store, codec, model, projector, now }, read =>
    replay(
      new MemoryReadModel(),
      projections.filter(({ isPointInTime }) => isPointInTime),
      read,
    ),
  );

/** Returns the executor of commands; storage and accounts bound what it appends. */
function executorOf(
  { accountBytesPerDay }: Configuration,
  { store, lanes }: Stores,
  { codec, model, projector }: LogViews,
): CommandExecutor {
  const meter = new StorageMeter({ model }, events);
  const allowance = new AccountAllowance(events, accountBytesPerDay);
  const executor = new CommandExecutor(store, codec, requestIndex(model, projector), {
    lanes,
    admit: async (facts, encoded, request) => {
      allowance.admit(facts, encoded, request.account);
      await meter.admit(facts, encoded);
    },
  });
  executor.onAppended = () => projector.appended();
  projector.listen(forgetting(executor.states, events));
  projector.listen(meter.settle);
  return executor;
}
