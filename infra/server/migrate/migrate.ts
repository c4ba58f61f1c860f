import { resolve } from 'node:path';
import { events } from '@hzm/contracts/registry';
import type { EventStore, StoredEvent } from '@hzm/services/core/ports/event-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { isOutdated, renewal } from '../renewal.ts';
import { keepSecret, keptSecret, secretOf } from '../secret.ts';
import { copyFiles, readFiles } from './copy-files.ts';
import { copyKeys } from './copy-keys.ts';
import { compare, copyLog, type Compared, type Follow } from './copy-log.ts';
import { pace, timed } from './pace.ts';
import { isDirectory, orderedAppendsAtOnce, StoreLocations } from './store-locations.ts';

export interface Move {
  /** A data directory, or `esdb://…`. */
  readonly from: string;
  readonly to: string;
  /**
   * A data directory, or `mongodb://…`; absent: the directory of the log, or, if the log is in an
   * engine, keys are not moved.
   */
  readonly fromKeys?: string | undefined;
  readonly toKeys?: string | undefined;
}

export interface Moved extends Compared {
  /** Undefined if the keys are not moved. */
  readonly keys: number | undefined;
  /** Number of uploaded files; undefined if they are not moved, like the keys. */
  readonly files: number | undefined;
}

/**
 * Copies all data; an interrupted copy resumes. @param say receives the progress @throws Error with
 * a message for the operator
 */
export async function migrate(
  { from, to, fromKeys = directoryOf(from), toKeys = directoryOf(to) }: Move,
  say: (text: string) => void,
): Promise<Moved> {
  if (fromKeys === undefined && toKeys !== undefined)
    throw new Error(
      'Name the location of the keys: --from-keys and a data directory or mongodb://host:27017/hzm.',
    );
  await using held = new AsyncDisposableStack();
  const places = new StoreLocations(held, say);
  places.mustHold(from, 'events.db');
  const secret = secretIn([from, fromKeys]);
  const sourceKeys =
    fromKeys === undefined ? undefined : await places.vault(fromKeys, 'source', secret);
  const log = await places.log(from, sourceKeys);
  const targetKeys =
    sourceKeys === undefined || toKeys === undefined
      ? undefined
      : await places.vault(toKeys, 'target', secret);
  const target = await places.log(to, targetKeys);

  const source = renewed(log, sourceKeys);
  const head = await log.head();
  const follow = (doing: string): Follow => pace(head, text => say(`${doing} ${text}`));
  const { position } = await compare(source, target, follow('comparing existing events:'));
  // Keys go before the log, so that no event lacks its key.
  const count = sourceKeys && targetKeys && (await copyKeys(sourceKeys, targetKeys));
  const files =
    sourceKeys && targetKeys && fromKeys !== undefined && toKeys !== undefined
      ? await copyFiles(
          readFiles(places.files(fromKeys), sourceKeys),
          places.files(toKeys),
          targetKeys,
        )
      : undefined;
  await timed(
    () => copyLog(source, target, position, follow('copying:'), orderedAppendsAtOnce(to)),
    say,
  );
  const compared = await compare(source, target, follow('comparing:'));
  if (!compared.isWhole)
    throw new Error(
      'The source changed meanwhile. Stop its server and run the command again; it resumes.',
    );
  keepSecretIn([to, toKeys], secret);
  return { ...compared, keys: count, files };
}

/**
 * Reads a log in today's format. Events in an engine are never rewritten there, so this converts
 * them on the way.
 */
function renewed(log: EventStore, vault: KeyVault | undefined): Pick<EventStore, 'readAll'> {
  const renew = vault ? renewal(vault, events) : async (event: StoredEvent) => event;
  const readAll: EventStore['readAll'] = async options => {
    const page = await log.readAll(options);
    if (!vault && page.some(isOutdated))
      throw new Error(
        'The log holds events of an earlier version, whose conversion needs the keys. Name the location of the keys: --from-keys and a data directory or mongodb://host:27017/hzm.',
      );
    return Promise.all(page.map(renew));
  };
  return { readAll };
}

const directoryOf = (place: string): string | undefined => (isDirectory(place) ? place : undefined);
const directoriesOf = (places: readonly (string | undefined)[]): string[] =>
  places.filter(place => place !== undefined && isDirectory(place)).map(place => resolve(place!));

/**
 * Returns the secret of the data: HZM_SECRET, or the one kept in a directory. @throws Error when
 * there is none
 */
function secretIn(places: readonly (string | undefined)[]): Buffer {
  const given = process.env['HZM_SECRET'];
  const secret =
    given === undefined
      ? directoriesOf(places)
          .map(keptSecret)
          .find(kept => kept !== undefined)
      : secretOf(given);
  if (!secret) throw new Error('HZM_SECRET must be set: the data was written with it.');
  return secret;
}

/**
 * Keeps the secret in the directories of the target unless HZM_SECRET provides it at each start.
 */
function keepSecretIn(places: readonly (string | undefined)[], secret: Buffer): void {
  if (process.env['HZM_SECRET'] === undefined)
    for (const directory of directoriesOf(places)) keepSecret(directory, secret);
}
