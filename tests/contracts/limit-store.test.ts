import { createSecretKey } from 'node:crypto';
import { MongoLimitStore } from '@hzm/infra/limits/mongodb/mongo-limit-store';
import { openDatabase } from '@hzm/infra/mongodb/database';
import { afterEach, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';

const pepper = createSecretKey(Buffer.alloc(32, 1));
const window = { key: 'stranger 192.0.2.7', limit: 10, seconds: 60 };

describe('limits on a real server', needs(mongodb), () => {
  const open: MongoLimitStore[] = [];
  const store = (address: string): MongoLimitStore => {
    const made = new MongoLimitStore(address, () => pepper);
    open.push(made);
    return made;
  };
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  it('lends no more than a limit to all who ask at once', async () => {
    const address = newMongoAddress();
    const stores = [store(address), store(address)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        stores[n % 2]!.exchange({ ...window, spent: 0, end: undefined, want: 3 }),
      ),
    );
    expect(answers.reduce((sum, { lent }) => sum + lent, 0)).toBe(10);
    expect(Math.max(...answers.map(({ used }) => used))).toBe(10);
    expect(Math.min(...answers.map(({ left }) => left))).toBeGreaterThan(10_000);
  });

  it('adds what was spent beyond a limit, and takes back no more than there is', async () => {
    const limits = store(newMongoAddress());
    const exchange = (spent: number, want: number) =>
      limits.exchange({ ...window, spent, end: undefined, want });
    expect(await exchange(12, 1)).toMatchObject({ lent: 0, used: 12 });
    expect(await exchange(-4, 5)).toMatchObject({ lent: 2, used: 10 });
    expect(await exchange(-99, 0)).toMatchObject({ lent: 0, used: 0 });
  });

  it('counts without a bound where only the sum matters', async () => {
    const limits = store(newMongoAddress());
    const asked = { ...window, limit: Number.MAX_SAFE_INTEGER, spent: 0, end: undefined, want: 1 };
    await limits.exchange(asked);
    expect(await limits.exchange(asked)).toMatchObject({ lent: 1, used: 2 });
  });

  it('begins a window anew once it has ended', async () => {
    const limits = store(newMongoAddress());
    const first = { ...window, seconds: 0.001, spent: 9, end: undefined, want: 0 };
    const { end } = await limits.exchange(first);
    const next = { ...window, spent: 1, end: undefined, want: 0 };
    await expect.poll(() => limits.exchange(next)).toMatchObject({ used: 1 });
    // Belongs to the window that ended.
    expect(await limits.exchange({ ...next, end })).toMatchObject({ used: 1 });
  });

  it('keeps no address, and has its server remove windows that ended', async () => {
    const address = newMongoAddress();
    await store(address).exchange({ ...window, spent: 1, end: undefined, want: 0 });
    const database = openDatabase(address);
    const limits = database.collection('limits');
    expect(JSON.stringify(await limits.find().toArray())).not.toContain('192.0.2.7');
    await expect
      .poll(() => limits.indexes())
      .toContainEqual(expect.objectContaining({ key: { end: 1 }, expireAfterSeconds: 0 }));
    await database.client.close();
  });
});
