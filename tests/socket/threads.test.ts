import {
  unopened,
  updatesIn,
  withPage,
  withUpdates,
  type Conversation,
} from '@hzm/contracts/features/threads/conversation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
beforeAll(async () => {
  await house.open();
  await house.person('Root');
});
afterAll(() => house.close());

// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
const join = async (owner: Person, guest: Person, role: string): Promise<void> => {
  const invited = await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
    email: guest.key.email,
    role,
  });
  await guest.ask('POST', `${invited.body.data.invitation.url}/accept`);
};
const seen = (): Record<string, string> => ({ 'x-wait-for-position': house.position });
const open = async (owner: Person): Promise<Any> =>
  (
    await owner.ask('POST', '/threads', {
      project_id: owner.projectId,
      title: 'Stok',
      initialMessage: 'Çay yok',
    })
  ).body.data;
const write = async (by: Person, id: string, content: string): Promise<Any> =>
  (await by.ask('POST', `/threads/${id}/messages`, { content }, seen())).body.data;
const heard = (client: TestClient, topic: string, here: Conversation): Conversation =>
  client
    .of(topic)
    .reduce((conversation, message) => withUpdates(conversation, updatesIn(message)), here);

it('what is said in a thread reaches everybody who has it open, in one order, and ends as it is read', async () => {
  const [owner, guest] = [await house.person('Ada'), await house.person('Can')];
  await join(owner, guest, 'editor');
  const { id } = await open(owner);
  const topic = `thread:${id}`;
  const clients = [await owner.connect(), await guest.connect()];
  const first = await owner.ask('GET', `/threads/${id}`, undefined, seen());
  for (const client of clients)
    expect(await client.watch(topic, first.position)).toMatchObject({
      success: true,
      status: 'live',
    });

  const written = await Promise.all(
    Array.from({ length: 10 }, (_, n) => write(n % 2 === 0 ? owner : guest, id, `m${n}`)),
  );
  const [mine, theirs] = [written[0], written[1]];
  await owner.ask('PUT', `/threads/${id}/messages/${mine.id}`, { content: 'düzeltildi' }, seen());
  await guest.ask('POST', `/threads/${id}/messages/${mine.id}/reactions`, { emoji: '🎉' }, seen());
  await owner.ask('POST', `/threads/${id}/messages/${mine.id}/reactions`, { emoji: '🎉' }, seen());
  await owner.ask('POST', `/threads/${id}/messages/${mine.id}/reactions`, { emoji: '🎉' }, seen());
  await guest.ask('DELETE', `/threads/${id}/messages/${theirs.id}`, undefined, seen());
  await guest.ask('PATCH', `/threads/${id}`, { title: 'Çay' }, seen());
  const { position } = await guest.ask(
    'PATCH',
    `/threads/${id}/status`,
    { status: 'closed' },
    seen(),
  );
  await Promise.all(clients.map(client => client.reached(topic, position)));

  const now = (
    await owner.ask('GET', `/threads/${id}`, undefined, { 'x-wait-for-position': position })
  ).body.data;
  const start = withPage(unopened, first.body.data, 'elsewhere');
  for (const client of clients) {
    expect(heard(client, topic, start).messages).toEqual(now.messages);
    expect(client.of(topic).map(message => message.position)).toEqual(
      [...new Set(client.of(topic).map(message => message.position))].toSorted(),
    );
  }
  expect(clients[0]!.changes(topic).findLast(({ kind }) => kind === 'thread')!.doc).toMatchObject({
    title: 'Çay',
    status: 'closed',
    message_count: 10,
  });
  expect(now.messages.find(({ id: one }: Any) => one === mine.id)).toMatchObject({
    content: 'düzeltildi',
    is_edited: true,
    reactions: [{ emoji: '🎉', count: 1, people: [{ id: guest.id, name: 'Can' }] }],
  });

  // A client that comes back later is told what it missed, and ends with the same.
  const late = await guest.connect();
  expect(await late.watch(topic, first.position)).toMatchObject({ success: true });
  await late.reached(topic, position);
  expect(heard(late, topic, start).messages).toEqual(now.messages);
});

