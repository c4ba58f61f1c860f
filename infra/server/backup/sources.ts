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
 * Where an installation keeps its log and keys. `secret`: absent when only the data directory has
 * it.
 */
export type Where = Pick<Configuration, 'dataDirectory' | 'eventStore' | 'readModel'> & {
  readonly secret?: Buffer | undefined;
};

/** Log, keys and files of an installation that may be running: they are only read. */
export interface Sources {
  readonly log: Pick<EventStore, 'readAll' | 'head'>;
  readonly vault: KeyVault;
  readonly files: FileStore;
  /** The one that opens the vault now. */
  readonly secret: Buffer;
}

/** @param held closes them @throws Error that names what cannot be used */
export async function openSources(
  { dataDirectory, eventStore, readModel, secret }: Where,
  held: AsyncDisposableStack,
): Promise<Sources> {
  checkNotRestoring(dataDirectory);
  // A kept secret may have been replaced since the process that asks was started.
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

/** A vault that no process of this version has used is left alone. */
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

/** A log that is read under the shared lock, so that no start replaces its file meanwhile. */
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
 * Opens a log to be read, of an installation that may be running. @throws Error that names what
 * cannot be used
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

/** An engine's own words do not say which one it is; its address may hold a password. */
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
