import type { Authenticated } from '@hzm/contracts/core/realtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;
let can: Person;
let tableId = '';
let topic = '';
const SECONDS = 3;

beforeAll(async () => {
  await house.open();
  can = await house.person('Can');
  ada = await house.person('Ada');
  tableId = (await ada.table('Süreli', { name: 'ad', type: 'string' })).id;
  topic = `table:${tableId}`;
});
afterAll(() => house.close());

const auth = (follower: TestClient, message: unknown): Promise<Authenticated> =>
  follower.socket.timeout(5_000).emitWithAck('auth', message) as Promise<Authenticated>;

describe('a token', () => {
  it('ends its connection when it ends: what was watched is told so, and it does not come back', async () => {
    const follower = await ada.connect({ token: await house.token(ada, SECONDS) });
    await follower.watch(topic);
    const { position } = await ada.add(tableId, { ad: 'bir' });
    await follower.reached(topic, position);
    await follower.until(() => follower.order.includes('connect_error'));
    expect(follower.ended).toEqual([{ topic, code: 'TOKEN_EXPIRED' }]);
    expect(follower.order.filter(what => what !== 'answer').slice(0, 5)).toEqual([
      'connect',
      'changes',
      'unwatched',
      'disconnect',
      'connect_error',
    ]);
    await ada.add(tableId, { ad: 'iki' });
    expect(follower.messages).toHaveLength(1);
    expect(await house.refusal({ token: await house.token(ada, -1) })).toBe('TOKEN_EXPIRED');
  });

  it('takes the place of the one before without another connection', async () => {
    const [follower, witness] = await Promise.all([
      ada.connect({ token: await house.token(ada, SECONDS) }),
      ada.connect({ token: await house.token(ada, SECONDS) }),
    ]);
    await Promise.all([follower, witness].map(one => one.watch(topic)));
    expect(await auth(follower, { token: ada.token })).toEqual({ success: true });
    await witness.until(() => witness.order.includes('connect_error'));
    const { position } = await ada.add(tableId, { ad: 'üç' });
    await follower.reached(topic, position);
    expect(follower.order).toEqual(['connect', 'answer', 'changes']);
  });

  it('of another person, of nobody, or that is over, changes nothing', async () => {
    const follower = await ada.connect({ token: await house.token(ada, 60) });
    await follower.watch(topic);
    expect(await auth(follower, { token: can.token })).toEqual({
      success: false,
      code: 'FORBIDDEN',
    });
    expect(await auth(follower, { token: 'a.b.c' })).toEqual({
      success: false,
      code: 'UNAUTHORIZED',
    });
    expect(await auth(follower, { token: await house.token(ada, -1) })).toEqual({
      success: false,
      code: 'TOKEN_EXPIRED',
    });
    for (const message of [undefined, {}, { token: 1 }, { token: ada.token, more: 1 }])
      expect(await auth(follower, message)).toEqual({ success: false, code: 'VALIDATION_ERROR' });
    expect(await auth(await ada.connect(ada.key), { token: ada.token })).toEqual({
      success: false,
      code: 'FORBIDDEN',
    });
    const { position } = await ada.add(tableId, { ad: 'dört' });
    await follower.reached(topic, position);
    expect(follower.order.filter(what => what === 'connect')).toHaveLength(1);
  });

  it('that is tried too often is nonsense', async () => {
    const guesser = await ada.connect();
    for (let n = 0; n < 50; n++) guesser.socket.emit('auth', { token: `a.b.${n}` });
    await guesser.until(() => guesser.order.includes('disconnect'));
  });
});
