import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let admin: Person;
beforeAll(async () => {
  await house.open();
  admin = await house.person('Root');
});
afterAll(() => house.close());

const body = { endpoint_name: 'Stok özeti', description: 'Depolara göre stok toplamı' };
const join = async (owner: Person, guest: Person, role: string): Promise<void> => {
  const invited = await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
    email: guest.key.email,
    role,
  });
  await guest.ask('POST', `${invited.body.data.invitation.url}/accept`);
};

it("each step of a request is pushed to who watches the project's requests, whole and in order; what was withdrawn says so", async () => {
  const owner = await house.person('Ada');
  const topic = `requests:${owner.projectId}`;
  const client = await owner.connect();
  expect(await client.watch(topic, house.position)).toMatchObject({
    success: true,
    status: 'live',
  });
  const {
    body: { data },
  } = await owner.ask('POST', `/endpoint-requests/project/${owner.projectId}`, body);
  const path = `/endpoint-requests/${data.id}`;
  await owner.ask('DELETE', path);
  await owner.ask('POST', `${path}/restore`);
  await admin.ask('PUT', `${path}/status`, { status: 'approved', admin_notes: 'Olur' });
  const { position } = await admin.ask('POST', `${path}/undo`, { version: 4 });
  await client.reached(topic, position);
  const changes = client.changes(topic);
  expect(changes.map(({ op, kind, id }) => [op, kind, id])).toEqual(
    Array.from({ length: 5 }, () => ['put', 'endpoint-request', data.id]),
  );
  // A document is as it is when it is read: it may be newer than the event, never older.
  expect(changes.at(-1)).toMatchObject({
    actor: { name: 'Root' },
    doc: {
      ...body,
      status: 'pending',
      admin_notes: null,
      requester_email: owner.key.email,
      _version: 5,
    },
  });
  const versions = changes.map(({ doc }) => doc!['_version'] as number);
  expect(versions.every((version, i) => version >= i + 1)).toBe(true);
});

it("who leaves the project hears no more, and a plain key is told its owner's address alone", async () => {
  const [owner, guest, editor] = [
    await house.person('Can'),
    await house.person('Ece'),
    await house.person('Ebru'),
  ];
  await join(owner, editor, 'editor');
  await join(owner, guest, 'viewer');
  const topic = `requests:${owner.projectId}`;
  const [leaving, keyed] = [await guest.connect(), await house.connect(owner.key)];
  for (const client of [leaving, keyed])
    expect(await client.watch(topic, house.position)).toMatchObject({ success: true });
  await owner.ask('DELETE', `/projects/${owner.projectId}/members/${guest.id}`);
  await leaving.until(() => leaving.ended.length > 0);
  expect(leaving.ended).toEqual([{ topic, code: 'NOT_FOUND' }]);
  await owner.ask('POST', `/endpoint-requests/project/${owner.projectId}`, body);
  const { position } = await editor.ask(
    'POST',
    `/endpoint-requests/project/${owner.projectId}`,
    body,
  );
  await keyed.reached(topic, position);
  expect(keyed.changes(topic)).toMatchObject([
    { doc: { requester_email: owner.key.email, requester_name: 'Can' } },
    { doc: { requester_email: '', requester_name: 'Ebru' } },
  ]);
  expect(leaving.changes(topic)).toEqual([]);
});

it("what is read on one device is read on all of that person's, and nobody else hears of it", async () => {
  const [owner, other] = [await house.person('Deniz'), await house.person('Gül')];
  const {
    body: { data },
  } = await owner.ask('POST', `/endpoint-requests/project/${owner.projectId}`, body);
  const { position: news } = await admin.ask('PUT', `/endpoint-requests/${data.id}/status`, {
    status: 'approved',
  });
  const [laptop, phone, stranger] = [
    await owner.connect(),
    await owner.connect(),
    await other.connect(),
  ];
  const [mine, theirs] = [`user:${owner.id}`, `user:${other.id}`];
  for (const client of [laptop, phone])
    expect(await client.watch(mine, house.position)).toMatchObject({ success: true });
  expect(await stranger.watch(theirs, house.position)).toMatchObject({ success: true });
  const topic = `request:${data.id}`;
  const { position } = await owner.ask('POST', '/read-marks', { topic, upTo: news });
  for (const client of [laptop, phone]) {
    await client.reached(mine, position);
    expect(client.changes(mine).at(-1)).toMatchObject({
      op: 'put',
      kind: 'read-mark',
      id: topic,
      doc: { topic, scope: `requests:${owner.projectId}`, upTo: news },
    });
  }
  expect(stranger.changes(theirs)).toEqual([]);
});
