import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, inTurn, origin, register, table, restart } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let admin: Person;
let owner: Person;
let member: Person;
let stranger: Person;
const { call } = inTurn(() => owner.session);
beforeAll(async () => {
  admin = await register('Admin');
  [owner, member, stranger] = [
    await register('Ayse'),
    await register('Uye'),
    await register('Yabanci'),
  ];
  await call('PUT', `/admin/users/${owner.id}`, { maxProjects: 50 }, admin.session);
});

const statusOf = async (...of: Parameters<typeof call>): Promise<number> =>
  (await call(...of)).status;
const binned = async (by = owner.session) =>
  (await call('GET', '/bin/projects', undefined, by)).body.data.projects;
const listed = async (by: Headed): Promise<string[]> =>
  (await call('GET', '/projects', undefined, by)).body.data.projects.map(
    ({ id }: { id: string }) => id,
  );

/** A project of the owner with a member, an open invitation, and all that strangers may call. */
async function filled() {
  const { project } = (await call('POST', '/projects', { name: `Depo ${newId()}` })).body.data;
  const projectId = project.id as string;
  const invite = async (email: string) =>
    (await call('POST', `/projects/${projectId}/invitations`, { email, role: 'manager' })).body.data
      .invitation.url as string;
  await call('POST', `${await invite('uye@example.com')}/accept`, {}, member.session);
  const invitation = await invite('yabanci@example.com');
  const tableId = await table(projectId, owner.session, 'Stok', { ad: 'string' });
  const [field] = (await call('GET', `/tables/${projectId}/${tableId}/fields`)).body.data.fields;
  const { row } = (await call('POST', `/data/table/${tableId}/rows`, { ad: 'vida' })).body.data;
  const rowId = row.id as string;
  const definition = {
    method: 'GET',
    path: 'liste',
    caller: 'public',
    action: { kind: 'rows', tableId, fields: [{ field: field.id, name: 'ad' }] },
  };
  const { endpoint } = (
    await call('POST', `/custom-endpoints/project/${projectId}`, { name: 'Uç', definition })
  ).body.data;
  await call('POST', `/custom-endpoints/${endpoint.id}/publish`, {});
  const { widget } = (
    await call('POST', `/projects/${projectId}/widgets`, {
      name: 'Pencere',
      type: 'table',
      settings: { type: 'table', tableId, fields: [{ field: field.id, name: 'ad' }] },
    })
  ).body.data;
  const form = (
    await call('POST', `/projects/${projectId}/widgets`, {
      name: 'Form',
      type: 'form',
      settings: { type: 'form', tableId, fields: [{ field: field.id, name: 'ad' }], thanks: '' },
    })
  ).body.data.widget.id as string;
  const { url: link } = (await call('POST', `/widgets/${form}/links`, { rowId })).body.data;
  const { id: threadId } = (
    await call(
      'POST',
      '/threads',
      {
        title: 'Sevkiyat konusu',
        initialMessage: `Bak @[Ayse](${owner.id})`,
        project_id: projectId,
      },
      member.session,
    )
  ).body.data;
  await call('PUT', `/projects/${projectId}`, {
    settings: { enableWebhooks: true, webhookUrl: 'https://example.com/kanca' },
  });
  const test = (await call('POST', `/projects/${projectId}/create-test-environment`)).body.data;
  const key: Headed = {
    'x-api-key': project.apiKey,
    'x-user-email': 'ayse@example.com',
    'x-project-password': project.apiKeyPassword,
  };
  return {
    projectId,
    name: project.name as string,
    testId: test.project.id as string,
    tableId,
    rowId,
    key,
    invitation,
    widgetId: widget.id as string,
    threadId: threadId as string,
    link: { form, token: (link as string).split('#link=')[1]! },
  };
}

type Filled = Awaited<ReturnType<typeof filled>>;

