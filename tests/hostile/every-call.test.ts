import type { Call } from '@hzm/contracts/core/call';
import { newId } from '@hzm/contracts/core/ids';
import { calls } from '@hzm/contracts/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from '../http/serve.ts';
import { ask, elsewhere, hangUp, type Raw } from './raw.ts';
import { makeWorld, type World } from './world.ts';

/** Every call under every path, by somebody who may not, or in a way that it is not asked. */
const server = serve();
const port = (): number => Number(new URL(server.origin()).port);
let victim: World;
let attacker: World;

beforeAll(async () => {
  // The first account administers.
  await server.register('Yonetici');
  victim = await makeWorld(server, 'Ayse');
  attacker = await makeWorld(server, 'Mert');
}, 60_000);
afterAll(hangUp);

const sent = async (method: string, path: string, headers: Headed, body?: string): Promise<Raw> => {
  const headed = { 'content-type': 'application/json', ...headers };
  const given = method === 'GET' ? undefined : body;
  return (await ask(port(), method, `/api/v1${path}`, headed, given))!;
};
const pathsOf = ({ path, aliases }: Call): readonly string[] => [path, ...aliases];
const named = (path: string): string[] => [...path.matchAll(/[:*](\w+)/g)].map(([, name]) => name!);
const filled = (path: string, idOf: (name: string) => string | undefined): string =>
  path.replace(/[:*](\w+)/g, (_, name: string) => idOf(name) ?? newId());
const own = (path: string): string => filled(path, name => attacker.ids[name]);

/** Calls that end what the others need. */
const ending = new Set(['logout', 'delete-own-account', 'refresh', 'end-session']);
const walked = calls.filter(({ name }) => !ending.has(name));
const writing = walked.filter(({ method, file }) => method !== 'GET' && file?.way !== 'sent');

/** Bodies with which a call does what it is for, where the ids of `of` may be used. */
const bodiesOf = (of: World): Readonly<Record<string, object>> => {
  const { ids } = of;
  const shown = {
    tableId: ids['tableId'],
    fields: [{ field: ids['fieldId'], name: 'ad' }],
  };
  const action = { kind: 'rows', ...shown };
  const definition = { method: 'GET', path: 'kopya', caller: 'public', action };
  const pair = {
    testProjectId: ids['testProjectId'],
    liveProjectId: ids['projectId'],
    tableIds: [ids['testTableId']],
  };
  return {
    'add-row': { ad: 'x' },
    'change-row': { ad: 'x' },
    'restore-row': { version: 1 },
    'bulk-rows': { updates: [{ id: ids['rowId'], values: { ad: 'x' } }] },
    'create-table': { name: 'Yeni tablo' },
    'create-tables': { tables: [{ name: 'Yeni tablo' }] },
    'rename-table': { name: 'Yeni ad' },
    'add-field': { name: 'yeni', type: 'string' },
    'change-field': { name: 'yeni' },
    'move-field': { fieldId: ids['fieldId'], oldPosition: 0, newPosition: 0 },
    'write-message': { content: 'x' },
    'change-message': { content: 'x' },
    'react-to-message': { emoji: '👍' },
    'move-thread': { status: 'closed' },
    'change-thread': { title: 'x' },
    'star-thread': { starred: true },
    'open-thread': {
      title: 'x',
      initialMessage: 'x',
      row: { table_id: ids['tableId'], row_id: ids['rowId'] },
    },
    'add-api-key': { name: 'yeni' },
    'change-api-key': { name: 'yeni' },
    'change-member': { role: 'viewer' },
    'hand-over': { userId: attacker.ids['userId'] },
    invite: { email: 'm@example.com', role: 'manager' },
    'change-project': { isPublic: true },
    'change-api-key-password': { newPassword: 'yeni-parola' },
    'enable-protection': { password: 'yeni-parola' },
    'publish-custom-endpoint': {},
    'switch-custom-endpoint': { isOn: false },
    'roll-back-custom-endpoint': { version: 1 },
    'copy-rows': { replace: [] },
    'add-custom-endpoint': { name: 'x', requestId: ids['requestId'], definition },
    'change-custom-endpoint': { name: 'x', definition },
    'preview-widget': { settings: { type: 'table', ...shown } },
    'try-custom-endpoint': { definition },
    'add-saved-view': { name: 'x', scope: 'own', settings: {} },
    'change-saved-view': { name: 'x' },
    'add-widget': { name: 'x', type: 'table', settings: { type: 'table', ...shown } },
    'add-widget-row': { ad: 'x' },
    'change-widget-row': { ad: 'x' },
    'submit-widget-form': { values: { [ids['fieldId']!]: 'x' } },
    'change-widget': { settings: { type: 'table', ...shown } },
    'transfer-preview': pair,
    'transfer-to-live': pair,
    'add-cors-domain': { domain: 'kotu.com' },
    'mark-read': { topic: `thread:${ids['threadId']}`, upTo: '9'.repeat(20) },
  };
};

