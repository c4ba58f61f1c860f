import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
const proof = { master_email: 'master@example.com', api_creation_password: 'olustur-1' };
let admin: Person;
let ada: Person;
let tableId = '';
let topic = '';

beforeAll(async () => {
  await house.open();
  admin = await house.person('Yönetici');
  ada = await house.person('Ada');
  tableId = (await ada.table('Ürünler', { name: 'ad', type: 'string' })).id;
  topic = `table:${tableId}`;
});
afterAll(() => house.close());

it('the master key watches everything, is seen as what it is, and is cut off when it is refreshed', async () => {
  const made = (await admin.ask('POST', '/master-admin/create-master-credentials', proof)).body;
  const auth = {
    apiKey: made.master_key,
    email: proof.master_email,
    projectPassword: made.master_password,
  };
  // A process that has just learned of the credentials ends what was opened with those before;
  // whoever it was opens again.
  const enter = async (tries = 5): Promise<TestClient> => {
    const client = await house.connect(auth);
    return (await client.watch(topic, house.position).catch(() => undefined))?.success ||
      tries === 0
      ? client
      : enter(tries - 1);
  };
  const [master, witness] = [await enter(), await ada.connect()];
  expect((await master.watch('admin', house.position)).success).toBe(true);
  expect(await master.watch(`user:${ada.id}`, house.position)).toMatchObject({
    success: false,
    code: 'KEY_SCOPE',
  });
  await witness.watch(topic, house.position);

  const headers = {
    'x-api-key': made.master_key,
    'x-user-email': proof.master_email,
    'x-project-password': made.master_password,
  };
  const { position } = await house.ask(
    'POST',
    `/data/table/${tableId}/rows`,
    { ad: 'Çay' },
    headers,
  );
  await Promise.all([master.reached(topic, position), witness.reached(topic, position)]);
  expect(witness.changes(topic)[0]!.actor).toEqual({ id: 'master', name: 'Master Admin' });
  // It is no person: nobody sees it beside them.
  master.socket.emit('presence', { topic, state: { mode: 'view' } });
  witness.socket.emit('presence', { topic, state: { mode: 'view' } });
  await witness.until(() => witness.presence.length > 0);
  expect(
    witness.presence.flatMap(({ members }) => members.map(({ userId }) => userId)),
  ).not.toContain('master');

  for (const path of ['refresh-password', 'refresh-api-key']) {
    const now = (await admin.ask('GET', '/master-admin/current')).body.credentials;
    const client = await house.connect({
      apiKey: now.master_key,
      email: proof.master_email,
      projectPassword: now.master_password,
    });
    await admin.ask('POST', `/master-admin/${path}`, proof);
    await client.until(() => client.order.includes('disconnect'));
  }
  // It may be connected to another process than those were.
  await master.until(() => master.order.includes('disconnect'));
  expect(witness.order).not.toContain('disconnect');
  expect(await house.refusal(auth)).toBe('UNAUTHORIZED');
  await ada.add(tableId, { ad: 'Kahve' });
  expect(master.changes(topic)).toHaveLength(1);
});
