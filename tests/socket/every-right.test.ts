import type { Call } from '@hzm/contracts/core/call';
import { newId } from '@hzm/contracts/core/ids';
import {
  isOfProject,
  rights,
  topicAccess,
  type KeyRight,
  type ProjectAccess,
} from '@hzm/contracts/features/members/rights';
import { MemberRole, ProjectRole } from '@hzm/contracts/features/members/role';
import { calls } from '@hzm/contracts/registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestServer, type Person } from './support/test-server.ts';

const house = new TestServer();
/** Each role's person in the project; and a project whose key may administer it. */
const people = new Map<ProjectRole | 'stranger', Person>();
const keyed = { project: {} as Keyed, admin_project: {} as Keyed };
const elsewhere: { person?: Person } = {};
/** A key of the first project beside its main key, with every permission. */
const other: { auth?: Keyed['auth'] } = {};
const ids: Record<string, string> = {};

interface Keyed {
  readonly projectId: string;
  readonly tableId: string;
  readonly keyId: string;
  readonly requestId: string;
  readonly threadId: string;
  readonly endpointId: string;
  readonly widgetId: string;
  readonly viewId: string;
  readonly auth: {
    readonly apiKey: string;
    readonly email: string;
    readonly projectPassword: string;
  };
}

beforeAll(async () => {
  await house.open();
  people.set('admin', await house.person('Admin'));
  const owner = await house.person('Owner');
  people.set('owner', owner);
  for (const role of MemberRole.options) {
    const person = await house.person(role);
    const { body } = await owner.ask('POST', `/projects/${owner.projectId}/invitations`, {
      email: person.key.email,
      role,
    });
    await person.ask('POST', `${body.data.invitation.url}/accept`);
    people.set(role, person);
  }
  people.set('stranger', await house.person('Stranger'));
  elsewhere.person = await house.person('Elsewhere');
  // The main key is named after its project.
  ids['projectId'] = ids['keyId'] = owner.projectId;
  ids['tableId'] = (await owner.table('Ürünler', { name: 'ad', type: 'string' })).id;
  const requestIn = async (projectId: string): Promise<string> =>
    (
      await owner.ask('POST', `/endpoint-requests/project/${projectId}`, {
        endpoint_name: 'Stok özeti',
        description: 'Depolara göre stok',
      })
    ).body.data.id;
  ids['requestId'] = await requestIn(owner.projectId);
  const endpointIn = async (projectId: string, tableId: string): Promise<string> =>
    (
      await owner.ask('POST', `/custom-endpoints/project/${projectId}`, {
        name: 'Ürünler',
        definition: {
          method: 'GET',
          path: 'urunler',
          action: { kind: 'rows', tableId, fields: [{ field: 'id', name: 'id' }] },
        },
      })
    ).body.data.endpoint.id;
  ids['endpointId'] = await endpointIn(owner.projectId, ids['tableId']);
  const widgetIn = async (projectId: string): Promise<string> =>
    (await owner.ask('POST', '/widgets', { projectId, name: 'Ürünler', type: 'table' })).body.data
      .widget.id;
  ids['widgetId'] = await widgetIn(owner.projectId);
  const viewIn = async (tableId: string): Promise<string> =>
    (
      await owner.ask('POST', `/data/table/${tableId}/views`, {
        name: 'Çaylar',
        scope: 'everybody',
        settings: {},
      })
    ).body.data.view.id;
  ids['viewId'] = await viewIn(ids['tableId']);
  const threadIn = async (projectId: string): Promise<string> =>
    (
      await owner.ask('POST', '/threads', {
        project_id: projectId,
        title: 'Stok',
        initialMessage: 'Çay yok',
      })
    ).body.data.id;
  ids['threadId'] = await threadIn(owner.projectId);
  keyed.project = {
    projectId: owner.projectId,
    tableId: ids['tableId'],
    keyId: owner.projectId,
    requestId: ids['requestId'],
    threadId: ids['threadId'],
    endpointId: ids['endpointId'],
    widgetId: ids['widgetId'],
    viewId: ids['viewId'],
    auth: owner.key,
  };
  const permissions = ['read', 'write', 'delete', 'admin'];
  const added = await owner.ask('POST', `/api-keys/project/${owner.projectId}`, {
    name: 'Başka',
    permissions,
    rateLimit: 10_000,
  });
  other.auth = { ...owner.key, apiKey: added.body.data.apiKey.key };
  const { project } = (
    await owner.ask('POST', '/projects', { name: 'Yönetim', keyType: 'admin_project' })
  ).body.data;
  const { body } = await owner.ask('POST', `/tables/project/${project.id}`, { name: 'Ürünler' });
  keyed.admin_project = {
    projectId: project.id,
    tableId: body.data.table.id,
    keyId: project.id,
    requestId: await requestIn(project.id),
    threadId: await threadIn(project.id),
    endpointId: await endpointIn(project.id, body.data.table.id),
    widgetId: await widgetIn(project.id),
    viewId: await viewIn(body.data.table.id),
    auth: { ...owner.key, apiKey: project.apiKey, projectPassword: project.apiKeyPassword },
  };
  // Each call is tried with the main keys within seconds.
  for (const { projectId } of Object.values(keyed))
    await owner.ask('PUT', `/projects/${projectId}`, {
      settings: { maxRequestsPerMinute: 10_000 },
    });
  await elsewhere.person.ask('PUT', `/projects/${elsewhere.person.projectId}`, {
    settings: { maxRequestsPerMinute: 10_000 },
  });
});
afterAll(() => house.close());

