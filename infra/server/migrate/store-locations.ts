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

/** A place is a data directory, or the address of an engine. */
export const isDirectory = (place: string): boolean =>
  !/^(esdb(\+discover)?|mongodb(\+srv)?):\/\//.test(place);

const FILE_APPENDS_AT_ONCE = 500;

/** A source must be there; a target is made. */
type As = 'source' | 'target';

/** A log takes so many appends at once and keeps their order: a file writes them together. */
export const orderedAppendsAtOnce = (place: string): number =>
  isDirectory(place) ? FILE_APPENDS_AT_ONCE : ORDERED_APPENDS_AT_ONCE;

/**
 * Opens logs, keys and files where they are, and keeps everybody else out of their directories
 * until `held` is let go.
 */
export class StoreLocations {
  readonly #held: AsyncDisposableStack;
  readonly #say: (text: string) => void;
  readonly #locked = new Set<string>();

  /** @param say receives the progress of long work */
  constructor(held: AsyncDisposableStack, say: (text: string) => void) {
    this.#held = held;
    this.#say = say;
  }

  /** @throws Error when a directory has not this file */
  mustHold(place: string, name: string): void {
    const directory = resolve(place);
    if (isDirectory(place) && !existsSync(join(directory, name)))
      throw new Error(`There is no ${name} in ${directory}.`);
  }

  /**
   * A log in a directory is brought up to date first. @param vault has its keys; of a directory,
   * always there @throws Error when it is in use, or cannot be reached
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

  /** The files that people sent: they are where the keys are. */
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

/** An engine's own words do not say which one it is; its address may hold a password. */
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
