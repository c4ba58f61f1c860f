import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { MongoKeyVault } from '@hzm/infra/key-vault/mongodb/mongo-key-vault';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { lockDirectory } from '@hzm/infra/sqlite/directory-lock';
import type { EventStore } from '@hzm/services/core/ports/event-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { keepSecret, keptSecret, secretOf } from '../secret.ts';

export interface Place {
  readonly log: EventStore;
  /** Undefined: the keys stay where they are. */
  readonly vault: KeyVault | undefined;
}

const isAddress = (place: string): boolean => /^esdb(\+discover)?:\/\//.test(place);

/** The secret of the data: HZM_SECRET, or what the directory keeps. @throws Error when there is none */
export function secretFor(place: string): Buffer {
  const given = process.env['HZM_SECRET'];
  const secret = given === undefined ? (isAddress(place) ? undefined : keptSecret(resolve(place))) : secretOf(given);
  if (!secret) throw new Error('HZM_SECRET must be set: the data was written with it.');
  return secret;
}

/** Opens a data directory, or an `esdb://…` with its keys at a `mongodb://…`. @throws Error when a directory is in use, or an engine cannot be reached */
export async function openPlace(place: string, keys: string | undefined, secret: Buffer, held: AsyncDisposableStack): Promise<Place> {
  if (!isAddress(place)) {
    const directory = resolve(place);
    mkdirSync(directory, { recursive: true });
    const lock = lockDirectory(directory);
    held.defer(() => lock.release());
  }
  const log = isAddress(place) ? new EventStoreDbEventStore(place) : new SqliteEventStore(join(resolve(place), 'events.db'));
  held.defer(() => log.close());
  await log.head();
  const vault = keys !== undefined ? await MongoKeyVault.open(keys, secret) : isAddress(place) ? undefined : new SqliteKeyVault(join(resolve(place), 'vault.db'), secret);
  if (vault) held.defer(() => vault.close());
  return { log, vault };
}

/** A directory that is to be started from needs the secret, unless it is given at each start. */
export function takeSecret(place: string, secret: Buffer): void {
  if (process.env['HZM_SECRET'] === undefined && !isAddress(place)) keepSecret(resolve(place), secret);
}
