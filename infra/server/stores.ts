import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { START } from '@hzm/contracts/core/position';
import { events } from '@hzm/contracts/registry';
import { LeaseKeeper } from '@hzm/services/core/concurrency/lease-keeper';
import type { DeliveryStore } from '@hzm/services/core/ports/deliveries';
import type { EventStore } from '@hzm/services/core/ports/event-store';
import type { FileStore } from '@hzm/services/core/ports/file-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import type { LaneStore } from '@hzm/services/core/ports/lane-store';
import type { LimitStore } from '@hzm/services/core/ports/limit-store';
import { localPresence, type PresenceExchange } from '@hzm/services/core/ports/presence-exchange';
import type { ProcessRegistry } from '@hzm/services/core/ports/process-registry';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import type { RequestLogStore } from '@hzm/services/core/ports/request-log-store';
import type { UsageStore } from '@hzm/services/core/ports/usage-store';
import { SharedReadModel } from '@hzm/services/core/read-model/shared-read-model';
import { pausedByWriter } from '@hzm/services/core/status/status-service';
import { SqliteDeliveryStore } from '../deliveries/sqlite/sqlite-delivery-store.ts';
import { SqliteEventStore } from '../event-store/sqlite/sqlite-event-store.ts';
import { upgradeLog } from '../event-store/sqlite/upgrade.ts';
import { DiskFileStore } from '../files/disk/disk-file-store.ts';
import { SqliteKeyVault } from '../key-vault/sqlite/sqlite-key-vault.ts';
import { MemoryProcessRegistry } from '../process-registry/memory/memory-process-registry.ts';
import { SqliteReadModel } from '../read-model/sqlite/sqlite-read-model.ts';
import { SqliteRequestLogStore } from '../request-log/sqlite/sqlite-request-log-store.ts';
import { lockDirectory } from '../sqlite/directory-lock.ts';
import { WorkerHost } from '../sqlite/worker-host.ts';
import { SqliteUsageStore } from '../usage/sqlite/sqlite-usage-store.ts';
import type { Configuration, Role } from './configuration.ts';
import { FILES } from './data-directory.ts';
import { hostsOf } from './hosts.ts';
import { pace } from './migrate/pace.ts';
import { reachMongo } from './mongodb.ts';
import { KEYS_MISSING, renewal } from './renewal.ts';
import { checkNotRestoring } from './unfinished-restore.ts';
import { waitForStore } from './wait-for-store.ts';

export interface Stores {
  readonly store: EventStore;
  readonly vault: KeyVault;
  readonly model: ReadModel;
  readonly registry: ProcessRegistry;
  readonly presence: PresenceExchange;
  readonly usage: UsageStore;
  readonly requestLog: RequestLogStore;
  readonly deliveries: DeliveryStore;
  /** Absent, like lanes, where one process has the data to itself. */
  readonly limits?: LimitStore;
  readonly lanes?: LaneStore;
  readonly files: FileStore;
  readonly kinds: { readonly eventStore: string; readonly readModel: string };
  readonly isWriter: () => boolean;
  /** Whether changes wait and no process has written the views for a while. */
  readonly isUnwritten: () => boolean;
  /** Whether a log of an earlier version was converted when it was opened. */
  readonly hasConverted: boolean;
  /** Ends waiting for another process to write the views. */
  readonly stopWaiting: () => void;
}

interface StoreListeners {
  readonly progress: (text: string) => void;
  /** Called with failures that heal by themselves, and with the effect. */
  readonly warn: (error: unknown, what: string) => void;
  /** Called when a damaged file was set aside and replaced by an empty one. */
  readonly emptied: (
    file: 'views.db' | 'usage.db' | 'requests.db' | 'deliveries.db',
    error: unknown,
  ) => void;
}
type Where = Pick<Configuration, 'dataDirectory' | 'secret' | 'eventStore' | 'readModel'> & {
  readonly roles: ReadonlySet<Role>;
};

/**
 * Opens the files of the data directory, or connects to the configured engines. @throws Error that
 * names the unusable store
 */
export async function openStores(
  { dataDirectory, secret, eventStore, readModel, roles }: Where,
  held: AsyncDisposableStack,
  listeners: StoreListeners,
): Promise<Stores> {
  checkNotRestoring(dataDirectory);
  // With both engines the directory holds only the secret and is shared by several processes.
  if (eventStore === undefined || readModel === undefined) {
    const lock = lockDirectory(dataDirectory);
    held.defer(() => lock.release());
  }
  const at = (name: string): string => join(dataDirectory, name);
  // One thread writes both: a write waits for both anyway, and waking a thread costs as much as the
  // work itself.
  const host = new WorkerHost();
  const views =
    readModel === undefined
      ? await embeddedViews(at, secret, held, { ...listeners, host })
      : await sharedViews(
          readModel,
          secret,
          dataDirectory,
          roles.has('projector'),
          held,
          listeners,
        );
  let hasConverted = false;
  const converting = (text: string): void => {
    hasConverted = true;
    listeners.progress(text);
  };
  const store =
    eventStore === undefined
      ? await openLog(at('events.db'), views.vault, converting, {
          host,
          ended: error => listeners.warn(error, 'the thread that writes events.db ended'),
        })
      : await connected(eventStore, listeners.progress);
  held.defer(() => store.close());
  if ((await views.vault.isEmpty()) && (await store.head()) !== START)
    throw new Error(KEYS_MISSING);
  return {
    store,
    ...views,
    hasConverted,
    kinds: {
      eventStore: eventStore === undefined ? 'SQLite' : 'EventStoreDB',
      readModel: readModel === undefined ? 'SQLite' : 'MongoDB',
    },
  };
}

