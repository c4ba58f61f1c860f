import type { DeliveryStore } from '@hzm/services/core/ports/deliveries';
import type { FileStore } from '@hzm/services/core/ports/file-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import type { LaneStore } from '@hzm/services/core/ports/lane-store';
import type { Lease } from '@hzm/services/core/ports/lease';
import type { LimitStore } from '@hzm/services/core/ports/limit-store';
import type { PresenceExchange } from '@hzm/services/core/ports/presence-exchange';
import type { ProcessRegistry } from '@hzm/services/core/ports/process-registry';
import type { ReadModel } from '@hzm/services/core/ports/read-model';
import type { RequestLogStore } from '@hzm/services/core/ports/request-log-store';
import type { UsageStore } from '@hzm/services/core/ports/usage-store';
import { WrongSecret } from '../key-vault/wrapping.ts';
import { hostsOf } from './hosts.ts';

interface Mongo {
  readonly vault: KeyVault;
  readonly views: ReadModel;
  /** The lease to write the views. */
  readonly lease: Lease;
  readonly registry: ProcessRegistry;
  readonly presence: PresenceExchange;
  readonly usage: UsageStore;
  readonly requestLog: RequestLogStore;
  readonly deliveries: DeliveryStore;
  readonly limits: LimitStore;
  readonly lanes: LaneStore;
  readonly files: FileStore;
}

/**
 * Opens the stores at the URL of HZM_READ_MODEL. Imported on demand, because the client takes time
 * and memory. @param unheard called with errors of presence @throws Error that names the hosts
 */
export async function reachMongo(
  address: string,
  secret: Buffer,
  unheard: (error: unknown) => void,
): Promise<Mongo> {
  const { MongoKeyVault } = await import('../key-vault/mongodb/mongo-key-vault.ts');
  const { MongoLease } = await import('../lease/mongodb/mongo-lease.ts');
  const { MongoPresenceExchange } = await import('../presence/mongodb/mongo-presence-exchange.ts');
  const { MongoReadModel } = await import('../read-model/mongodb/mongo-read-model.ts');
  const { MongoProcessRegistry } =
    await import('../process-registry/mongodb/mongo-process-registry.ts');
  const { GridFileStore } = await import('../files/mongodb/grid-file-store.ts');
  const { MongoUsageStore } = await import('../usage/mongodb/mongo-usage-store.ts');
  const { MongoRequestLogStore } =
    await import('../request-log/mongodb/mongo-request-log-store.ts');
  const { MongoDeliveryStore } = await import('../deliveries/mongodb/mongo-delivery-store.ts');
  const { MongoLimitStore } = await import('../limits/mongodb/mongo-limit-store.ts');
  const { MongoLaneStore } = await import('../lanes/mongodb/mongo-lane-store.ts');
  try {
    const vault = await MongoKeyVault.open(address, secret);
    return {
      vault,
      views: new MongoReadModel(address),
      lease: new MongoLease(address, 'projector'),
      registry: new MongoProcessRegistry(address),
      presence: new MongoPresenceExchange(address, unheard),
      usage: new MongoUsageStore(address),
      requestLog: new MongoRequestLogStore(address),
      deliveries: new MongoDeliveryStore(address),
      limits: new MongoLimitStore(address, () => vault.pepper),
      lanes: new MongoLaneStore(address),
      files: new GridFileStore(address),
    };
  } catch (error) {
    if (error instanceof WrongSecret) throw error;
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new Error(
      `HZM_READ_MODEL ${hostsOf(address)} cannot be reached: ${reason instanceof Error ? reason.message : String(reason)}`,
      { cause: error },
    );
  }
}
