import { firstRing } from '../first-ring.ts';
import { RingKeyVault } from '../ring-key-vault.ts';
import { MongoKeyRecords } from './mongo-key-records.ts';

export class MongoKeyVault extends RingKeyVault {
  /** @throws Unavailable; WrongSecret when the database was made with another secret */
  static async open(address: string, secret: Buffer): Promise<MongoKeyVault> {
    const records = new MongoKeyRecords(address);
    try {
      return new MongoKeyVault(
        records,
        secret,
        (await records.ringIfAny()) ??
          (await records.makeRing(firstRing(await records.legacyCheck(), secret))),
      );
    } catch (error) {
      await records.close();
      throw error;
    }
  }
}

/** Whether this version has used the vault before. Reads only. */
export async function isCurrent(address: string): Promise<boolean> {
  const records = new MongoKeyRecords(address);
  try {
    return (await records.ringIfAny()) !== undefined;
  } finally {
    await records.close();
  }
}