type Views = Omit<Stores, 'store' | 'kinds' | 'hasConverted'>;

/**
 * Opens a log file, converting one of an earlier version first. @throws Error that names the file
 */
export const openLog = (
  file: string,
  vault: KeyVault,
  say: (text: string) => void,
  options?: Parameters<typeof SqliteEventStore.open>[1],
): Promise<EventStore> =>
  opened(file, async () => {
    let follow: ReturnType<typeof pace> | undefined;
    await upgradeLog(file, renewal(vault, events), (position, head) => {
      follow ??= pace(head, text => say(`converting ${file}: ${text}`));
      follow(position);
    });
    return SqliteEventStore.open(file, options);
  });

async function embeddedViews(
  at: (name: string) => string,
  secret: Buffer,
  held: AsyncDisposableStack,
  { emptied, warn, host }: StoreListeners & { readonly host: WorkerHost },
): Promise<Views> {
  const vault = await opened(at('vault.db'), file => new SqliteKeyVault(file, secret));
  held.defer(() => vault.close());
  const model = await opened(at('views.db'), file =>
    SqliteReadModel.open(file, {
      host,
      damaged: error => emptied('views.db', error),
      ended: error => warn(error, 'the thread that writes views.db ended'),
    }),
  );
  held.defer(() => model.close());
  const usage = await opened(
    at('usage.db'),
    file => new SqliteUsageStore(file, error => emptied('usage.db', error)),
  );
  held.defer(() => usage.close());
  const requestLog = new SqliteRequestLogStore(at('requests.db'), {
    damaged: error => emptied('requests.db', error),
    ended: error => warn(error, 'the thread that writes requests.db ended'),
  });
  held.defer(() => requestLog.close());
  const deliveries = await opened(
    at('deliveries.db'),
    file => new SqliteDeliveryStore(file, error => emptied('deliveries.db', error)),
  );
  held.defer(() => deliveries.close());
  return {
    vault,
    model,
    deliveries,
    registry: new MemoryProcessRegistry(),
    presence: localPresence,
    usage,
    requestLog,
    files: new DiskFileStore(at(FILES)),
    isWriter: () => true,
    isUnwritten: () => false,
    stopWaiting: () => undefined,
  };
}

async function sharedViews(
  address: string,
  secret: Buffer,
  dataDirectory: string,
  mayWrite: boolean,
  held: AsyncDisposableStack,
  { warn }: StoreListeners,
): Promise<Views> {
  // Without its keys, the whole log would count as erased.
  const keys = join(dataDirectory, 'vault.db');
  if (existsSync(keys))
    throw new Error(
      `HZM_READ_MODEL keeps the keys in MongoDB, but the keys of this data are in ${keys}. Choose an empty HZM_DATA_DIR.`,
    );
  const { views, lease, registry, ...stores } = await reachMongo(address, secret, error =>
    warn(error, 'reading the presence of other processes failed'),
  );
  for (const store of Object.values(stores)) held.defer(() => store.close());
  const keeper = new LeaseKeeper(lease, error =>
    warn(error, 'renewing the lease to write the views failed'),
  );
  const model = new SharedReadModel(
    views,
    () => keeper.isHeld,
    () => pausedByWriter(registry),
  );
  held.defer(() => model.close());
  held.defer(() => keeper.close());
  if (mayWrite) await keeper.start();
  return {
    ...stores,
    model,
    registry,
    isWriter: () => keeper.isHeld,
    isUnwritten: () => model.isUnwritten,
    stopWaiting: () => model.stop(),
  };
}

/**
 * Connects to EventStoreDB. Imported on demand, because the client takes time and memory. @throws
 * Error that names the hosts
 */
async function connected(address: string, say: (text: string) => void): Promise<EventStore> {
  const { EventStoreDbEventStore } =
    await import('../event-store/eventstoredb/eventstoredb-event-store.ts');
  const store = new EventStoreDbEventStore(address);
  try {
    await waitForStore(say, () => store.identity());
    return store;
  } catch (error) {
    await store.close();
    throw new Error(
      `HZM_EVENT_STORE ${hostsOf(address)} cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** Adds the file's name to SQLite's errors, which lack it. */
async function opened<T>(file: string, open: (file: string) => T | Promise<T>): Promise<T> {
  try {
    return await open(file);
  } catch (error) {
    throw error instanceof Error && 'errcode' in error
      ? new Error(`${file} cannot be read: ${error.message}.`, { cause: error })
      : error;
  }
}
