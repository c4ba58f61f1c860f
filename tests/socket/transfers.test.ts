import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from './support/test-server.ts';

const house = new TestServer();
beforeAll(async () => {
  await house.open();
  await house.person('Root');
});
afterAll(() => house.close());

it('a transfer and its undoing are heard by who watches the live project: the receipt, and each table once it changed', async () => {
  const [owner, guest] = [await house.person('Ada'), await house.person('Can')];
  const { id: products } = await owner.table('Ürünler', { name: 'ad', type: 'string' });
  const { body } = await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
    email: guest.key.email,
    role: 'viewer',
  });
  await guest.ask('POST', `${body.data.invitation.url}/accept`);
  const test = (await owner.ask('POST', `/projects/${owner.projectId}/create-test-environment`))
    .body.data.project.id as string;
  const [table] = (await owner.ask('GET', `/tables/project/${test}`)).body.data.tables;
  await owner.ask('POST', `/tables/${test}/${table.id}/fields`, { name: 'raf', type: 'string' });
  const topic = `project:${owner.projectId}`;
  const client = await guest.connect();
  expect(await client.watch(topic, house.position)).toMatchObject({ success: true });
  const done = await owner.ask('POST', '/tables/transfer-to-live', {
    testProjectId: test,
    liveProjectId: owner.projectId,
    tableIds: [table.id],
  });
  await client.reached(topic, done.position);
  const { id } = done.body.data.transfer;
  expect(client.changes(topic)).toMatchObject([
    { op: 'patch', kind: 'transfer', id, patch: {} },
    { op: 'put', kind: 'table', id: products, doc: { fields: [{ name: 'ad' }, { name: 'raf' }] } },
  ]);
  const undone = await owner.ask('POST', `/projects/${owner.projectId}/transfers/${id}/undo`);
  await client.reached(topic, undone.position);
  expect(client.changes(topic).slice(2)).toMatchObject([
    { kind: 'transfer', id },
    { op: 'put', kind: 'table', id: products, doc: { fields: [{ name: 'ad' }] } },
  ]);
});
