import { colorOf } from '@hzm/services/realtime/presence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;
let can: Person;
let topic: string;

beforeAll(async () => {
  await house.open();
  can = await house.person('Can');
  ada = await house.person('Ada');
  topic = `table:${(await ada.table('Birlikte', { name: 'ad', type: 'string' })).id}`;
});
afterAll(() => house.close());

const here = (follower: TestClient) =>
  follower.presence
    .findLast(message => message.topic === topic)
    ?.members.map(({ id, name, state }) => [id, name, state]) ?? [];

describe('presence', () => {
  it('shows everybody who is where, until they leave, stop watching, or are gone', async () => {
    const [first, second, third] = await Promise.all([ada.connect(), can.connect(), ada.connect()]);
    await Promise.all([first, second, third].map(follower => follower.watch(topic)));
    const state = { rowId: 'r1', field: 'ad', mode: 'edit' };
    for (const follower of [first, second, third])
      follower.socket.emit('presence', { topic, state });
    await Promise.all(
      [first, second, third].map(follower => follower.until(() => here(follower).length === 3)),
    );
    expect(here(first)).toEqual(
      expect.arrayContaining([
        [first.socket.id, 'Ada', state],
        [second.socket.id, 'Can', state],
        [third.socket.id, 'Ada', state],
      ]),
    );
    const [one, two] = first.presence.at(-1)!.members.filter(({ userId }) => userId === ada.id);
    expect([one?.color, two?.color]).toEqual([colorOf(ada.id), colorOf(ada.id)]);

    const late = await can.connect();
    await late.watch(topic);
    await late.until(() => here(late).length === 3);

    third.socket.emit('presence', { topic, state: null });
    await first.until(() => here(first).length === 2);
    second.socket.emit('unwatch', { topic });
    await first.until(() => here(first).length === 1);
    first.socket.disconnect();
    await late.until(() => here(late).length === 0);
  });

  it('shows people whom another process serves', async () => {
    const [near, there] = await Promise.all([ada.connect(), house.connectElsewhere(can)]);
    await Promise.all([near, there].map(follower => follower.watch(topic)));
    const state = { rowId: 'r2', field: 'ad', mode: 'view' };
    near.socket.emit('presence', { topic, state });
    await there.until(() => here(there).length === 1);
    there.socket.emit('presence', { topic, state });
    for (const follower of [near, there]) await follower.until(() => here(follower).length === 2);
    expect(here(there)).toEqual(
      expect.arrayContaining([
        [near.socket.id, 'Ada', state],
        [there.socket.id, 'Can', state],
      ]),
    );

    // A later watcher sees both at once.
    const late = await house.connectElsewhere(can);
    await late.watch(topic);
    await late.until(() => here(late).length === 2);
    there.socket.disconnect();
    await near.until(() => here(near).length === 1);
    near.socket.emit('presence', { topic, state: null });
    await late.until(() => here(late).length === 0);
  });

  it('tells a key that is not shown hidden fields the row of somebody, and no field', async () => {
    const { body } = await ada.ask('POST', `/api-keys/project/${ada.projectId}`, {
      name: 'Okur',
      permissions: ['read'],
    });
    const auth = { ...ada.key, apiKey: body.data.apiKey.key };
    const [person, reader] = await Promise.all([ada.connect(), house.connect(auth)]);
    await Promise.all([person, reader].map(follower => follower.watch(topic)));
    const state = { rowId: 'r3', field: 'gizli maliyet', mode: 'edit' };
    person.socket.emit('presence', { topic, state });
    for (const follower of [person, reader])
      await follower.until(() => here(follower).length === 1);
    expect(here(person)).toEqual([[person.socket.id, 'Ada', state]]);
    const late = await house.connect(auth);
    await late.watch(topic);
    await late.until(() => here(late).length === 1);
    for (const follower of [reader, late])
      expect(here(follower)).toEqual([[person.socket.id, 'Ada', { rowId: 'r3', mode: 'edit' }]]);
    person.socket.disconnect();
    await late.until(() => here(late).length === 0);
  });

  it('is only for topics that one watches, and is told at most ten times a second', async () => {
    const [watcher, outsider] = await Promise.all([ada.connect(), can.connect()]);
    await watcher.watch(topic);
    outsider.socket.emit('presence', { topic, state: { mode: 'view' } });
    const before = Date.now();
    for (let n = 0; n < 200; n++)
      watcher.socket.emit('presence', { topic, state: { rowId: `${n}`, mode: 'view' } });
    await watcher.until(() =>
      here(watcher).some(([, , state]) => (state as { rowId?: string }).rowId === '199'),
    );
    expect(watcher.presence.length).toBeLessThanOrEqual(2 + (Date.now() - before) / 100);
    expect(
      watcher.presence
        .flatMap(({ members }) => members)
        .every(({ id }) => id === watcher.socket.id),
    ).toBe(true);
  });
});
