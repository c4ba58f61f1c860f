import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WrongSecret } from '@hzm/infra/key-vault/wrapping';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import type { Lease } from '@hzm/services/core/ports/lease';
import type { ReadModel } from '@hzm/services/core/ports/read-model';

/**
 * The views, who may write them, and the keys at an address of HZM_READ_MODEL. Loaded only where it is asked for: its client takes time and memory.
 * @throws Error that names the hosts; Error when the keys of this data are elsewhere
 */
export async function reachMongo(address: string, secret: Buffer, dataDirectory: string): Promise<{ readonly views: ReadModel; readonly lease: Lease; readonly vault: KeyVault }> {
  // Without its keys, all that the log has would be taken for erased.
  const keys = join(dataDirectory, 'vault.db');
  if (existsSync(keys)) throw new Error(`HZM_READ_MODEL keeps the keys in MongoDB, but the keys of this data are in ${keys}. Choose an empty HZM_DATA_DIR.`);
  const { MongoKeyVault } = await import('@hzm/infra/key-vault/mongodb/mongo-key-vault');
  const { MongoLease } = await import('@hzm/infra/lease/mongodb/mongo-lease');
  const { MongoReadModel } = await import('@hzm/infra/read-model/mongodb/mongo-read-model');
  try {
    const vault = await MongoKeyVault.open(address, secret);
    return { vault, views: new MongoReadModel(address), lease: new MongoLease(address, 'projector') };
  } catch (error) {
    if (error instanceof WrongSecret) throw error;
    const hosts = /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address)?.[1];
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`HZM_READ_MODEL ${hosts} cannot be reached: ${reason instanceof Error ? reason.message : String(reason)}`, { cause: error });
  }
}