/** Every call about a project, and each that can look at the past once more as that. */
const cells = calls
  .flatMap(call => [
    { call, access: call.access, query: '' },
    ...(call.past === undefined
      ? []
      : [{ call, access: call.past, query: '&asOf=00000000000000000001' }]),
  ])
  .flatMap(({ call, access, query }) =>
    isOfProject(access)
      ? [{ name: `${call.name}${query && ' of the past'}`, call, access, query }]
      : [],
  );

const isAboutNone = ({ path, about }: Call): boolean =>
  about === undefined &&
  !/:(?:projectId|tableId|keyId|requestId|threadId|endpointId|widgetId|viewId)\b/.test(path);
/**
 * The call with a question that it does not know: `VALIDATION_ERROR` says that the caller may ask,
 * and nothing is done.
 */
const asked = (call: Call, query: string, more: Readonly<Record<string, string>> = {}): string =>
  `${call.path.replace(/:(\w+)/g, (_, name: string) => ({ ...ids, ...more })[name] ?? newId())}?nothing-like-this=1${query}`;
const ask = async (
  headers: Record<string, string>,
  { method, path, body }: { method: string; path: string; body: object },
): Promise<string> =>
  (await house.ask(method, path, method === 'GET' ? undefined : body, headers)).body.code as string;
const keyHeaders = ({ apiKey, email, projectPassword }: Keyed['auth']): Record<string, string> => ({
  'x-api-key': apiKey,
  'x-user-email': email,
  'x-project-password': projectPassword,
});

describe.each(cells)('$name ($access)', ({ call, access, query }) => {
  const to = (more?: Readonly<Record<string, string>>) => ({
    method: call.method,
    path: asked(call, query, more),
    body: call.about === undefined ? {} : { [call.about]: (more ?? ids)['projectId'] },
  });

  it('is for whom the table says, and nobody else', async () => {
    for (const role of ProjectRole.options) {
      const expected = call.acrossProjects
        ? 'VALIDATION_ERROR'
        : isAboutNone(call)
          ? 'NOT_FOUND'
          : rights[access].roles.includes(role)
            ? 'VALIDATION_ERROR'
            : 'FORBIDDEN';
      expect([
        role,
        await ask({ authorization: `Bearer ${people.get(role)!.token}` }, to()),
      ]).toEqual([role, expected]);
    }
    // Without a project everybody asks for their own.
    expect(await ask({ authorization: `Bearer ${people.get('stranger')!.token}` }, to())).toBe(
      call.acrossProjects ? 'VALIDATION_ERROR' : 'NOT_FOUND',
    );
    expect(await ask({}, to())).toBe('UNAUTHORIZED');
  });

  it('is for the keys that the table says', async () => {
    const key: KeyRight | null = rights[access].key;
    const of = async (
      scope: 'project' | 'admin_project',
      headers: Record<string, string>,
    ): Promise<string> => ask(headers, to(keyed[scope] as unknown as Record<string, string>));
    const mainMay = key?.scope === 'project' || call.mainKey;
    expect(await of('project', keyHeaders(keyed.project.auth))).toBe(
      mainMay ? 'VALIDATION_ERROR' : 'KEY_SCOPE',
    );
    // Another key of the same scope with every permission has no more than its scope.
    expect(await of('project', keyHeaders(other.auth!))).toBe(
      key?.scope === 'project' ? 'VALIDATION_ERROR' : 'KEY_SCOPE',
    );
    expect(await of('admin_project', keyHeaders(keyed.admin_project.auth))).toBe(
      key ? 'VALIDATION_ERROR' : 'KEY_SCOPE',
    );
    // A project asks for the other two headers of who writes, unless it says otherwise.
    expect(await of('admin_project', { 'x-api-key': keyed.admin_project.auth.apiKey })).toBe(
      key?.alone === 'always' ? 'VALIDATION_ERROR' : 'MISSING_HEADERS',
    );
    // Without a project a key asks for its own.
    expect(await of('project', keyHeaders(elsewhere.person!.key))).toBe(
      isAboutNone(call) && mainMay ? 'VALIDATION_ERROR' : 'KEY_SCOPE',
    );
  });
});

