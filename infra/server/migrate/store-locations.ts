import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EventStore } from '@hzm/services/core/ports/event-store';
import type { FileStore } from '@hzm/services/core/ports/file-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import {
  EventStoreDbEventStore,
  ORDERED_APPENDS_AT_ONCE,
} from '../../event-store/eventstoredb/eventstoredb-event-store.ts';
import { DiskFileStore } from '../../files/disk/disk-file-store.ts';
import { GridFileStore } from '../../files/mongodb/grid-file-store.ts';
import { MongoKeyVault } from '../../key-vault/mongodb/mongo-key-vault.ts';
import { SqliteKeyVault } from '../../key-vault/sqlite/sqlite-key-vault.ts';
import { lockDirectory } from '../../sqlite/directory-lock.ts';
import { FILES, keepDirectory } from '../data-directory.ts';
import { hostsOf } from '../hosts.ts';
import { openLog } from '../stores.ts';

/** Whether a location is a data directory, not the URL of an engine. */
export const isDirectory = (place: string): boolean =>
  !/^(esdb(\+discover)?|mongodb(\+srv)?):\/\//.test(place);

const FILE_APPENDS_AT_ONCE = 500;

/** A source must exist; a target is created. */
type As = 'source' | 'target';

/** Returns the ordered appends that a log takes at once; a file writes them in one transaction. */
export const orderedAppendsAtOnce = (place: string): number =>
  isDirectory(place) ? FILE_APPENDS_AT_ONCE : ORDERED_APPENDS_AT_ONCE;

/** Opens logs, keys and files, and locks their directories until `held` is disposed. */
export class StoreLocations {
  readonly #held: AsyncDisposableStack;
  readonly #say: (text: string) => void;
  readonly #locked = new Set<string>();

  /** @param say receives the progress of long work */
  constructor(held: AsyncDisposableStack, say: (text: string) => void) {
    this.#held = held;
    this.#say = say;
  }

  /** @throws Error when the directory lacks this file */
  mustHold(place: string, name: string): void {
    const directory = resolve(place);
    if (isDirectory(place) && !existsSync(join(directory, name)))
      throw new Error(`There is no ${name} in ${directory}.`);
  }

  /**
   * Opens a log; converts one of an earlier version in a directory first. @param vault holds its
   * keys; required for a directory @throws Error when it is in use or unreachable
   */
  async log(place: string, vault: KeyVault | undefined): Promise<EventStore> {
    const log =
      vault && isDirectory(place)
        ? await openLog(this.#file(place, 'events.db'), vault, this.#say)
        : new EventStoreDbEventStore(place, { isOrdered: true });
    this.#held.defer(() => log.close());
    await reached(place, () => log.head());
    return log;
  }

  /** @throws Error as above, and when the keys were wrapped with another secret */
  async vault(place: string, as: As, secret: Buffer): Promise<KeyVault> {
    if (as === 'source') this.mustHold(place, 'vault.db');
    const vault = isDirectory(place)
      ? new SqliteKeyVault(this.#file(place, 'vault.db'), secret)
      : await reached(place, () => MongoKeyVault.open(place, secret));
    this.#held.defer(() => vault.close());
    return vault;
  }

  /** Opens the uploaded files, which are stored beside the keys. */
  files(place: string): FileStore {
    const files = isDirectory(place)
      ? new DiskFileStore(this.#file(place, FILES))
      : new GridFileStore(place);
    this.#held.defer(() => files.close());
    return files;
  }

  #file(place: string, name: string): string {
    const directory = resolve(place);
    if (!this.#locked.has(directory)) {
      keepDirectory(directory);
      const lock = lockDirectory(directory);
      this.#locked.add(directory);
      this.#held.defer(() => lock.release());
    }
    return join(directory, name);
  }
}

/** Names the hosts in an error: the engine's message does not, and its URL may hold a password. */
async function reached<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(
      `${hostsOf(place)} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
