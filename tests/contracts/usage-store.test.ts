import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoUsageStore } from '@hzm/infra/usage/mongodb/mongo-usage-store';
import { SqliteUsageStore } from '@hzm/infra/usage/sqlite/sqlite-usage-store';
import { afterAll, describe } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { usageStoreContract } from './usage-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'usage-'));
afterAll(() => rmSync(directory, { recursive: true }));

usageStoreContract('sqlite', () => {
  const file = join(directory, randomUUID());
  return () => new SqliteUsageStore(file);
});

describe('on a real server', needs(mongodb), () => {
  usageStoreContract('mongodb', () => {
    const at = newMongoAddress();
    return () => new MongoUsageStore(at);
  });
});
