import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoUsageStore } from '@hzm/infra/usage/mongodb/mongo-usage-store';
import { SqliteUsageStore } from '@hzm/infra/usage/sqlite/sqlite-usage-store';
import { afterAll, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { usageStoreContract } from './usage-store.ts';

const directory = mkdtempSync(join(tmpdir(), 'usage-'));
afterAll(() => rmSync(directory, { recursive: true }));

usageStoreContract('sqlite', () => {
  const file = join(directory, randomUUID());
  return () => new SqliteUsageStore(file);
});

describe('a damaged file of counts', () => {
  const counted = {
    subject: 'k',
    day: '2026-01-02',
    used: 1,
    wrong: 0,
    lastUsed: '2026-01-02T00:00:00.000Z',
    lastWrong: null,
    uses: [],
  };
  const used = async (store: SqliteUsageStore): Promise<number | undefined> =>
    (await store.of(['k'])).get('k')?.used;

  it('is set aside when it is opened', async () => {
    const file = join(directory, randomUUID());
    writeFileSync(
      file,
      'no database at all, and longer than a header of one hundred bytes is, so that it is looked at: '.repeat(
        3,
      ),
    );
    const heard: unknown[] = [];
    const store = new SqliteUsageStore(file, error => heard.push(error));
    await store.add([counted]);
    expect([heard.length, await used(store), existsSync(`${file}.damaged`)]).toEqual([1, 1, true]);
    await store.close();
  });

  it('is set aside when it is found while it is used; what was to be counted is counted', async () => {
    const file = join(directory, randomUUID());
    const first = new SqliteUsageStore(file);
    await first.add(Array.from({ length: 300 }, (_, i) => ({ ...counted, subject: `s${i}` })));
    await first.close();
    const bytes = readFileSync(file);
    // The first page, which is read when it is opened, stays as it is.
    writeFileSync(file, bytes.fill(0xff, 4096));
    const heard: unknown[] = [];
    const store = new SqliteUsageStore(file, error => heard.push(error));
    await store.add([counted]);
    expect([heard.length, await used(store)]).toEqual([1, 1]);
    await store.close();
  });
});

describe('on a real server', needs(mongodb), () => {
  usageStoreContract('mongodb', () => {
    const at = newMongoAddress();
    return () => new MongoUsageStore(at);
  });
});
