import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let admin: Person;
let ada: Person;
let topic = '';
let tableId = '';

beforeAll(async () => {
  await house.open();
  admin = await house.person('Yönetici');
  ada = await house.person('Ada');
  tableId = (await ada.table('Ürünler', { name: 'ad', type: 'string' })).id;
  topic = `table:${tableId}`;
});
afterAll(() => house.close());

const begin = async (): Promise<{ token: string; look: { id: string } }> =>
  (await admin.ask('POST', `/admin/users/${ada.id}/look`, {})).body.data;

it('the person is told at once; who looks hears what they hear, without secrets, is not seen, and is cut off with the end', async () => {
  const person = await ada.connect();
  await person.watch(`user:${ada.id}`, house.position);
  const { token, look } = await begin();
  await person.until(() => person.changes(`user:${ada.id}`).some(({ kind }) => kind === 'look'));
  expect(person.changes(`user:${ada.id}`).find(({ kind }) => kind === 'look')).toMatchObject({
    op: 'put',
    id: look.id,
    doc: { by: { id: admin.id, name: 'Yönetici' }, endedAt: null },
  });

  const looker = await house.connect({ token });
  for (const name of [topic, `project:${ada.projectId}`, `user:${ada.id}`])
    expect((await looker.watch(name, house.position)).success).toBe(true);
  expect(await looker.watch('admin')).toMatchObject({ success: false, code: 'FORBIDDEN' });
  await person.watch(topic, house.position);
  looker.socket.emit('presence', { topic, state: { mode: 'edit' } });
  person.socket.emit('presence', { topic, state: { mode: 'view' } });
  await looker.until(() => looker.presence.some(({ members }) => members.length > 0));
  expect(looker.presence.at(-1)!.members).toHaveLength(1);

  const { position } = await ada.ask('PUT', `/projects/${ada.projectId}`, { description: 'yeni' });
  await Promise.all([
    looker.reached(`project:${ada.projectId}`, position),
    looker.reached(`user:${ada.id}`, position),
  ]);
  const seen = looker.messages
    .flatMap(({ changes }) => changes)
    .filter(({ kind }) => kind === 'project');
  expect(seen.length).toBeGreaterThan(1);
  for (const { doc } of seen)
    expect([doc!['apiKey'], doc!['apiKeyPassword'], doc!['role'] ?? 'auditor']).toEqual([
      null,
      null,
      'auditor',
    ]);

  await admin.ask('DELETE', `/admin/looks/${look.id}`);
  await looker.until(() => looker.order.includes('disconnect'));
  expect(await house.refusal({ token })).toBe('UNAUTHORIZED');
  await person.until(() =>
    person
      .changes(`user:${ada.id}`)
      .some(({ kind, doc }) => kind === 'look' && doc!['endedAt'] !== null),
  );
});

it('the session of the administrator ends theirs, and no token becomes another', async () => {
  const { body } = await house.ask('POST', '/auth/login', {
    email: 'p1@example.com',
    password: 'gizli-1',
  });
  const headers = { authorization: `Bearer ${body.data.token}` };
  const { token } = (await house.ask('POST', `/admin/users/${ada.id}/look`, {}, headers)).body.data;
  const [looker, person] = [await house.connect({ token }), await ada.connect()];
  for (const [client, other] of [
    [looker, ada.token],
    [person, token],
  ] as const)
    expect(await client.socket.timeout(5_000).emitWithAck('auth', { token: other })).toEqual({
      success: false,
      code: 'FORBIDDEN',
    });
  await house.ask('POST', '/auth/logout', {}, headers);
  await looker.until(() => looker.order.includes('disconnect'));
  expect(person.order).not.toContain('disconnect');
});
