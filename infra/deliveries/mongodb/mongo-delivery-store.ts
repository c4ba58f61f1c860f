import {
  DELIVERIES_KEPT,
  type DeliveryState,
  type DeliveryStore,
  type RecordedDelivery,
} from '@hzm/services/core/ports/deliveries';
import { type Collection, type Db, openDatabase } from '../../mongodb/database.ts';
import { askMongo } from '../../mongodb/failure.ts';

/** One document per project; its records are few and bounded. */
interface Entry {
  readonly _id: string;
  readonly state?: DeliveryState;
  readonly records?: RecordedDelivery[];
}

export class MongoDeliveryStore implements DeliveryStore {
  readonly #database: Db;
  readonly #entries: Collection<Entry>;

  constructor(address: string) {
    this.#database = openDatabase(address);
    this.#entries = this.#database.collection('deliveries');
  }

  state(projectId: string): Promise<DeliveryState | undefined> {
    return askMongo(
      async () =>
        (await this.#entries.findOne({ _id: projectId }, { projection: { state: 1 } }))?.state,
    );
  }

  save(projectId: string, state: DeliveryState): Promise<void> {
    return askMongo(async () => {
      await this.#entries.updateOne({ _id: projectId }, { $set: { state } }, { upsert: true });
    });
  }

  record(delivery: RecordedDelivery): Promise<void> {
    return askMongo(async () => {
      await this.#entries.updateOne(
        { _id: delivery.projectId },
        { $push: { records: { $each: [delivery], $position: 0, $slice: DELIVERIES_KEPT } } },
        { upsert: true },
      );
    });
  }

  records(projectId: string): Promise<readonly RecordedDelivery[]> {
    return askMongo(
      async () =>
        (await this.#entries.findOne({ _id: projectId }, { projection: { records: 1 } }))
          ?.records ?? [],
    );
  }

  forget(projectId: string): Promise<void> {
    return askMongo(async () => {
      await this.#entries.deleteOne({ _id: projectId });
    });
  }

  close(): Promise<void> {
    return this.#database.client.close();
  }
}
