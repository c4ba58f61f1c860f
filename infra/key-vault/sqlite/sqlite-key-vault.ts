import { openDatabase } from '../../sqlite/database.ts';
import { firstRing } from '../first-ring.ts';
import { RingKeyVault } from '../ring-key-vault.ts';
import { openRing } from '../ring.ts';
import { SqliteKeyRecords } from './sqlite-key-records.ts';

export class SqliteKeyVault extends RingKeyVault {
  /** @throws WrongSecret when the file was made with another secret */
  constructor(file: string, secret: Buffer) {
    super(...opened(file, secret));
  }
}

function opened(file: string, secret: Buffer): ConstructorParameters<typeof RingKeyVault> {
  const records = new SqliteKeyRecords(file);
  try {
    const record = records.ringNow() ?? records.makeRing(firstRing(records.legacyCheck(), secret));
    openRing(record.ring, secret);
    return [records, secret, record];
  } catch (error) {
    void records.close();
    throw error;
  }
}

/** Whether this version has used the file before. Reads only. */
export function isCurrent(file: string): boolean {
  using database = openDatabase(file, { durability: 'full' });
  const hasRings =
    database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get('ring') !== undefined;
  return hasRings && database.prepare('SELECT 1 FROM ring').get() !== undefined;
}
