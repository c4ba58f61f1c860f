import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let owner: Person;
let guest: Person;
let topic: string;

beforeAll(async () => {
  await house.open();
  await house.person('Root');
});
afterAll(() => house.close());

/** An owner and somebody who is nobody to them yet, for each story. */
const newcomers = async (): Promise<void> => {
  [owner, guest] = [await house.person('Ada'), await house.person('Can')];
  topic = `project:${owner.projectId}`;
};
const invite = async (role: string): Promise<{ id: string; url: string }> =>
  (
    await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
      email: guest.key.email,
      role,
    })
  ).body.data.invitation;
const join = async (role: string): Promise<string> =>
  (await guest.ask('POST', `${(await invite(role)).url}/accept`)).position;
const change = async (role: string): Promise<string> =>
  (await owner.ask('PUT', `/projects/${owner.projectId}/members/${guest.id}`, { role })).position;
/** Hears what comes from now on, also at a process that does not know of now yet. */
const watching = async (person: Person, ...topics: string[]): Promise<TestClient> => {
  const client = await person.connect();
  for (const one of topics)
    expect(await client.watch(one, house.position)).toMatchObject({ success: true });
  return client;
};
const kinds = (client: TestClient, of: string): string[] =>
  client.changes(of).map(({ op, kind }) => `${op} ${kind}`);

describe('a project that is shared', () => {
  it('comes into the list of who joins, moves with their role, and leaves it', async () => {
    await newcomers();
    const list = `user:${guest.id}`;
    const client = await watching(guest, list);
    await client.reached(list, await join('viewer'));
    expect(client.changesOf('project', list)).toMatchObject([
      {
        op: 'put',
        kind: 'project',
        id: owner.projectId,
        doc: { role: 'viewer', apiKey: null, apiKeyPassword: null },
      },
    ]);
    await client.reached(list, await change('manager'));
    expect(client.changesOf('project', list).at(-1)).toMatchObject({
      op: 'put',
      doc: { role: 'manager', apiKey: owner.key.apiKey },
    });
    const renamed = await owner.ask('PUT', `/projects/${owner.projectId}`, { name: 'Yeni ad' });
    await client.reached(list, renamed.position);
    expect(client.changesOf('project', list).at(-1)).toMatchObject({
      op: 'put',
      doc: { name: 'Yeni ad', role: 'manager' },
    });
    await owner.ask('DELETE', `/projects/${owner.projectId}/members/${guest.id}`);
    await client.until(() => client.changesOf('project', list).at(-1)?.op === 'drop');
    expect(client.changesOf('project', list).at(-1)).toMatchObject({
      op: 'drop',
      kind: 'project',
      id: owner.projectId,
    });
    await owner.ask('PUT', `/projects/${owner.projectId}`, { name: 'Nobody hears' });
    const own = await guest.ask('PUT', `/projects/${guest.projectId}`, { name: 'Kendi' });
    await client.reached(list, own.position);
    expect(
      client.changesOf('project', list).filter(({ id }) => id === owner.projectId),
    ).toHaveLength(4);
  });

  it('leaves the list of its members when it is deleted', async () => {
    await newcomers();
    await join('editor');
    const list = `user:${guest.id}`;
    const client = await watching(guest, list);
    const { position } = await owner.ask('DELETE', `/projects/${owner.projectId}`);
    await client.reached(list, position);
    expect(client.changesOf('project', list)).toMatchObject([
      { op: 'drop', kind: 'project', id: owner.projectId },
    ]);
  });
});