/** Statuses of all paths to a project, by the name of the path. */
async function paths(of: Filled): Promise<Record<string, number>> {
  const { projectId, tableId, rowId, testId, key, invitation, widgetId, threadId, link } = of;
  const asked: Record<string, Parameters<typeof call>> = {
    'its owner': ['GET', `/projects/${projectId}`],
    'its past': ['GET', `/projects/${projectId}?asOf=${new Date().toISOString()}`],
    'its history': ['GET', `/projects/${projectId}/history`],
    'its member': ['GET', `/projects/${projectId}`, undefined, member.session],
    'an administrator': ['GET', `/projects/${projectId}`, undefined, admin.session],
    'its test environment': ['GET', `/projects/${testId}`],
    'its tables': ['GET', `/tables/project/${projectId}`],
    'a row': ['GET', `/data/table/${tableId}/rows/${rowId}`],
    'the history of a row': ['GET', `/data/table/${tableId}/rows/${rowId}/history`],
    'its key': ['GET', `/data/table/${tableId}`, undefined, key],
    'a write by its key': ['PUT', `/data/table/${tableId}/rows/${rowId}`, { ad: 'vida' }, key],
    'a public endpoint': ['GET', `/custom/${projectId}/liste`, undefined, {}],
    'a widget': ['GET', `/widgets/${widgetId}`],
    'its webhook': ['GET', `/projects/${projectId}/webhook`],
    'a thread': ['GET', `/threads/${threadId}`],
    'its bin': ['GET', `/projects/${projectId}/bin?kind=table`],
    'its members': ['GET', `/projects/${projectId}/members`],
    'an invitation': ['GET', invitation, undefined, stranger.session],
    'its storage': ['GET', `/projects/${projectId}/usage`],
  };
  const statuses: Record<string, number> = {};
  for (const [name, one] of Object.entries(asked)) statuses[name] = await statusOf(...one);
  statuses['an embed'] = (await fetch(`${origin()}/api/v1/widgets/${widgetId}/embed`)).status;
  const linked = await ask('POST', `/widgets/${link.form}/linked-row`, { token: link.token });
  statuses['a personal link'] = linked.status;
  return statuses;
}

/** Texts of lists that tell of several projects at once. */
async function lists(): Promise<string> {
  const answers = [];
  for (const path of [
    '/projects?limit=100',
    '/notifications',
    '/threads',
    '/find?q=Sevkiyat',
    '/find?q=vida',
    '/auth/me/data',
  ])
    answers.push(await call('GET', path));
  answers.push(
    await call('GET', '/projects?limit=100', undefined, member.session),
    await call('GET', '/auth/invitations', undefined, stranger.session),
  );
  return JSON.stringify(answers.map(({ body }) => body));
}

