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
  /** URL of the MongoDB that has the keys; absent: they are in the data directory. */
  readonly readModel?: string | undefined;
  /** The secret that opens the vault; absent: the directory's, which a new one replaces. */
  readonly secret?: Buffer | undefined;
  /**
   * The new secret; absent: `secret` has replaced the previous one, which is to open nothing any
   * more.
   */
  readonly next?: Buffer | undefined;
}

/**
 * State of a rotation: `begun` until every process is restarted with the new secret, then `done`.
 */
export type Outcome = 'begun' | 'done';

/** Time in which every running process notices, in milliseconds, with a margin. */
const NOTICED_MS = 3_000;
/** Timeout of the wait for another program that reads the key file, in milliseconds. */
const TIDY_MS = 30_000;

/**
 * Rotates the secret; processes may be running. Resumes after an interruption; until it is done,
 * the old or the new secret opens everything. @throws Error with a message for the operator
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
        `There is no secret in ${dataDirectory}. If it is in HZM_SECRET, set that, and HZM_NEW_SECRET to the new one.`,
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
 * Lets the new secret open the vault, too. @returns false if only the end of an earlier rotation
 * was missing
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
        'There is nothing to finish: only this secret opens the keys. Set HZM_NEW_SECRET to change it.',
      );
    say('Waiting for every running process to notice');
    await sleep(NOTICED_MS);
    await vault.finishRotation();
    // Catches keys made at the same moment under the previous root.
    await sleep(NOTICED_MS / 3);
    await vault.rewrap();
    const end = performance.now() + TIDY_MS;
    while (!(await vault.tidy())) {
      if (performance.now() > end)
        throw new Error(
          'The secret is changed, but another program still reads the key file, which holds the previous keys. A running HZM, or the next start, erases them after that.',
        );
      await sleep(NOTICED_MS / 10);
    }
    return 'done';
  } finally {
    await vault.close();
  }
}

/**
 * Refuses a vault of an earlier version, which may be in use by a process of that version. @throws
 * Error when there is no vault
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
