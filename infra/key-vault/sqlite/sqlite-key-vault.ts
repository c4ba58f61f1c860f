import { openDatabase } from '../../sqlite/database.ts';
import { firstRing } from '../first-ring.ts';
import { RingKeyVault } from '../ring-key-vault.ts';
import { SqliteKeyRecords } from './sqlite-key-records.ts';

/** Keys in one SQLite file. */
export class SqliteKeyVault extends RingKeyVault {
  /** @throws WrongSecret when the file was made with another one */
  constructor(file: string, secret: Buffer) {
    const records = new SqliteKeyRecords(file);
    try {
      super(records, secret, records.ringNow() ?? records.makeRing(firstRing(records.legacyCheck(), secret)));
    } catch (error) {
      void records.close();
      throw error;
    }
  }
}

/** Whether this version has used the file before; nothing is changed in it. */
export function isCurrent(file: string): boolean {
  using database = openDatabase(file, { durability: 'full' });
  const hasRings = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get('ring') !== undefined;
  return hasRings && database.prepare('SELECT 1 FROM ring').get() !== undefined;
}