describe('a project in the bin', () => {
  it('is reached on no path and told by no list, and comes back with all it had', async () => {
    const of = await filled();
    const { projectId, name, testId, tableId, key } = of;
    const before = await paths(of);
    expect(Object.entries(before).filter(([, status]) => status !== 200)).toEqual([]);
    expect(await lists()).toContain(projectId);
    const earlier = (await call('GET', `/projects/${projectId}`)).body.data.project;

    expect(await statusOf('DELETE', `/projects/${projectId}`)).toBe(200);
    expect(await statusOf('DELETE', `/projects/${projectId}`)).toBe(404);
    const after = await paths(of);
    const isRefusal = (status: number): boolean => status === 401 || status === 404;
    expect(Object.entries(after).filter(([, status]) => !isRefusal(status))).toEqual([]);
    expect(await lists()).not.toMatch(new RegExp(`${projectId}|${testId}|Sevkiyat konusu`));
    const [entry] = await binned();
    expect(entry).toMatchObject({
      id: projectId,
      name,
      tableCount: 1,
      hasTestEnvironment: true,
      deletedBy: { id: owner.id },
    });
    expect((Date.parse(entry.until) - Date.parse(entry.deletedAt)) / 86_400_000).toBeCloseTo(30, 3);
    const seen = (await call('GET', `/admin/projects?search=${name}`, undefined, admin.session))
      .body.data.projects;
    expect(seen.map((one: Record<string, unknown>) => one['binnedUntil'])).toContain(entry.until);

    await restart();
    const back = await call('POST', `/bin/projects/${projectId}/restore`, {});
    expect([back.status, back.body.data.project]).toMatchObject([200, { id: projectId, name }]);
    const { apiKey, apiKeyPassword, settings, testEnvironmentId } = back.body.data.project;
    expect([apiKey, apiKeyPassword]).not.toContain(earlier.apiKey);
    expect(apiKeyPassword).not.toBe(earlier.apiKeyPassword);
    expect(settings).toEqual({ ...earlier.settings, enableWebhooks: false });
    expect(testEnvironmentId).toBe(testId);
    const { 'its key': read, 'a write by its key': write, ...returned } = await paths(of);
    expect([read, write]).toEqual([401, 401]);
    expect(Object.entries(returned).filter(([, status]) => status !== 200)).toEqual([]);
    expect(
      await statusOf('GET', `/data/table/${tableId}`, undefined, {
        ...key,
        'x-api-key': apiKey,
        'x-project-password': apiKeyPassword,
      }),
    ).toBe(200);
    expect(await lists()).toContain(projectId);
    expect(await listed(member.session)).toContain(projectId);
    const { events } = (await call('GET', `/projects/${projectId}/history?limit=100`)).body.data;
    expect(events.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['project-binned', 'project-restored']),
    );
  }, 30_000);

  it('is nobody’s to bring back or erase but its owner’s and administrators’', async () => {
    const { project } = (await call('POST', '/projects', { name: 'Benim' })).body.data;
    const own = (path = ''): string => `/bin/projects/${project.id}${path}`;
    const erase = { confirm: 'Benim' };
    expect(await statusOf('DELETE', own(), erase)).toBe(404);
    await call('DELETE', `/projects/${project.id}`);
    for (const by of [stranger.session, member.session]) {
      expect(await statusOf('POST', own('/restore'), {}, by)).toBe(404);
      expect(await statusOf('DELETE', own(), erase, by)).toBe(404);
      expect(await binned(by)).toEqual([]);
    }
    expect(await statusOf('POST', own('/restore'), {}, owner.key)).toBe(403);
    expect(await statusOf('DELETE', own(), { confirm: 'Senin' })).toBe(400);
    expect(await statusOf('POST', own('/restore'), {}, admin.session)).toBe(200);
    expect(await listed(owner.session)).toContain(project.id);
    await call('DELETE', `/projects/${project.id}`);
    expect(await statusOf('DELETE', own(), erase)).toBe(200);
    expect(await statusOf('POST', own('/restore'), {})).toBe(404);
  });

  it('leaves its name and its place, and asks for both again', async () => {
    const person = await register('Sinirli');
    const by = person.session;
    const make = (name: string) => call('POST', '/projects', { name }, by);
    const first = (await make('Aynı')).body.data.project.id as string;
    expect((await make('Fazla')).body.code).toBe('PLAN_LIMIT');
    await call('DELETE', `/projects/${first}`, undefined, by);
    expect((await make('Aynı')).status).toBe(201);
    const path = `/bin/projects/${first}/restore`;
    const taken = await call('POST', path, {}, by);
    expect([taken.status, taken.body.code, taken.body.data]).toEqual([
      409,
      'NAME_TAKEN',
      { suggestion: 'Aynı 2' },
    ]);
    const full = await call('POST', path, { name: 'Aynı 2' }, by);
    expect([full.status, full.body.code]).toEqual([403, 'PLAN_LIMIT']);
    await call('DELETE', `/projects/${person.projectId}`, undefined, by);
    const back = await call('POST', path, { name: 'Aynı 2' }, by);
    expect([back.status, back.body.data?.project.name]).toEqual([200, 'Aynı 2']);
  });

  it('is protected against erasing by its password, as against its deletion', async () => {
    const { project } = (await call('POST', '/projects', { name: 'Korunan' })).body.data;
    await call('POST', `/projects/${project.id}/protection`, { password: 'kilit-1' });
    await call('DELETE', `/projects/${project.id}`, { protectionPassword: 'kilit-1' });
    const erase = async (more: object = {}) =>
      (await call('DELETE', `/bin/projects/${project.id}`, { confirm: 'Korunan', ...more })).body
        .code;
    expect([await erase(), await erase({ protectionPassword: 'baska' })]).toEqual([
      'PROTECTION_REQUIRED',
      'PROTECTION_INVALID',
    ]);
    expect(await erase({ protectionPassword: 'kilit-1' })).toBeUndefined();
  });

  it('comes back or is erased, whole, when several requests race', async () => {
    const { projectId, name, testId, tableId } = await filled();
    const deleted = await Promise.all(
      [1, 2].map(() => ask('DELETE', `/projects/${projectId}`, undefined, owner.session)),
    );
    expect(deleted.map(({ status }) => status).filter(status => status === 200)).not.toEqual([]);
    const own = `/bin/projects/${projectId}`;
    const answers = await Promise.all([
      ask('POST', `${own}/restore`, {}, owner.session),
      ask('DELETE', own, { confirm: name }, owner.session),
      ask('POST', `${own}/restore`, {}, owner.session),
    ]);
    const [restored, erased] = answers.map(({ status }) => status === 200);
    expect([restored, erased]).toContain(true);
    const there = erased === true ? 404 : 200;
    for (const path of [`/projects/${projectId}`, `/projects/${testId}`, `/data/table/${tableId}`])
      expect(await statusOf('GET', path)).toBe(there);
  });

  it('ends with the account of its owner, as its deletion says', async () => {
    const person = await register('Giden');
    const id = person.projectId;
    await call('DELETE', `/projects/${id}`, undefined, person.session);
    expect(
      (await call('GET', `/admin/users/${person.id}`, undefined, admin.session)).body.data,
    ).toMatchObject({ belongings: { projects: 1, tables: 0 } });
    expect(await statusOf('DELETE', `/admin/users/${person.id}`, undefined, admin.session)).toBe(
      200,
    );
    expect(await statusOf('POST', `/bin/projects/${id}/restore`, {}, admin.session)).toBe(404);
  });
});