/** The ways to fill a path with ids of both: first all are the attacker's own. */
const mixed = (path: string): string[] => {
  const names = named(path).filter(name => name !== 'path');
  return Array.from({ length: 2 ** names.length }, (_, chosen) => {
    const isVictims = (name: string): boolean =>
      names.includes(name) && ((chosen >> names.indexOf(name)) & 1) === 1;
    return filled(path, name => (isVictims(name) ? victim : attacker).ids[name]);
  });
};

const head = async (): Promise<string> =>
  (await server.ask('GET', '/health/database')).body.data.eventStore.head;

describe('an id of another account', () => {
  /** Calls that tell an invitation to anybody with its link. */
  const told = new Set(['get-invitation']);

  it('opens nothing, wherever it stands beside own ids, whatever project is named', async () => {
    const {
      secret,
      key: { 'x-api-key': text, 'x-project-password': password },
    } = victim;
    const secrets = [secret, text!, password!];
    const bodies = bodiesOf(victim);
    const before = await head();
    let asked = 0;
    for (const call of walked.filter(({ name }) => !told.has(name))) {
      for (const path of pathsOf(call).flatMap(one => mixed(one).slice(1))) {
        const { session, key, adminKey } = attacker;
        const alone = { 'x-api-key': key['x-api-key']! };
        for (const headers of [session, key, adminKey, alone, elsewhere()]) {
          for (const project of ['', attacker.ids['projectId'], victim.ids['projectId']]) {
            const query = project === '' ? '' : `?project_id=${project}`;
            const body = JSON.stringify(bodies[call.name] ?? {});
            const answer = await sent(call.method, path + query, headers, body);
            const by = Object.keys(headers).join();
            const what = `${call.name} ${path}${query} ${by} ${answer.text}`;
            expect([400, 401, 403, 404, 405], what).toContain(answer.status);
            expect(
              secrets.filter(one => answer.text.includes(one)),
              what,
            ).toEqual([]);
            asked++;
          }
        }
      }
    }
    expect(await head()).toBe(before);
    expect(asked).toBeGreaterThan(2_000);
  }, 120_000);

  it('opens nothing where only the query or the body names the project', async () => {
    const bodies = bodiesOf(victim);
    let asked = 0;
    const isOfProject = ({ params }: Call): boolean =>
      params.safeParse({ projectId: newId() }).success;
    for (const call of walked.filter(isOfProject)) {
      for (const path of pathsOf(call).filter(one => named(one).length === 0)) {
        const body = { ...bodies[call.name], project_id: victim.ids['projectId'] };
        for (const query of [`?project_id=${victim.ids['projectId']}`, '']) {
          if (call.method === 'GET' && query === '') continue;
          const { session } = attacker;
          const answer = await sent(call.method, path + query, session, JSON.stringify(body));
          const what = `${call.name} ${path}${query} ${answer.text}`;
          expect([400, 403, 404], what).toContain(answer.status);
          expect(answer.text, what).not.toContain(victim.secret);
          asked++;
        }
      }
    }
    expect(asked).toBeGreaterThan(5);
  });
});

