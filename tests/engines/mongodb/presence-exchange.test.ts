import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import { openDatabase, type Db } from '@hzm/infra/mongodb/database';
import { MongoPresenceExchange } from '@hzm/infra/presence/mongodb/mongo-presence-exchange';
import type { Member } from '@hzm/services/core/ports/presence-exchange';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../../run/engines.ts';
import { needs } from '../../run/needs.ts';

const SOON = { timeout: 10_000 };
const member = (id: string): Member => ({
  id,
  userId: `user of ${id}`,
  name: id,
  color: '#c2255c',
  state: { mode: 'view', rowId: 'r' },
});

describe('presence over MongoDB', needs(mongodb), () => {
  let address = '';
  let database: Db;
  const open: MongoPresenceExchange[] = [];
  beforeEach(() => {
    address = newMongoAddress();
    database = openDatabase(address);
  });
  afterEach(async () => {
    for (const exchange of open.splice(0)) await exchange.close();
    await database.client.close();
  });
  const exchange = () => {
    const made = new MongoPresenceExchange(address, error => {
      throw error;
    });
    open.push(made);
    const heard = new Map<string, readonly string[]>();
    made.subscribe((topic, members) =>
      heard.set(
        topic,
        members.map(({ id }) => id),
      ),
    );
    return { exchange: made, heard, at: (topic: string) => heard.get(topic) ?? [] };
  };
  const entries = () =>
    database.collection<{ _id: string; at?: Date; members?: Member[] }>('presence');

  it('is heard by all others, the newest last, each topic for itself', async () => {
    const [a, b, c] = [exchange(), exchange(), exchange()];
    for (let n = 0; n < 50; n++) a.exchange.publish('table:1', [member(`a${n}`)]);
    b.exchange.publish('table:1', [member('b')]);
    b.exchange.publish('table:2', [member('b')]);
    await expect
      .poll(() => [c.at('table:1').toSorted(), c.at('table:2')], SOON)
      .toEqual([['a49', 'b'], ['b']]);
    await expect
      .poll(() => [a.at('table:1'), b.at('table:1'), b.at('table:2')], SOON)
      .toEqual([['b'], ['a49'], []]);
    a.exchange.publish('table:1', []);
    await expect.poll(() => c.at('table:1'), SOON).toEqual(['b']);
  });

  it('is there for who comes later, and ends with the process', async () => {
    const a = exchange();
    a.exchange.publish('table:1', [member('a')]);
    await expect.poll(() => entries().countDocuments({ members: { $exists: true } }), SOON).toBe(1);
    const b = exchange();
    await expect.poll(() => b.at('table:1'), SOON).toEqual(['a']);
    await a.exchange.close();
    open.splice(open.indexOf(a.exchange), 1);
    await expect.poll(() => b.at('table:1'), SOON).toEqual([]);
  });

  it(
    'forgets a process that is not heard any more, and takes back one that is',
    { timeout: 20_000 },
    async () => {
      const killed = newId();
      await entries().insertMany([
        { _id: killed, at: new Date(Date.now() - 60_000) },
        { _id: `${killed} table:1`, members: [member('ghost')] },
      ]);
      const [a, b] = [exchange(), exchange()];
      a.exchange.publish('table:2', [member('a')]);
      await expect.poll(() => b.at('table:2'), SOON).toEqual(['a']);
      await expect
        .poll(() => entries().countDocuments({ _id: { $regex: `^${killed}` } }), SOON)
        .toBe(0);
      await expect.poll(() => b.at('table:1'), SOON).toEqual([]);
      // As when it stood still for a while.
      await entries().deleteMany({});
      await expect.poll(() => b.at('table:2'), SOON).toEqual([]);
      await expect.poll(() => b.at('table:2'), SOON).toEqual(['a']);
    },
  );

  it('leaves out what it does not understand', async () => {
    const a = exchange();
    const other = newId();
    await sleep(500);
    await entries().insertMany([
      { _id: other, at: new Date() },
      { _id: `${other} table:1`, members: ['a newer form'] as never },
      { _id: `${other} table:2`, members: [member('b')] },
    ]);
    await expect.poll(() => a.at('table:2'), SOON).toEqual(['b']);
    expect(a.at('table:1')).toEqual([]);
  });
});
