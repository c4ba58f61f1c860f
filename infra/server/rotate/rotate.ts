import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RingKeyVault } from '../../key-vault/ring-key-vault.ts';
import {
  isCurrent as isCurrentFile,
  SqliteKeyVault,
} from '../../key-vault/sqlite/sqlite-key-vault.ts';
import { hasNextSecret, keepNextSecret, keptSecret, nextSecret } from '../secret.ts';

export interface Rotation {
  readonly dataDirectory: string;
  /** Address of a MongoDB that has the keys; absent: they are in the data directory. */
  readonly readModel?: string | undefined;
  /**
   * The secret that opens the vault; absent: the one that the directory keeps, for which a new one
   * is made.
   */
  readonly secret?: Buffer | undefined;
  /**
   * What is to take its place; absent: `secret` did so already, and what was before is to open
   * nothing any more.
   */
  readonly next?: Buffer | undefined;
}

/** What became of it: `begun` until every process was started with the next secret, or `done`. */
export type Outcome = 'begun' | 'done';

/** Longer than a running process needs to notice, in milliseconds. */
const NOTICED_MS = 3_000;
/** How long to wait for another program that reads the file of the keys. */
const TIDY_MS = 30_000;

/**
 * Changes the secret, while processes run or not. Interrupted, it is gone on with; until it is done
 * the one before or the next opens everything. @throws Error in words for who runs it
 */
export async function rotate(
  { dataDirectory, readModel, secret, next }: Rotation,
  say: (text: string) => void,
): Promise<Outcome> {
  const open = await opener(dataDirectory, readModel);
  if (secret === undefined) {
    const before = keptSecret(dataDirectory);
    if (!before)
      throw new Error(
        `There is no secret in ${dataDirectory}. Where it is in HZM_SECRET, set that, and HZM_NEW_SECRET to what is to take its place.`,
      );
    if (await begin(open, before, () => nextSecret(dataDirectory), hasNextSecret(dataDirectory)))
      keepNextSecret(dataDirectory);
    return finish(open, keptSecret(dataDirectory)!, say);
  }
  if (next === undefined) return finish(open, secret, say);
  await begin(open, secret, () => next, true);
  return 'begun';
}

type Open = (secret: Buffer) => Promise<RingKeyVault>;

/**
 * Whether another secret opens the vault, too, now; false when only the end of an earlier change
 * was missing.
 */
async function begin(
  open: Open,
  secret: Buffer,
  next: () => Buffer,
  hasNext: boolean,
): Promise<boolean> {
  const vault = await open(secret);
  try {
    if (vault.isRotating && !hasNext) return false;
    await vault.beginRotation(next());
    return true;
  } finally {
    await vault.close();
  }
}

async function finish(open: Open, secret: Buffer, say: (text: string) => void): Promise<Outcome> {
  const vault = await open(secret);
  try {
    if (!vault.isRotating)
      throw new Error(
        'There is nothing to finish: only this secret opens the keys. To change it, set HZM_NEW_SECRET.',
      );
    say('Waiting until every running process has noticed');
    await sleep(NOTICED_MS);
    await vault.finishRotation();
    // A key that was made in the same moment under the earlier root.
    await sleep(NOTICED_MS / 3);
    await vault.rewrap();
    const end = performance.now() + TIDY_MS;
    while (!(await vault.tidy())) {
      if (performance.now() > end)
        throw new Error(
          'The secret is changed, but another program reads the file of the keys, where the earlier ones can still be found. A running HZM erases them when it is done; so does the next start.',
        );
      await sleep(NOTICED_MS / 10);
    }
    return 'done';
  } finally {
    await vault.close();
  }
}

/**
 * Vaults of a version before are left alone: a process of that version may be using them. @throws
 * Error when there is none
 */
async function opener(dataDirectory: string, readModel: string | undefined): Promise<Open> {
  const notYet = new Error(
    'The keys are those of an earlier version. Start this one once, then change the secret.',
  );
  if (readModel !== undefined) {
    const { isCurrent, MongoKeyVault } = await import('../../key-vault/mongodb/mongo-key-vault.ts');
    if (!(await isCurrent(readModel))) throw notYet;
    return secret => MongoKeyVault.open(readModel, secret);
  }
  const file = join(dataDirectory, 'vault.db');
  if (!existsSync(file)) throw new Error(`There is no vault.db in ${dataDirectory}.`);
  if (!isCurrentFile(file)) throw notYet;
  return async secret => new SqliteKeyVault(file, secret);
}
