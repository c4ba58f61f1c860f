import { setTimeout as sleep } from 'node:timers/promises';
import { MongoLaneStore } from '@hzm/infra/lanes/mongodb/mongo-lane-store';
import { openDatabase } from '@hzm/infra/mongodb/database';
import { Lanes } from '@hzm/services/core/commands/lanes';
import { StreamQueue } from '@hzm/services/core/commands/stream-queue';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';

/** Longer than any test. */
const LONG_MS = 60_000;

describe('lanes on a real server', needs(mongodb), () => {
  let address: string;
  const open: MongoLaneStore[] = [];
  const store = (nextMs?: number): MongoLaneStore => {
    const made = new MongoLaneStore(address, nextMs);
    open.push(made);
    return made;
  };
  beforeEach(() => {
    address = newMongoAddress();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });

  it('have one holder each, who may take them again and alone gives them back', async () => {
    const [a, b] = [store(), store()];
    const first = await Promise.all([a.take('x', 'A', LONG_MS), b.take('x', 'B', LONG_MS)]);
    expect(first.toSorted()).toEqual([false, true]);
    const [holder, other] = first[0] ? ['A', 'B'] : ['B', 'A'];
    expect(await a.take('x', holder, LONG_MS)).toBe(true);
    await b.release(['x'], other);
    expect(await b.take('x', other, LONG_MS)).toBe(false);
    expect(await b.take('y', other, LONG_MS)).toBe(true);
    await a.release(['x', 'y'], holder);
    expect(await b.take('x', other, LONG_MS)).toBe(true);
    expect(await a.take('y', holder, LONG_MS)).toBe(false);
  });

  it('go to whoever asked first while another had them', async () => {
    const lanes = store(LONG_MS);
    await lanes.take('x', 'A', LONG_MS);
    expect(await lanes.take('x', 'B', LONG_MS)).toBe(false);
    await lanes.release(['x'], 'A');
    expect(await lanes.take('x', 'A', LONG_MS)).toBe(false);
    expect(await lanes.take('x', 'B', LONG_MS)).toBe(true);
  });

  it('pass over one that does not ask again, and end with their time', async () => {
    const lanes = store();
    await lanes.take('x', 'A', 1);
    await expect.poll(() => lanes.take('x', 'B', LONG_MS)).toBe(true);
    expect(await lanes.take('x', 'C', LONG_MS)).toBe(false);
    await lanes.release(['x'], 'B');
    await expect.poll(() => lanes.take('x', 'D', LONG_MS)).toBe(true);
  });

  it('are forgotten by the server once nobody has them', async () => {
    await store().take('x', 'A', 1);
    const database = openDatabase(address);
    await expect
      .poll(() => database.collection('lanes').indexes())
      .toContainEqual(expect.objectContaining({ key: { until: 1 }, expireAfterSeconds: 60 }));
    await database.client.close();
  });

  it('keep work in two processes apart, in whatever order it names them', async () => {
    const processes = [store(), store()].map(one => new Lanes(new StreamQueue(), one));
    const inside = new Map<string, number>();
    let most = 0;
    const work = async (keys: readonly string[]): Promise<void> => {
      for (const key of keys) {
        inside.set(key, (inside.get(key) ?? 0) + 1);
        most = Math.max(most, inside.get(key)!);
      }
      await sleep(1);
      for (const key of keys) inside.set(key, inside.get(key)! - 1);
    };
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const keys = n % 4 < 2 ? ['a', 'b'] : ['b', 'c', 'a'];
        return processes[n % 2]!.run(
          keys.map(key => ({ group: 'g', key })),
          () => work(keys),
          { signal: AbortSignal.timeout(LONG_MS) },
        );
      }),
    );
    expect(most).toBe(1);
  });

  it('are given back when the work fails, and when waiting for them ends', async () => {
    const held = store();
    const lanes = new Lanes(new StreamQueue(), store());
    const lane = [{ group: 'g', key: 'a' }];
    const failing = lanes.run(lane, () => Promise.reject(new Error('no')), {});
    await expect(failing).rejects.toThrow('no');
    expect(await held.take('g-a', 'H', LONG_MS)).toBe(true);
    const waiting = lanes.run(lane, async () => 'done', { signal: AbortSignal.timeout(50) });
    await expect(waiting).rejects.toMatchObject({ code: 'NOT_READY' });
    await held.release(['g-a'], 'H');
    expect(await lanes.run(lane, async () => 'done', {})).toBe('done');
  });
});
