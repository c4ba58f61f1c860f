import { WrongSecret } from '@hzm/infra/key-vault/wrapping';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import type { Lease } from '@hzm/services/core/ports/lease';
import type { PresenceExchange } from '@hzm/services/core/ports/presence-exchange';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import type { Roster } from '@hzm/services/core/ports/roster';
import { hostsOf } from './hosts.ts';

interface Mongo {
  readonly vault: KeyVault;
  readonly views: ReadModel;
  /** To write the views. */
  readonly lease: Lease;
  readonly roster: Roster;
  readonly presence: PresenceExchange;
}

/** What lies at an address of HZM_READ_MODEL. Loaded only where it is asked for: its client takes time and memory. @param unheard hears why presence cannot be told now @throws Error that names the hosts */
export async function reachMongo(address: string, secret: Buffer, unheard: (error: unknown) => void): Promise<Mongo> {
  const { MongoKeyVault } = await import('@hzm/infra/key-vault/mongodb/mongo-key-vault');
  const { MongoLease } = await import('@hzm/infra/lease/mongodb/mongo-lease');
  const { MongoPresenceExchange } = await import('@hzm/infra/presence/mongodb/mongo-presence-exchange');
  const { MongoReadModel } = await import('@hzm/infra/read-model/mongodb/mongo-read-model');
  const { MongoRoster } = await import('@hzm/infra/roster/mongodb/mongo-roster');
  try {
    const vault = await MongoKeyVault.open(address, secret);
    return { vault, views: new MongoReadModel(address), lease: new MongoLease(address, 'projector'), roster: new MongoRoster(address), presence: new MongoPresenceExchange(address, unheard) };
  } catch (error) {
    if (error instanceof WrongSecret) throw error;
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(`HZM_READ_MODEL ${hostsOf(address)} cannot be reached: ${reason instanceof Error ? reason.message : String(reason)}`, { cause: error });
  }
}
