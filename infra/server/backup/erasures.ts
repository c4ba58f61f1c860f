import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupContents } from '../../backup/contents.ts';
import { SqliteKeyRecords } from '../../key-vault/sqlite/sqlite-key-records.ts';
import { isDirectory as isPath } from '../migrate/store-locations.ts';

/**
 * Yields the scopes of destroyed keys in a data directory, a MongoDB or another backup. Needs no
 * secret. @throws Error with a message for the operator
 */
export async function* erasuresIn(
  place: string,
  passphrase: string | undefined,
): AsyncIterable<string> {
  if (isPath(place) && existsSync(place) && statSync(place).isFile()) {
    const contents = new BackupContents(place, passphrase);
    try {
      contents.verify();
      for (const { scope, key } of contents.keys()) if (key === null) yield scope;
    } finally {
      contents.close();
    }
    return;
  }
  const records = await recordsIn(place);
  try {
    for await (const { scope, kept } of records.lines()) if (kept === null) yield scope;
  } finally {
    await records.close();
  }
}

async function recordsIn(place: string) {
  if (!isPath(place)) {
    const { MongoKeyRecords } = await import('../../key-vault/mongodb/mongo-key-records.ts');
    return new MongoKeyRecords(place);
  }
  const file = join(resolve(place), 'vault.db');
  if (!existsSync(file))
    throw new Error(`${place} is neither a backup nor a directory with a vault.db.`);
  return new SqliteKeyRecords(file);
}
