import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let ada: Person;
let can: Person;
let tableId = '';
let topic = '';

beforeAll(async () => {
  await house.open();
  await house.person('Root');
  ada = await house.person('Ada');
  can = await house.person('Can');
  tableId = (await ada.table('Açık', { name: 'ad', type: 'string' })).id;
  topic = `table:${tableId}`;
  await ada.ask('PUT', `/projects/${ada.projectId}`, { isPublic: true });
});
afterAll(() => house.close());

it('a stranger who watches a public table is told what changes, live and missed, and not by whom', async () => {
  const [hers, his] = await Promise.all([ada.connect(), can.connect()]);
  const { position: before } = await hers.watch(topic);
  expect(await his.watch(topic)).toMatchObject({ success: true });
  const { id } = await ada.add(tableId, { ad: 'Çay' });
  const { position: last } = await ada.ask(
    'PUT',
    `/data/table/${tableId}/rows/${id}`,
    { ad: 'Kahve' },
    { 'x-request-id': 'ada-nin-istegi' },
  );
  await Promise.all([hers, his].map(follower => follower.reached(topic, last)));
  expect(
    hers.changes(topic).map(({ actor, requestId }) => [actor?.name, typeof requestId]),
  ).toEqual([
    ['Ada', 'string'],
    ['Ada', 'string'],
  ]);
  const bare = hers.of(topic).map(message => ({
    ...message,
    changes: message.changes.map(change =>
      Object.fromEntries(
        Object.entries(change).filter(([member]) => member !== 'actor' && member !== 'requestId'),
      ),
    ),
  }));
  expect(his.of(topic)).toEqual(bare);
  const late = await can.connect();
  await late.watch(topic, before);
  expect(late.of(topic)).toEqual(bare);
  for (const project of [`project:${ada.projectId}`, `user:${ada.id}`])
    expect(await his.watch(project)).toEqual({ success: false, code: 'NOT_FOUND' });
});

it('a stranger neither sees who is there nor is seen', async () => {
  const [hers, his, witness] = await Promise.all([ada.connect(), can.connect(), ada.connect()]);
  await Promise.all([hers, his, witness].map(follower => follower.watch(topic)));
  his.socket.emit('presence', { topic, state: { mode: 'view' } });
  hers.socket.emit('presence', { topic, state: { mode: 'edit', rowId: 'r' } });
  await witness.until(() => witness.presence.at(-1)?.members.length === 1);
  // Messages emitted before an answer arrive before it.
  const late = await can.connect();
  await Promise.all([late.watch(topic), his.watch(topic)]);
  expect(
    [witness, hers]
      .flatMap(({ presence }) => presence.flatMap(({ members }) => members.map(({ name }) => name)))
      .every(name => name === 'Ada'),
  ).toBe(true);
  expect([his.presence, late.presence]).toEqual([[], []]);
});
