import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { START } from '@hzm/contracts/core/position';
import { events as definitions } from '@hzm/contracts/registry';
import { shreddingTypes } from '@hzm/services/core/events/crypto-shredder';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { scopeOf } from '@hzm/services/core/ports/scope';
import { BackupLog } from '../../backup/backup-log.ts';
import { BackupContents, type Secrets } from '../../backup/contents.ts';
import type { Summary } from '../../backup/format.ts';
import { keepDirectory } from '../data-directory.ts';
import { copyFiles } from '../migrate/copy-files.ts';
import { compare, copyLog, type Compared } from '../migrate/copy-log.ts';
import { pace, timed } from '../migrate/pace.ts';
import { isDirectory, orderedAppendsAtOnce, StoreLocations } from '../migrate/store-locations.ts';
import { isKeepable, keepSecret, keptSecret } from '../secret.ts';
import { RESTORING } from '../unfinished-restore.ts';
import { erasuresIn } from './erasures.ts';

export interface Restoring {
  readonly file: string;
  readonly passphrase?: string | undefined;
  /** A directory, or `esdb://…`. */
  readonly to: string;
  /** A directory, or `mongodb://…`; absent: the directory of the log. */
  readonly toKeys?: string | undefined;
  /** The directory that keeps the secret, unless `secret` is given to open the keys from now on. */
  readonly dataDirectory: string;
  readonly secret?: Buffer | undefined;
  /** An ISO time; later events are left out. */
  readonly until?: string | undefined;
  /** Source of erasures since the backup: a data directory, `mongodb://…` or a later backup. */
  readonly erasures?: string | undefined;
  /** Default true. Views need no files. */
  readonly withFiles?: boolean;
}

export interface Restored extends Compared {
  readonly summary: Summary;
  readonly keys: number;
  /**
   * Keys destroyed although the backup holds them, because it or `erasures` records the erasure.
   */
  readonly erased: number;
  /** Files written, without those of erased scopes. */
  readonly files: number;
}

/**
 * Writes log, keys and files of a backup into an empty target, after checking every byte. The same
 * command resumes an interrupted restore; until then no server starts on the target. @param say
 * receives the progress @throws Error with a message for the operator
 */
export async function restore(
  {
    file,
    passphrase,
    to,
    toKeys,
    dataDirectory,
    secret: given,
    until,
    erasures,
    withFiles = true,
  }: Restoring,
  say: (text: string) => void,
): Promise<Restored> {
  const keysTo = toKeys ?? (isDirectory(to) ? to : undefined);
  if (keysTo === undefined)
    throw new Error(
      'Name the target of the keys: --to-keys and a directory or mongodb://host:27017/hzm.',
    );
  await using held = new AsyncDisposableStack();
  const contents = new BackupContents(file, passphrase);
  held.defer(async () => contents.close());
  say('checking the backup');
  const secrets = contents.verify();
  const summary = contents.summary();
  const source = new BackupLog(contents, until);
  if (until !== undefined) await checkUntil(source, until, summary);

  const directories = [...new Set([to, keysTo].filter(isDirectory).map(place => resolve(place)))];
  const secret = given ?? keptSecret(dataDirectory) ?? secrets.secret;
  if (given === undefined && !isKeepable(secret))
    throw new Error(
      'The installation was started with an HZM_SECRET that is too short to be kept in a file. Set HZM_SECRET to it, or to another one of at least 16 characters: that one opens the keys from now on.',
    );
  const places = new StoreLocations(held, say);
  const vault = await places.vault(keysTo, 'target', secret);
  const target = await places.log(to, vault);
  const follow = (doing: string) => pace(summary.end, text => say(`${doing} ${text}`));
  const there = await compare(source, target, follow('comparing existing events:'));
  for (const directory of directories) markUnfinished(directory);
  const { keys, erased } = await takeKeys(contents, secrets, vault, erasures, passphrase);
  await timed(
    () => copyLog(source, target, there.position, follow('writing:'), orderedAppendsAtOnce(to)),
    say,
  );
  if (withFiles) say('writing files');
  const files = withFiles ? await copyFiles(contents.files(), places.files(keysTo), vault) : 0;
  const compared = await compare(source, target, follow('comparing:'));
  if (!compared.isWhole)
    throw new Error('The copy is incomplete. Run the command again; it resumes.');
  if (given === undefined) {
    keepDirectory(dataDirectory);
    keepSecret(dataDirectory, secret);
  }
  for (const directory of directories) rmSync(join(directory, RESTORING));
  return { ...compared, summary, keys, erased, files };
}

/** @throws Error when `until` is after the backup or before its first event */
async function checkUntil(source: BackupLog, until: string, { endedAt }: Summary): Promise<void> {
  if (until > endedAt)
    throw new Error(`The backup was made at ${endedAt}; it has no events until ${until}.`);
  const [first] = await source.readAll({ after: START, limit: 1 });
  if (!first) throw new Error(`Nothing in the backup happened before ${until}.`);
}

/**
 * Writes the keys before the log, so that no event lacks its key. Erased scopes stay erased, also
 * if `until` is earlier.
 */
async function takeKeys(
  contents: BackupContents,
  { pepper }: Secrets,
  vault: KeyVault,
  erasures: string | undefined,
  passphrase: string | undefined,
): Promise<{ readonly keys: number; readonly erased: number }> {
  await vault.adoptPepper(pepper);
  let [keys, erased]: [number, number] = [0, 0];
  for (const { scope, key } of contents.keys()) {
    await vault.adopt(scope, key);
    const there = await vault.find(scope);
    if (there && !key?.equals(there))
      throw new Error(
        `The target lacks the key that the backup has for ${scope}. Choose an empty one.`,
      );
    keys++;
  }
  const destroy = async (scope: string): Promise<void> => {
    if (!(await vault.find(scope))) return;
    await vault.destroy(scope);
    erased++;
  };
  for (const page of contents.events())
    for (const { type, data } of page) {
      const scope = shredding.has(type) ? scopeOf(data) : undefined;
      if (scope !== undefined) await destroy(scope);
    }
  if (erasures !== undefined)
    for await (const scope of erasuresIn(erasures, passphrase)) await destroy(scope);
  return { keys, erased };
}

const shredding = shreddingTypes(definitions);

function markUnfinished(directory: string): void {
  const file = join(directory, RESTORING);
  if (existsSync(file)) return;
  writeFileSync(file, '', { mode: 0o600 });
  const handle = openSync(directory, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
