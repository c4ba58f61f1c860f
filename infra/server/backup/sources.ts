import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore } from '@hzm/services/core/ports/event-store';
import type { FileStore } from '@hzm/services/core/ports/file-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { SqliteLogReader } from '../../event-store/sqlite/log-reader.ts';
import { DiskFileStore } from '../../files/disk/disk-file-store.ts';
import { isCurrent, SqliteKeyVault } from '../../key-vault/sqlite/sqlite-key-vault.ts';
import { WrongSecret } from '../../key-vault/wrapping.ts';
import { lockFile } from '../../sqlite/file-lock.ts';
import type { Configuration } from '../configuration.ts';
import { FILES } from '../data-directory.ts';
import { hostsOf } from '../hosts.ts';
import { keptSecret } from '../secret.ts';
import { checkNotRestoring } from '../unfinished-restore.ts';

/**
 * The location of an installation's log and keys. `secret` is absent if only the data directory has
 * it.
 */
export type Where = Pick<Configuration, 'dataDirectory' | 'eventStore' | 'readModel'> & {
  readonly secret?: Buffer | undefined;
};

/** Read-only log, keys and files of an installation that may be running. */
export interface Sources {
  readonly log: Pick<EventStore, 'readAll' | 'head'>;
  readonly vault: KeyVault;
  readonly files: FileStore;
  readonly secret: Buffer;
}

/** @param held closes them @throws Error that names the unusable store */
export async function openSources(
  { dataDirectory, eventStore, readModel, secret }: Where,
  held: AsyncDisposableStack,
): Promise<Sources> {
  checkNotRestoring(dataDirectory);
  // A rotation may have replaced the kept secret since the calling process started.
  const secrets = [keptSecret(dataDirectory), secret].filter(one => one !== undefined);
  if (secrets.length === 0)
    throw new Error(`There is no secret in ${dataDirectory}. Where it is in HZM_SECRET, set that.`);
  const keys = await openVault(join(dataDirectory, 'vault.db'), readModel, secrets);
  held.defer(() => keys.vault.close());
  const log = await openLog(join(dataDirectory, 'events.db'), eventStore);
  held.defer(() => log.close());
  const files = await openFiles(join(dataDirectory, FILES), readModel);
  held.defer(() => files.close());
  return { ...keys, log, files };
}

async function openVault(
  file: string,
  readModel: string | undefined,
  secrets: readonly Buffer[],
): Promise<Pick<Sources, 'vault' | 'secret'>> {
  const open = await vaultOpener(file, readModel);
  for (const [at, secret] of secrets.entries()) {
    try {
      return { vault: await open(secret), secret };
    } catch (error) {
      if (!(error instanceof WrongSecret) || at === secrets.length - 1) throw error;
    }
  }
  throw new WrongSecret();
}

/** Refuses a vault that this version has not used yet, because opening it would convert it. */
async function vaultOpener(
  file: string,
  readModel: string | undefined,
): Promise<(secret: Buffer) => Promise<KeyVault>> {
  const notYet = new Error(
    'The keys are those of an earlier version. Start this one once, then make the backup.',
  );
  if (readModel === undefined) {
    if (!existsSync(file)) throw new Error(`There is no ${file}.`);
    if (!isCurrent(file)) throw notYet;
    return async secret => new SqliteKeyVault(file, secret);
  }
  const { isCurrent: isCurrentDatabase, MongoKeyVault } =
    await import('../../key-vault/mongodb/mongo-key-vault.ts');
  if (!(await reached('HZM_READ_MODEL', readModel, () => isCurrentDatabase(readModel))))
    throw notYet;
  return secret => MongoKeyVault.open(readModel, secret);
}

async function openFiles(directory: string, readModel: string | undefined): Promise<FileStore> {
  if (readModel === undefined) return new DiskFileStore(directory);
  const { GridFileStore } = await import('../../files/mongodb/grid-file-store.ts');
  return new GridFileStore(readModel);
}

/**
 * Opens a log under the shared lock, so that a starting server does not replace its file meanwhile.
 */
function lockedLog(file: string): Pick<EventStore, 'readAll' | 'head' | 'close'> {
  const lock = lockFile(file, 'shared');
  if (!lock)
    throw new Error(
      `${file} is being copied by an HZM that starts. Try again when it has started.`,
    );
  try {
    const log = new SqliteLogReader(file);
    return {
      readAll: asked => log.readAll(asked),
      head: () => log.head(),
      close: async () => {
        await log.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Opens the log of an installation that may be running, read-only. @throws Error that names the
 * unusable store
 */
export async function openLog(
  file: string,
  eventStore: string | undefined,
): Promise<Pick<EventStore, 'readAll' | 'head' | 'close'>> {
  if (eventStore === undefined) {
    if (!existsSync(file)) throw new Error(`There is no ${file}.`);
    return lockedLog(realpathSync(file));
  }
  const { EventStoreDbEventStore } =
    await import('../../event-store/eventstoredb/eventstoredb-event-store.ts');
  const store = new EventStoreDbEventStore(eventStore);
  try {
    await reached('HZM_EVENT_STORE', eventStore, () => store.head());
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Names the engine in an error: its own message does not, and its URL may hold a password. */
async function reached<T>(name: string, address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(
      `${name} ${hostsOf(address)} cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
