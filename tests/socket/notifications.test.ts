import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let admin: Person;
let ada: Person;
let can: Person;

beforeAll(async () => {
  await house.open();
  admin = await house.person('Root');
  ada = await house.person('Ada');
  can = await house.person('Can');
});
afterAll(() => house.close());

const watching = async (person: Person): Promise<TestClient> => {
  const client = await person.connect();
  expect(await client.watch(`user:${person.id}`, house.position)).toMatchObject({ success: true });
  return client;
};
const told = (client: TestClient, { id }: Person) =>
  client.changes(`user:${id}`).filter(({ kind }) => kind === 'notification');

it('are sent to the person they are for, on every device, and to nobody else', async () => {
  const [one, two, other] = [await watching(ada), await watching(ada), await watching(can)];
  const {
    body: {
      data: { id },
    },
  } = await ada.ask('POST', `/endpoint-requests/project/${ada.projectId}`, {
    endpoint_name: 'Stok',
    description: 'Depolara göre stok',
  });
  const { position } = await admin.ask('PUT', `/endpoint-requests/${id}/status`, {
    status: 'approved',
    admin_notes: '',
  });
  await Promise.all([one, two].map(client => client.until(() => told(client, ada).length === 1)));
  expect(told(one, ada)).toMatchObject([
    {
      op: 'put',
      id,
      doc: {
        id,
        kind: 'request-step',
        step: 'approved',
        actor: { id: admin.id, name: 'Root' },
        readAt: null,
        position,
      },
    },
  ]);

  // An address, which is an account's.
  await ada.ask('POST', `/projects/${ada.projectId}/invitations`, {
    email: can.key.email,
    role: 'viewer',
  });
  await other.until(() => told(other, can).length === 1);
  expect(told(other, can)).toMatchObject([
    { doc: { kind: 'invitation', role: 'viewer', actor: { id: ada.id } } },
  ]);

  // A notification that is read on one device is read on the other.
  await ada.ask('POST', '/notifications/read', { ids: [id] });
  await two.until(() =>
    two
      .changes(`user:${ada.id}`)
      .some(({ kind, doc }) => kind === 'read-mark' && doc?.['topic'] === `notification:${id}`),
  );
  await ada.ask('POST', '/notifications/read', { upTo: position });
  await two.until(() =>
    two
      .changes(`user:${ada.id}`)
      .some(
        ({ kind, doc }) => kind === 'read-mark' && doc?.['topic'] === `notifications:${ada.id}`,
      ),
  );
  expect([told(one, ada).length, told(two, ada).length, told(other, can).length]).toEqual([
    1, 1, 1,
  ]);
});

it('of a kind that is off are not sent; what somebody chooses is, to each of their devices', async () => {
  const [one, two] = [await watching(ada), await watching(ada)];
  const chosen = {
    bellOff: ['request-step'],
    mailOff: [],
    mail: 'never',
    digestAt: '08:00',
    quiet: null,
    timeZone: 'UTC',
    language: 'tr',
  };
  await ada.ask('PUT', '/notifications/settings', chosen);
  const settings = (client: TestClient) =>
    client.changes(`user:${ada.id}`).filter(({ kind }) => kind === 'notification-settings');
  await Promise.all([one, two].map(client => client.until(() => settings(client).length === 1)));
  expect(settings(two)).toMatchObject([
    { op: 'put', id: ada.id, doc: { settings: chosen, sendsMail: false, failure: null } },
  ]);

  const step = async (): Promise<{ id: string; position: string }> => {
    const {
      body: {
        data: { id },
      },
    } = await ada.ask('POST', `/endpoint-requests/project/${ada.projectId}`, {
      endpoint_name: 'Stok',
      description: 'Depolara göre stok',
    });
    const { position } = await admin.ask('PUT', `/endpoint-requests/${id}/status`, {
      status: 'approved',
      admin_notes: '',
    });
    return { id, position };
  };
  const { position: upTo } = await step();
  // The message behind the step says that it is over, before the kind is on again.
  await ada.ask('POST', '/notifications/read', { upTo });
  await one.until(() =>
    one
      .changes(`user:${ada.id}`)
      .some(({ kind, doc }) => kind === 'read-mark' && doc?.['upTo'] === upTo),
  );
  await ada.ask('PUT', '/notifications/settings', { ...chosen, bellOff: [] });
  const { id: loud } = await step();
  await one.until(() => told(one, ada).length === 1);
  expect(told(one, ada)).toMatchObject([{ id: loud }]);
});

it('who closes the last page was here until then: mails wait from that moment on', async () => {
  const client = await can.connect();
  const {
    body: {
      data: { token },
    },
  } = await can.ask('POST', '/auth/login', { email: can.key.email, password: 'gizli-1' });
  const seen = async (): Promise<string> => {
    const {
      body: {
        data: { sessions },
      },
    } = await can.ask('GET', '/auth/sessions', undefined, { authorization: `Bearer ${token}` });
    return (sessions as { current: boolean; lastSeenAt: string }[]).find(({ current }) => !current)!
      .lastSeenAt;
  };
  const before = await seen();
  client.socket.disconnect();
  await expect.poll(seen, { timeout: 15_000 }).not.toBe(before);
});
