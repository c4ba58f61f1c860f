import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let root: Person;
let ada: Person;
beforeAll(async () => {
  await house.open();
  root = await house.person('Root');
  ada = await house.person('Ada');
});
afterAll(() => house.close());

const put = (id: string, body: object) => root.ask('PUT', `/admin/users/${id}`, body);

it('whoever is disabled is out at once, by session and by key, until they are active again', async () => {
  const [sitting, keyed, other] = await Promise.all([
    ada.connect(),
    ada.connect(ada.key),
    root.connect(),
  ]);
  await Promise.all([
    sitting.watch(`user:${ada.id}`),
    keyed.watch(`project:${ada.projectId}`),
    other.watch('admin'),
  ]);
  const { position } = await put(ada.id, { isActive: false });
  await Promise.all(
    [sitting, keyed].map(client => client.until(() => client.order.includes('connect_error'))),
  );
  expect([await house.refusal({ token: ada.token }), await house.refusal(ada.key)]).toEqual([
    'ACCOUNT_DISABLED',
    'ACCOUNT_DISABLED',
  ]);
  await other.reached('admin', position);
  expect(other.socket.connected).toBe(true);
  await put(ada.id, { isActive: true });
  // A process beside the one that answered hears of it a moment later.
  await expect.poll(() => house.refusal({ token: ada.token })).toBe('connected');
  expect((await (await ada.connect()).watch(`user:${ada.id}`)).success).toBe(true);
});

it('administrators see people and projects come, change and go', async () => {
  const watcher = await root.connect();
  await watcher.watch('admin', house.position);
  const bora = await house.person('Bora');
  // A person who is gone is reported as gone.
  await watcher.reached(
    'admin',
    (await put(bora.id, { name: 'Bora B', subscriptionType: 'premium' })).position,
  );
  await root.ask('DELETE', `/admin/users/${bora.id}`);
  // The last position may be that of a deletion that found nothing left to do, of which no topic
  // hears.
  await watcher.until(() =>
    watcher.changes('admin').some(({ op, id }) => op === 'drop' && id === bora.projectId),
  );
  const told = watcher.messages
    .flatMap(({ changes }) => changes)
    .filter(({ id }) => id === bora.id || id === bora.projectId);
  expect(told.map(({ op, kind }) => `${op} ${kind}`)).toEqual([
    'put person',
    'put listed-project',
    'put person',
    'put person',
    'drop person',
    'drop subscription',
    'drop listed-project',
  ]);
  expect(JSON.stringify(told)).not.toContain('passwordHash');
  expect(told[3]).toMatchObject({
    doc: { name: 'Bora B', subscriptionType: 'premium', maxProjects: 100 },
    actor: { id: root.id, name: 'Root' },
  });
});

it('nobody else does; and who is dismissed sees no more', async () => {
  expect(await (await ada.connect()).watch('admin')).toEqual({ success: false, code: 'FORBIDDEN' });
  await put(ada.id, { isAdmin: true });
  const chief = await ada.connect();
  // Each change ends connections, also one that was opened before this process heard of it; they
  // come back by themselves.
  const answer = () => chief.watch('admin', house.position).catch(() => undefined);
  await expect.poll(answer).toMatchObject({ success: true });
  await put(ada.id, { isAdmin: false });
  await expect.poll(answer).toEqual({ success: false, code: 'FORBIDDEN' });
  expect(chief.order).toContain('disconnect');
});

it('with the address what came with the old one by a key ends', async () => {
  const can = await house.person('Can');
  const [keyed, sitting] = await Promise.all([can.connect(can.key), can.connect()]);
  await put(can.id, { email: 'can-2@example.com' });
  await keyed.until(() => keyed.order.includes('connect_error'));
  expect(await house.refusal(can.key)).toBe('INVALID_CREDENTIALS');
  expect(sitting.socket.connected).toBe(true);
});

it('everybody hears what becomes of themselves, and of nobody else', async () => {
  const [own, other] = await Promise.all([ada.connect(), root.connect()]);
  await Promise.all([
    own.watch(`user:${ada.id}`, house.position),
    other.watch(`user:${root.id}`, house.position),
  ]);
  const { position } = await put(ada.id, { subscriptionType: 'premium' });
  await own.reached(`user:${ada.id}`, position);
  expect(own.changes(`user:${ada.id}`)).toMatchObject([
    { op: 'put', kind: 'user', id: ada.id, doc: { subscriptionType: 'premium', maxProjects: 100 } },
  ]);
  expect(JSON.stringify(own.messages)).not.toContain('passwordHash');
  expect(other.changes(`user:${root.id}`)).toEqual([]);
});
