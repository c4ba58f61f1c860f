import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestClient } from './support/test-client.ts';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
let owner: Person;
let projectId = '';
let tableId = '';
let threadId = '';
let before = '';
/** Texts of documents of which some readers see less, by what they are. */
let marks: Readonly<Record<string, string>> = {};

// oxlint-disable-next-line typescript/no-explicit-any -- as the server answers it
type Any = any;
interface Reader {
  readonly headers: Record<string, string>;
  /** Credentials of the connection; undefined for a reader without sockets. */
  readonly auth?: object;
  readonly sees: readonly string[];
}
const readers: Record<string, Reader> = {};
const everything = [
  'webhook',
  'invited',
  'withdrawn',
  'ownerEmail',
  'ownerName',
  'mainKey',
  'password',
  'senderEmail',
  'hiddenValue',
];
const people = ['ownerEmail', 'ownerName', 'senderEmail', 'hiddenValue'];
const exceptMainKey = everything.filter(mark => mark !== 'mainKey');

const seen = (): Record<string, string> => ({ 'x-wait-for-position': house.position });
const invite = (email: string, role = 'viewer') =>
  owner.ask('POST', `/projects/${projectId}/invitations`, { email, role }, seen());
const person = ({ token }: Person): Pick<Reader, 'headers' | 'auth'> => ({
  headers: { authorization: `Bearer ${token}` },
  auth: { token },
});
const key = (apiKey: string): { headers: Record<string, string>; auth: object } => ({
  headers: {
    'x-api-key': apiKey,
    'x-user-email': owner.key.email,
    'x-project-password': owner.key.projectPassword,
  },
  auth: { ...owner.key, apiKey },
});

async function join(name: string, role: string): Promise<Person> {
  const joined = await house.person(name);
  const { body } = await invite(joined.key.email, role);
  await joined.ask('POST', `${body.data.invitation.url}/accept`, undefined, seen());
  return joined;
}
const addKey = async (name: string, more: object): Promise<string> =>
  (await owner.ask('POST', `/api-keys/project/${projectId}`, { name, ...more }, seen())).body.data
    .apiKey.key;

let sender: Person;
/** Changes every kind of document once more. */
async function happen(round: string): Promise<void> {
  const settings = {
    enableWebhooks: true,
    webhookUrl: marks['webhook'],
    maxRequestsPerMinute: round === 'first' ? 900 : 1_000,
  };
  await owner.ask(
    'PUT',
    `/projects/${projectId}`,
    { description: round, settings, isPublic: true },
    seen(),
  );
  const { body } = await invite(marks['withdrawn']!);
  await owner.ask(
    'DELETE',
    `/projects/${projectId}/invitations/${body.data.invitation.id}`,
    undefined,
    seen(),
  );
  await sender.ask(
    'POST',
    `/endpoint-requests/project/${projectId}`,
    { endpoint_name: `Stok ${round}`, description: 'Depolara göre stok' },
    seen(),
  );
  await sender.ask('POST', `/threads/${threadId}/messages`, { content: round }, seen());
  const { body: added } = await owner.ask(
    'POST',
    `/data/table/${tableId}/rows`,
    { ad: round, maliyet: marks['hiddenValue'] },
    seen(),
  );
  const ofRow = `/data/table/${tableId}/rows/${added.data.row.id}`;
  await owner.ask('PUT', ofRow, { maliyet: `${marks['hiddenValue']} ${round}` }, seen());
}

beforeAll(async () => {
  await house.open();
  const admin = await house.person('Root');
  owner = await house.person('Sahibe Hanım');
  ({ projectId } = owner);
  marks = {
    webhook: 'https://hooks.example.com/secret-hook',
    invited: 'davetli@example.net',
    withdrawn: 'vazgecilen@example.net',
    ownerEmail: owner.key.email,
    ownerName: 'Sahibe Hanım',
    mainKey: owner.key.apiKey,
    password: owner.key.projectPassword,
    hiddenValue: 'alış fiyatı',
  };
  const hidden = { name: 'maliyet', type: 'string', isHidden: true };
  tableId = (await owner.table('Stok', { name: 'ad', type: 'string' }, hidden)).id;
  sender = await join('Yazan', 'editor');
  marks = { ...marks, senderEmail: sender.key.email };
  await invite(marks['invited']!);
  threadId = (
    await sender.ask(
      'POST',
      '/threads',
      { project_id: projectId, title: 'Konu', initialMessage: 'söz' },
      seen(),
    )
  ).body.data.id;
  await happen('first');
  const roles = { manager: everything, auditor: people, viewer: people } as const;
  for (const [role, sees] of Object.entries(roles))
    readers[role] = { ...person(await join(role, role)), sees };
  const whole = await addKey('tam', {
    scope: 'admin_project',
    permissions: ['read', 'write', 'delete', 'admin'],
  });
  const managing = await addKey('yöneten', {
    scope: 'admin_project',
    permissions: ['read', 'admin'],
  });
  const reading = await addKey('okuyan yönetici', {
    scope: 'admin_project',
    permissions: ['read'],
  });
  const {
    body: {
      data: { token },
    },
  } = await admin.ask('POST', `/admin/users/${owner.id}/look`, {}, seen());
  Object.assign(readers, {
    owner: { ...person(owner), sees: everything },
    administrator: { ...person(admin), sees: everything },
    editor: { ...person(sender), sees: people },
    'administrator who looks as the owner': {
      headers: { authorization: `Bearer ${token}` },
      auth: { token },
      sees: ['invited', 'withdrawn', ...people],
    },
    'complete key of a project': { ...key(owner.key.apiKey), sees: ['ownerEmail', 'ownerName'] },
    'complete key that may do everything': { ...key(whole), sees: exceptMainKey },
    'complete key that may see the people': {
      ...key(managing),
      sees: ['invited', 'withdrawn', ...people],
    },
    'complete key with the scope and without the permissions': {
      ...key(reading),
      sees: ['ownerEmail', 'ownerName'],
    },
    'key alone': { headers: { 'x-api-key': owner.key.apiKey }, sees: [] },
    'key alone that may do everything': { headers: { 'x-api-key': whole }, sees: [] },
    'signed-in stranger': { ...person(await house.person('Yabancı')), sees: [] },
    anonymous: { headers: {}, sees: [] },
  } satisfies Record<string, Reader>);
  before = house.position;
});
afterAll(() => house.close());