it('there are calls of every kind of access, and none that nobody may', () => {
  expect(
    Object.keys(rights).filter(
      access => access !== 'presence' && !cells.some(cell => cell.access === access),
    ),
  ).toEqual([]);
  for (const { roles } of Object.values(rights))
    expect(roles).toEqual(expect.arrayContaining(['owner', 'admin']));
});

describe('topics', () => {
  const watch = async (auth: object, topic: string): Promise<string> => {
    const client = await house.connect(auth);
    const { success, code } = await client.watch(topic);
    client.socket.disconnect();
    return success ? 'live' : code!;
  };
  const topics = Object.entries(topicAccess)
    .filter(([, access]) => access !== 'session')
    .map(([kind, access]) => ({
      kind,
      access,
      idOf: (of: { projectId: string; tableId: string; threadId: string; widgetId: string }) =>
        ['project', 'requests', 'threads'].includes(kind)
          ? `:${of.projectId}`
          : kind === 'table'
            ? `:${of.tableId}`
            : kind === 'thread'
              ? `:${of.threadId}`
              : kind === 'widget'
                ? `:${of.widgetId}`
                : '',
    }));

  it.each(topics)('$kind is for whom the table says', async ({ kind, access, idOf }) => {
    const topic = `${kind}${idOf(ids as never)}`;
    const may = (role: ProjectRole): boolean =>
      isOfProject(access) ? rights[access as ProjectAccess].roles.includes(role) : role === 'admin';
    for (const role of ProjectRole.options)
      expect([role, await watch({ token: people.get(role)!.token }, topic)]).toEqual([
        role,
        may(role) ? 'live' : 'FORBIDDEN',
      ]);
    expect(await watch({ token: people.get('stranger')!.token }, topic)).toBe(
      isOfProject(access) ? 'NOT_FOUND' : 'FORBIDDEN',
    );
    for (const scope of ['project', 'admin_project'] as const)
      expect(await watch(keyed[scope].auth, `${kind}${idOf(keyed[scope])}`)).toBe(
        isOfProject(access) ? 'live' : 'FORBIDDEN',
      );
    expect(await watch(elsewhere.person!.key, topic)).toBe(
      isOfProject(access) ? 'KEY_SCOPE' : 'FORBIDDEN',
    );
  });

  it('pricing is for whoever is signed in', async () => {
    for (const role of ['admin', 'owner', 'viewer', 'stranger'] as const)
      expect([role, await watch({ token: people.get(role)!.token }, 'pricing')]).toEqual([
        role,
        'live',
      ]);
    for (const scope of ['project', 'admin_project'] as const)
      expect(await watch(keyed[scope].auth, 'pricing')).toBe('KEY_SCOPE');
  });

  it('user is for oneself, and for administrators', async () => {
    const topic = `user:${people.get('viewer')!.id}`;
    for (const role of ProjectRole.options)
      expect([role, await watch({ token: people.get(role)!.token }, topic)]).toEqual([
        role,
        role === 'viewer' || role === 'admin' ? 'live' : 'NOT_FOUND',
      ]);
    expect(await watch(keyed.admin_project.auth, topic)).toBe('KEY_SCOPE');
  });
});
