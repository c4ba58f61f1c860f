import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoDeliveryStore } from '@hzm/infra/deliveries/mongodb/mongo-delivery-store';
import { SqliteDeliveryStore } from '@hzm/infra/deliveries/sqlite/sqlite-delivery-store';
import { afterAll, describe } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { deliveryStoreContract } from './delivery-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'deliveries-'));
afterAll(() => rmSync(directory, { recursive: true }));

deliveryStoreContract('sqlite', () => {
  const file = join(directory, randomUUID());
  return () => new SqliteDeliveryStore(file);
});

describe('on a real server', needs(mongodb), () => {
  deliveryStoreContract('mongodb', () => {
    const at = newMongoAddress();
    return () => new MongoDeliveryStore(at);
  });
});