const told = (text: string): string[] =>
  Object.entries(marks)
    .filter(([, mark]) => text.includes(mark))
    .map(([name]) => name)
    .toSorted();
const topics = (): string[] => [
  `project:${projectId}`,
  `requests:${projectId}`,
  `threads:${projectId}`,
  `thread:${threadId}`,
  `table:${tableId}`,
];
/** The project as it was told last. */
const projectsIn = (client: TestClient): Any[] =>
  client
    .changesOf('project', `project:${projectId}`)
    .flatMap(({ doc }) => doc ?? [])
    .slice(-1);

/** Everything that a reader is answered of the project, and the project as it is answered. */
async function answered({ headers }: Reader): Promise<{ text: string; projects: Any[] }> {
  const paths = [
    `/projects/${projectId}`,
    '/projects',
    `/projects/${projectId}?asOf=${house.position}`,
    `/projects/${projectId}/history?limit=200`,
    `/projects/${projectId}/members`,
    '/tables/api-key-info',
    `/threads/project/${projectId}`,
    `/threads/${threadId}`,
    `/endpoint-requests/project/${projectId}`,
    `/data/table/${tableId}?q=first`,
    `/tables/project/${projectId}`,
  ];
  const bodies: Any[] = [];
  for (const path of paths)
    bodies.push(
      (
        await house.ask('GET', path, undefined, {
          ...headers,
          ...(Object.keys(headers).length > 0 && seen()),
        })
      ).body,
    );
  const projects = [bodies[0], bodies[2], bodies[5]].flatMap(body => body.data?.project ?? []);
  return { text: JSON.stringify(bodies), projects };
}

it(
  'every reader is told the same of each document by answers, history, past states, sockets and replays',
  { timeout: 120_000 },
  async () => {
    const live = new Map<string, TestClient>();
    for (const [name, { auth }] of Object.entries(readers)) {
      if (!auth) continue;
      const client = await house.connect(auth);
      live.set(name, client);
      for (const topic of topics()) await client.watch(topic, house.position);
    }
    await happen('second');
    await live.get('owner')!.reached(`table:${tableId}`, house.position);

    const outcome: Record<string, Record<string, string[]>> = {};
    const expected: Record<string, Record<string, string[]>> = {};
    for (const [name, reader] of Object.entries(readers)) {
      const { text, projects } = await answered(reader);
      outcome[name] = { answers: told(text) };
      expected[name] = { answers: reader.sees.toSorted() };
      if (!reader.auth) continue;
      const late = await house.connect(reader.auth);
      for (const topic of topics()) await late.watch(topic, before);
      const client = live.get(name)!;
      // An invitation from before the watch is not repeated, and one that was withdrawn may be gone
      // when it is reported.
      const pushed = (text: string): string[] => told(text).filter(mark => mark !== 'withdrawn');
      const replayed = JSON.stringify(late.messages);
      outcome[name] = {
        ...outcome[name],
        live: pushed(JSON.stringify(client.messages)),
        replay: told(replayed),
      };
      const sees =
        name === 'signed-in stranger'
          ? []
          : reader.sees.filter(mark => mark !== 'invited' && mark !== 'withdrawn').toSorted();
      expected[name] = { ...expected[name], live: sees, replay: sees };
      const documents = [...projects, ...projectsIn(client), ...projectsIn(late)];
      const [first] = projects;
      const members = [
        'apiKey',
        'apiKeyPassword',
        'userName',
        'userEmail',
        'owner',
        'settings',
      ] as const;
      for (const doc of documents)
        expect([name, members.map(member => doc[member])]).toEqual([
          name,
          members.map(member => first[member]),
        ]);
    }
    expect(outcome).toEqual(expected);
  },
);
