import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
beforeAll(async () => {
  await house.open();
  await house.person('Root');
});
afterAll(() => house.close());

const join = async (owner: Person, guest: Person, role: string): Promise<string> => {
  const { body } = await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
    email: guest.key.email,
    role,
  });
  return (await guest.ask('POST', `${body.data.invitation.url}/accept`)).position;
};
const make = async (owner: Person): Promise<{ id: string; position: string }> => {
  const { body, position } = await owner.ask(
    'POST',
    `/projects/${owner.projectId}/create-test-environment`,
  );
  return { id: body.data.project.id, position };
};
const watching = async (person: Person, ...topics: string[]): Promise<TestClient> => {
  const client = await person.connect();
  for (const one of topics)
    expect(await client.watch(one, house.position)).toMatchObject({ success: true });
  return client;
};
/**
 * Messages without repetitions: a process whose views another one writes may repeat the project's
 * own events of the schema.
 */
const told = (client: TestClient, topic: string) =>
  client
    .changes(topic)
    .map(({ op, id, doc }) => [
      op,
      id,
      (doc as { testEnvironmentId?: string | null } | undefined)?.testEnvironmentId,
    ])
    .filter((one, i, all) => JSON.stringify(one) !== JSON.stringify(all[i - 1]));

it('comes and goes in the lists of all who may open its project, and on its topic', async () => {
  const [owner, guest] = [await house.person('Ada'), await house.person('Can')];
  await owner.table('Ürünler', { name: 'ad', type: 'string' });
  await join(owner, guest, 'viewer');
  const topic = `project:${owner.projectId}`;
  const people = [
    [owner, await watching(owner, `user:${owner.id}`, topic)],
    [guest, await watching(guest, `user:${guest.id}`, topic)],
  ] as const;
  const { id, position } = await make(owner);
  for (const [{ id: who }, client] of people) {
    await client.reached(`user:${who}`, position);
    await client.reached(topic, position);
    expect(told(client, `user:${who}`)).toEqual([
      ['put', id, null],
      ['put', owner.projectId, id],
    ]);
    expect(told(client, topic)).toEqual([['put', owner.projectId, id]]);
  }
  expect(people[1][1].changesOf('project', `user:${guest.id}`)[0]).toMatchObject({
    doc: {
      isTestEnvironment: true,
      parentProjectId: owner.projectId,
      role: 'viewer',
      apiKey: null,
      tableCount: 1,
    },
  });
  for (const [, client] of people)
    expect(await client.watch(`project:${id}`)).toMatchObject({ success: true });
  const gone = await owner.ask('DELETE', `/projects/${id}`);
  for (const [{ id: who }, client] of people) {
    await client.reached(topic, gone.position);
    expect(told(client, `user:${who}`).slice(2)).toEqual([
      ['drop', id, undefined],
      ['put', owner.projectId, null],
    ]);
    expect(client.ended).toEqual([{ topic: `project:${id}`, code: 'NOT_FOUND' }]);
  }
});

it('is in the list of who joins its project, with their role, and leaves it with them; what they watch in it ends', async () => {
  const [owner, guest] = [await house.person('Ada'), await house.person('Can')];
  await owner.table('Ürünler', { name: 'ad', type: 'string' });
  const { id } = await make(owner);
  const tables = (await owner.ask('GET', `/tables/project/${id}`)).body.data.tables;
  const list = `user:${guest.id}`;
  const client = await watching(guest, list);
  await client.reached(list, await join(owner, guest, 'viewer'));
  expect(client.changesOf('project', list)).toMatchObject([
    { op: 'put', id: owner.projectId, doc: { role: 'viewer' } },
    { op: 'put', id, doc: { role: 'viewer', parentProjectId: owner.projectId } },
  ]);
  const own = [`project:${id}`, `table:${tables[0].id}`];
  for (const topic of own)
    expect(await client.watch(topic, house.position)).toMatchObject({ success: true });
  // Its own topics do not tell another role, even one that sees no more: they come back for it.
  await owner.ask('PUT', `/projects/${owner.projectId}/members/${guest.id}`, { role: 'editor' });
  await client.until(() => client.ended.length === 2);
  expect(client.ended.map(({ code }) => code)).toEqual(['TOO_SLOW', 'TOO_SLOW']);
  for (const topic of own)
    expect(await client.watch(topic, house.position)).toMatchObject({ success: true });
  const { position } = await owner.ask(
    'DELETE',
    `/projects/${owner.projectId}/members/${guest.id}`,
  );
  await client.reached(list, position);
  await client.until(() => client.ended.length === 4);
  expect(client.ended.slice(2)).toEqual(
    expect.arrayContaining(own.map(topic => ({ topic, code: 'NOT_FOUND' }))),
  );
  expect(client.changesOf('project', list).slice(-2)).toMatchObject([
    { op: 'drop', id: owner.projectId },
    { op: 'drop', id },
  ]);
  for (const topic of own)
    expect(await client.watch(topic)).toMatchObject({ success: false, code: 'NOT_FOUND' });
});

it('its key watches it, and nothing of its project', async () => {
  const owner = await house.person('Ada');
  await owner.table('Ürünler', { name: 'ad', type: 'string' });
  const { id } = await make(owner);
  const { apiKey, apiKeyPassword } = (await owner.ask('GET', `/projects/${id}`)).body.data.project;
  const client = await owner.connect({
    apiKey,
    email: owner.key.email,
    projectPassword: apiKeyPassword,
  });
  expect(await client.watch(`project:${id}`)).toMatchObject({ success: true });
  expect(await client.watch(`project:${owner.projectId}`)).toMatchObject({
    success: false,
    code: 'KEY_SCOPE',
  });
  await owner.ask('DELETE', `/projects/${owner.projectId}`);
  await client.until(() => client.ended.length === 1 || client.order.includes('connect_error'));
});