it("the list of a project hears of each new thread and message, without what is its reader's own; stars and marks go to their person", async () => {
  const [owner, guest] = [await house.person('Ece'), await house.person('Naz')];
  await join(owner, guest, 'viewer');
  const topic = `threads:${owner.projectId}`;
  const client = await guest.connect();
  expect(await client.watch(topic, house.position)).toMatchObject({ success: true });
  expect(await client.watch(`user:${guest.id}`, house.position)).toMatchObject({ success: true });
  const { id } = await open(owner);
  const message = await write(owner, id, 'bir');
  const { position } = await owner.ask(
    'PUT',
    `/threads/${id}/messages/${message.id}`,
    { content: 'iki' },
    seen(),
  );
  await client.reached(topic, position);
  const told = client.changes(topic).findLast(({ kind }) => kind === 'thread')!;
  expect(told).toMatchObject({
    op: 'put',
    id,
    actor: { name: 'Ece' },
    doc: { last_message: 'iki', message_count: 2, position: message.position, changed: position },
  });
  expect([
    Object.hasOwn(told.doc!, 'is_starred'),
    Object.hasOwn(told.doc!, 'unread_count'),
  ]).toEqual([false, false]);

  await guest.ask('PATCH', `/threads/${id}/star`, {}, seen());
  const read = await guest.ask(
    'POST',
    '/read-marks',
    { topic: `thread:${id}`, upTo: message.position },
    seen(),
  );
  await client.reached(`user:${guest.id}`, read.position);
  expect(
    client
      .changes(`user:${guest.id}`)
      .filter(({ kind }) => kind !== 'project')
      .map(({ kind, id: of, doc }) => [kind, of, doc]),
  ).toEqual([
    ['thread-star', id, { starred: true }],
    ['read-mark', `thread:${id}`, { topic: `thread:${id}`, scope: topic, upTo: message.position }],
  ]);
});

it('who types is seen, plain keys are told no addresses, and who leaves hears no more', async () => {
  const [owner, guest] = [await house.person('Oya'), await house.person('Efe')];
  await join(owner, guest, 'editor');
  const { id } = await open(owner);
  const topic = `thread:${id}`;
  const [own, other, program] = [
    await owner.connect(),
    await guest.connect(),
    await owner.connect(owner.key),
  ];
  for (const client of [own, other, program])
    expect(await client.watch(topic, house.position)).toMatchObject({ success: true });
  other.socket.emit('presence', { topic, state: { mode: 'edit' } });
  await own.until(() =>
    own.presence.some(({ members }) =>
      members.some(({ name, state }) => name === 'Efe' && state.mode === 'edit'),
    ),
  );

  const { position } = await owner.ask(
    'POST',
    `/threads/${id}/messages`,
    { content: 'gizli' },
    seen(),
  );
  await Promise.all([own, program].map(client => client.reached(topic, position)));
  const address = (client: TestClient) =>
    client.changes(topic).find(({ kind }) => kind === 'message')!.doc!['sender_email'];
  expect([address(own), address(program)]).toEqual([owner.key.email, '']);

  await owner.ask('DELETE', `/projects/${owner.projectId}/members/${guest.id}`, undefined, seen());
  await other.until(() => other.ended.some(ended => ended.topic === topic));
  const before = other.changes(topic).length;
  const later = await owner.ask(
    'POST',
    `/threads/${id}/messages`,
    { content: 'artık yok' },
    seen(),
  );
  await own.reached(topic, later.position);
  expect([
    other.changes(topic).length,
    other.ended.find(ended => ended.topic === topic)!.code,
  ]).toEqual([before, 'NOT_FOUND']);

  const stranger = await (await house.person('Yad')).connect();
  for (const one of [topic, `threads:${owner.projectId}`])
    expect(await stranger.watch(one)).toMatchObject({ success: false, code: 'NOT_FOUND' });
});