describe('members that a body does not have', () => {
  const MEMBERS = [
    'role',
    'owner',
    'ownerId',
    'plan',
    'createdAt',
    'isAdmin',
    'actor',
    'accountId',
    'position',
  ];
  /** Bodies whose members are a table's fields, or an endpoint's parameters. */
  const isOpen = ({ name, path }: Call): boolean =>
    ['add-row', 'change-row', 'add-widget-row', 'change-widget-row'].includes(name) ||
    path.startsWith('/custom/');

  it('are refused by every call, and nothing is written', async () => {
    const before = await head();
    const bodies = bodiesOf(attacker);
    for (const call of writing.filter(one => !isOpen(one))) {
      for (const member of MEMBERS) {
        const body = { ...bodies[call.name], [member]: 'admin' };
        if (call.body.safeParse(body).success) throw new Error(`${call.name} takes ${member}`);
        const { session } = attacker;
        const answer = await sent(call.method, own(call.path), session, JSON.stringify(body));
        const what = `${call.name} ${member} ${answer.text}`;
        expect([400, 403, 404, 429], what).toContain(answer.status);
      }
    }
    expect(await head()).toBe(before);
  }, 60_000);
});

describe('a body that is no JSON in UTF-8', () => {
  const TYPES = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'json',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    'application/json; charset="utf-8"; charset=utf-7',
  ];

  it.each(TYPES)(
    '%s is refused by every call before anything of it is read',
    async type => {
      const before = await head();
      for (const call of writing.filter(({ access }) => !access.startsWith('admin'))) {
        const headers = { ...attacker.session, 'content-type': type };
        const answer = await sent(call.method, own(call.path), headers, '{"name":"x"}');
        expect([403, 404, 415, 429], `${call.name} ${answer.text}`).toContain(answer.status);
      }
      expect(await head()).toBe(before);
    },
    60_000,
  );
});

describe('a query', () => {
  const isReading = ({ method, path }: Call): boolean =>
    method === 'GET' && !path.startsWith('/custom/');
  const reading = walked.filter(isReading);
  const strange = [
    'bilinmeyen=1',
    '__proto__[a]=1',
    'constructor=1',
    'a[__proto__]=1',
    '%5f_proto__=1',
  ];
  const knownBy = ({ query }: Call): readonly string[] =>
    'def' in query && 'shape' in query.def ? Object.keys(query.def.shape as object) : [];

  it('with members that a call does not have is refused by every call', async () => {
    for (const call of reading) {
      for (const query of strange) {
        const answer = await sent('GET', `${own(call.path)}?${query}`, attacker.session);
        expect([400, 403, 404], `${call.name} ${query} ${answer.text}`).toContain(answer.status);
      }
    }
  }, 60_000);

  it('that names a member twice, as a list or as an object is refused by every call', async () => {
    for (const call of reading) {
      for (const name of [...knownBy(call).filter(one => one !== 'filter'), 'project_id']) {
        for (const query of [`${name}=1&${name}=2`, `${name}[]=1&${name}[]=2`, `${name}[a]=1`]) {
          const answer = await sent('GET', `${own(call.path)}?${query}`, attacker.session);
          expect([400, 403, 404], `${call.name} ${query} ${answer.text}`).toContain(answer.status);
        }
      }
    }
  }, 60_000);
});

describe('an address that is written in another way', () => {
  const variants: readonly ((path: string) => string)[] = [
    path => path,
    path => `${path}/`,
    path => path.toUpperCase(),
    path => `/.${path}`,
    path => `/x/..${path}`,
    path => `/${path}`,
    path => `${path}%2f`,
    path => `${path}%00`,
    path => `${path};x=1`,
    path => `${path}?x=%00`,
    path => path.replace(/^\/(.)/, (_, first: string) => `/%${first.charCodeAt(0).toString(16)}`),
    path => path.replaceAll('/', '%2f').replace('%2f', '/'),
    path => path.replaceAll('/', '\\').replace('\\', '/'),
  ];

  it('opens nothing to a stranger', async () => {
    for (const call of walked.filter(({ access }) => access !== 'public')) {
      const path = filled(call.path, name => victim.ids[name]);
      for (const variant of variants) {
        const answer = await sent(call.method, variant(path), elsewhere(), '{}');
        const what = `${call.name} ${variant(path)} ${answer.text}`;
        expect([400, 401, 404, 405], what).toContain(answer.status);
      }
    }
  }, 60_000);
});