describe('the people of a project', () => {
  it('are told to its members, open invitations to those who may invite, and neither to a key of its rows', async () => {
    await newcomers();
    await join('viewer');
    const [theirs, hers, keyed] = [
      await watching(guest, topic),
      await watching(owner, topic),
      await owner.connect(owner.key),
    ];
    await keyed.watch(topic, house.position);
    const other = await house.person('Ece');
    const { body, position } = await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
      email: other.key.email,
      role: 'editor',
    });
    await hers.reached(topic, position);
    const joined = await other.ask('POST', `${body.data.invitation.url}/accept`);
    const settled = await owner.ask('PUT', `/projects/${owner.projectId}`, { description: 'x' });
    for (const client of [theirs, hers, keyed]) await client.reached(topic, settled.position);
    expect(joined.status).toBe(200);
    expect(kinds(hers, topic)).toEqual([
      'put invitation',
      'put member',
      'drop invitation',
      'put project',
    ]);
    expect(hers.changes(topic)[0]!.doc).not.toHaveProperty('url');
    expect(kinds(theirs, topic)).toEqual(['put member', 'put project']);
    expect(theirs.changes(topic)[0]).toMatchObject({
      id: other.id,
      doc: { userId: other.id, email: other.key.email, role: 'editor' },
    });
    expect(theirs.changes(topic)[1]!.doc).toMatchObject({ apiKey: null, apiKeyPassword: null });
    expect(kinds(keyed, topic)).toEqual(['put project']);
    // Missed changes are shown in the same way.
    const late = await guest.connect();
    expect(await late.watch(topic, joined.position)).toMatchObject({ status: 'live' });
    expect(late.changes(topic)[0]!.doc).toMatchObject({ apiKey: null });
  });

  it('lose their watches with their place, and see more or less with another role', async () => {
    await newcomers();
    const { id: tableId } = await owner.table('Ürünler', { name: 'ad', type: 'string' });
    await join('viewer');
    const topics = [topic, `table:${tableId}`];
    const client = await watching(guest, ...topics);
    await change('manager');
    await client.until(() => client.ended.length === 2);
    expect(client.ended.map(({ code }) => code)).toEqual(['TOO_SLOW', 'TOO_SLOW']);
    for (const one of topics) await client.watch(one);
    await invite('viewer').catch(() => undefined);
    await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
      email: 'somebody@example.com',
      role: 'viewer',
    });
    await client.until(() => kinds(client, topic).includes('put invitation'));
    await owner.ask('DELETE', `/projects/${owner.projectId}/members/${guest.id}`);
    await client.until(() => client.ended.length === 4);
    expect(client.ended.slice(2)).toEqual(
      expect.arrayContaining(topics.map(one => ({ topic: one, code: 'NOT_FOUND' }))),
    );
    const { position } = await owner.ask('PUT', `/projects/${owner.projectId}`, {
      name: 'Kimse duymaz',
    });
    const own = await guest.ask('PUT', `/projects/${guest.projectId}`, { name: 'Kendi' });
    await client.watch(`project:${guest.projectId}`, position);
    await client.reached(`project:${guest.projectId}`, own.position);
    expect(
      client.messages.some(message => message.topic === topic && message.position === position),
    ).toBe(false);
  });
});

it('a hand-over moves the project in both lists, and ends what its keys watch', async () => {
  await newcomers();
  await owner.ask('PUT', `/projects/${owner.projectId}`, { name: 'Devredilen' });
  await join('editor');
  const [hers, theirs] = [
    await watching(owner, `user:${owner.id}`),
    await watching(guest, `user:${guest.id}`),
  ];
  const keyed = await owner.connect(owner.key);
  const { position } = await owner.ask('POST', `/projects/${owner.projectId}/owner`, {
    userId: guest.id,
  });
  await hers.reached(`user:${owner.id}`, position);
  await theirs.reached(`user:${guest.id}`, position);
  expect(hers.changesOf('project', `user:${owner.id}`).at(-1)).toMatchObject({
    op: 'put',
    doc: { role: 'manager', userId: guest.id },
  });
  const received = theirs.changesOf('project', `user:${guest.id}`).at(-1)!;
  expect(received).toMatchObject({
    op: 'put',
    doc: { role: 'owner', apiKey: expect.stringMatching(/^hzm_/) as unknown },
  });
  expect(received.doc).not.toMatchObject({ apiKey: owner.key.apiKey });
  await keyed.until(() => keyed.order.includes('connect_error'));
  expect(await house.refusal({ ...owner.key, email: guest.key.email })).toBe('UNAUTHORIZED');
});
