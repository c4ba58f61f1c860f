import { newId } from '@hzm/contracts/core/ids';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let admin: Person;
let ayse: Person;
let viewer: Person;
let stranger: Person;
let tableId: string;
let position: string;
const [failedId, writtenId] = ['refused-request', newId()];

const logs = (by: Headed, body: object) => ask('POST', '/railway/category-logs', body, by);
/** Asks until the log has a request: it is written behind the answers. */
const logged = (requestId: string, of = ayse): Promise<void> =>
  vi.waitFor(async () => {
    const found = { project_id: of.projectId, categoryId: 'http', search: requestId };
    expect((await logs(of.session, found)).body.data.logs).toHaveLength(1);
  }, 10_000);

beforeAll(async () => {
  [admin, ayse, viewer, stranger] = [
    await register('Admin'),
    await register('Ayse'),
    await register('Bora'),
    await register('Cem'),
  ];
  tableId = await table(ayse.projectId, ayse.session, 'Ürünler', { ad: 'string' });
  const invited = await ask(
    'POST',
    `/projects/${ayse.projectId}/invitations`,
    { email: 'bora@example.com', role: 'viewer' },
    ayse.session,
  );
  const token = String(invited.body.data.invitation.url).split('/').at(-1);
  await ask('POST', `/invitations/${token}/accept`, {}, viewer.session);
  const rows = `/data/table/${tableId}/rows`;
  const written = await ask(
    'POST',
    rows,
    { ad: 'GIZLI' },
    {
      ...ayse.key,
      'x-request-id': writtenId,
    },
  );
  position = written.headers.get('x-position')!;
  await ask(
    'POST',
    `${rows}?gizli=GIZLI`,
    { yok: 'GIZLI' },
    {
      ...ayse.key,
      'x-request-id': failedId,
    },
  );
  await logged(failedId);
});

describe('the request log', () => {
  it('tells of a write with its key, its request id and the position in the history', async () => {
    const { body } = await logs(ayse.session, {
      project_id: ayse.projectId,
      categoryId: 'http',
      search: writtenId,
    });
    expect(body.data.logs).toMatchObject([
      {
        type: 'success',
        source: 'http',
        actor: { kind: 'key', id: ayse.projectId },
        request: {
          method: 'POST',
          route: '/data/table/:tableId/rows',
          call: 'add-row',
          status: 201,
          code: null,
          requestId: writtenId,
          position,
        },
      },
    ]);
  });

  it('tells of a refusal, and nothing of what requests carried', async () => {
    const { body } = await logs(ayse.session, {
      project_id: ayse.projectId,
      categoryId: 'errors',
      search: 'validation_error',
    });
    expect(body.data.logs[0]).toMatchObject({
      type: 'warning',
      request: { status: 400, code: 'VALIDATION_ERROR', requestId: failedId, position: null },
    });
    const all = await logs(ayse.session, { project_id: ayse.projectId, categoryId: 'all' });
    expect(JSON.stringify(all.body)).not.toMatch(/GIZLI|hzm_|eyJ|example\.com/);
  });

  it('has categories with counts and the time of their last entry', async () => {
    const { body } = await ask(
      'POST',
      '/railway/monitoring-categories',
      { project_id: ayse.projectId },
      ayse.session,
    );
    const categories = Object.fromEntries(
      body.data.categories.map((one: { id: string }) => [one.id, one]),
    );
    expect(Object.keys(categories)).toEqual([
      'all',
      'recent',
      'http',
      'deploy',
      'performance',
      'errors',
    ]);
    expect(categories['errors']).toMatchObject({ name: 'Hatalar', count: 1 });
    expect(categories['deploy'].count).toBeGreaterThan(0);
    expect(categories['all'].count).toBe(categories['http'].count + categories['deploy'].count);
    expect(Date.parse(categories['recent'].lastActivity)).toBeGreaterThan(0);
  });

  it('goes on page by page, and narrows by type and caller', async () => {
    const about = { project_id: ayse.projectId, categoryId: 'http' };
    const seen: string[] = [];
    for (let before: string | undefined; ;) {
      const { data } = (
        await logs(ayse.session, { ...about, limit: 2, ...(before !== undefined && { before }) })
      ).body;
      seen.push(...data.logs.map(({ id }: { id: string }) => id));
      before = data.nextCursor;
      if (before === undefined) break;
    }
    const whole = (await logs(ayse.session, about)).body.data.logs;
    expect(seen).toEqual(whole.map(({ id }: { id: string }) => id));
    const refused = (await logs(ayse.session, { ...about, type: 'warning' })).body.data.logs;
    expect(refused).toHaveLength(1);
    const byKey = (await logs(ayse.session, { ...about, actor: ayse.projectId })).body.data.logs;
    expect(byKey.map((one: { request: { call: string } }) => one.request.call)).toEqual([
      'add-row',
      'add-row',
    ]);
  });

  it('has response times by call and key', async () => {
    const { body } = await logs(ayse.session, {
      project_id: ayse.projectId,
      categoryId: 'performance',
      search: 'add-row',
    });
    expect(body.data.logs).toMatchObject([
      { source: 'performance', figures: { requests: 2, failed: 1 }, actor: { kind: 'key' } },
    ]);
  });

  it('knows the starts of the server and what happened in them', async () => {
    const about = { project_id: ayse.projectId };
    const { deployments } = (await ask('POST', '/railway/deployments', about, ayse.session)).body
      .data;
    expect(deployments[0]).toMatchObject({ status: 'running', stoppedAt: null });
    const { body } = await ask(
      'POST',
      '/railway/deployment-logs',
      { ...about, deploymentId: deployments[0].id },
      { ...ayse.session, 'accept-language': 'en' },
    );
    expect(body.data.logs.at(-1)).toMatchObject({
      type: 'info',
      source: 'deploy',
      message: expect.stringContaining('The server started, version'),
    });
  });

  it('says how a project is', async () => {
    const { health } = (
      await ask('POST', '/railway/project-health', { project_id: ayse.projectId }, ayse.session)
    ).body.data;
    expect(health.checks.map(({ isOk }: { isOk: boolean }) => isOk)).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(health).toMatchObject({ status: 'healthy', figures: { failed: 1 } });
  });

  it('finds a project by its name in lower case', async () => {
    const { name } = (await ask('GET', `/projects/${ayse.projectId}`, undefined, ayse.session)).body
      .data.project;
    const by = { projectName: name.toLowerCase(), categoryId: 'errors' };
    expect((await logs(ayse.session, by)).body.data.logs).toHaveLength(1);
    expect((await logs(ayse.key, by)).status).toBe(200);
    expect((await logs(ayse.key, { ...by, projectName: 'başka' })).status).toBe(404);
  });
});

describe('readers of the request log', () => {
  it('viewers see requests, but neither other callers nor positions', async () => {
    const about = { project_id: ayse.projectId, categoryId: 'http' };
    const found = (await logs(viewer.session, { ...about, search: writtenId })).body.data.logs;
    expect(found).toMatchObject([{ actor: null, request: { position: null } }]);
    const byKey = await logs(viewer.session, { ...about, actor: ayse.projectId });
    expect(byKey.body.data.logs).toEqual([]);
  });

  it('strangers see nothing, whatever they name', async () => {
    const about = { project_id: ayse.projectId, categoryId: 'all' };
    for (const by of [stranger.session, stranger.key]) {
      const { status } = await logs(by, about);
      expect([403, 404]).toContain(status);
    }
    expect((await logs({}, about)).status).toBe(401);
    const none = await logs(stranger.session, { categoryId: 'all' });
    expect([none.status, none.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    const alone = await logs({ 'x-api-key': ayse.key['x-api-key']! }, about);
    expect([alone.status, alone.body.code]).toEqual([401, 'MISSING_HEADERS']);
  });

  it('what strangers try is not in the log of the project', async () => {
    const tried = newId();
    await ask('GET', `/projects/${ayse.projectId}`, undefined, {
      ...stranger.session,
      'x-request-id': tried,
    });
    await vi.waitFor(async () => {
      const { body } = await logs(admin.session, { categoryId: 'http', search: tried });
      expect(body.data.logs).toMatchObject([{ request: { status: 404 } }]);
    }, 10_000);
    const own = await logs(ayse.session, {
      project_id: ayse.projectId,
      categoryId: 'all',
      search: tried,
    });
    expect(own.body.data.logs).toEqual([]);
  });

  it('administrators see the requests of all projects, each with its project, or of one account', async () => {
    const about = { categoryId: 'http' };
    const [line] = (await logs(admin.session, { ...about, search: writtenId })).body.data.logs;
    expect(line).toMatchObject({
      actor: { kind: 'key', id: ayse.projectId },
      request: { project: { id: ayse.projectId, name: expect.any(String) }, position },
    });
    const ofAccount = async (account: string, more: object = {}) =>
      (await logs(admin.session, { ...about, account, ...more })).body.data.logs;
    expect(await ofAccount(ayse.id, { search: writtenId })).toHaveLength(1);
    expect(await ofAccount(viewer.id, { search: writtenId })).toEqual([]);
    expect(await ofAccount(ayse.id, { search: failedId, actor: ayse.projectId })).toHaveLength(1);
    const byKey = await logs(admin.session, { ...about, actor: ayse.projectId, search: 'add-row' });
    expect(byKey.body.data.logs).toHaveLength(2);
    const byPerson = await logs(admin.session, {
      ...about,
      actor: ayse.id,
      search: 'create-table',
    });
    expect(byPerson.body.data.logs).toHaveLength(1);
    const counts = async (by: object) => {
      const { body } = await ask('POST', '/railway/monitoring-categories', by, admin.session);
      const { categories } = body.data;
      return Object.fromEntries(categories.map((one: { id: string }) => [one.id, one]));
    };
    const own = await counts({ account: ayse.id });
    expect(own.errors.count).toBeGreaterThan(0);
    expect(own.all.count).toBe(own.http.count);
    expect((await counts({})).all.count).toBeGreaterThan(own.all.count);
    const { health } = (
      await ask('POST', '/railway/project-health', { account: ayse.id }, admin.session)
    ).body.data;
    expect(health.figures.failed).toBe(own.errors.count);
  });

  it('nobody else sees the installation, nor does an administrator who looks as another one', async () => {
    const second = await register('Ikinci');
    await ask('PUT', `/admin/users/${second.id}`, { isAdmin: true }, admin.session);
    const token = async (of: Person): Promise<Headed> => {
      const { body } = await ask('POST', `/admin/users/${of.id}/look`, {}, admin.session);
      return { authorization: `Bearer ${body.data.token}` };
    };
    const all = { categoryId: 'all' };
    for (const by of [ayse.session, viewer.session, await token(ayse), await token(second)])
      for (const more of [{}, { account: ayse.id }, { account: admin.id }]) {
        const { status, body } = await logs(by, { ...all, ...more });
        expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
      }
    for (const by of [ayse.session, ayse.key, admin.session]) {
      const about = { project_id: ayse.projectId, ...all, account: admin.id };
      expect((await logs(by, about)).body).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ path: 'account' }],
      });
    }
  });

  it('an erased person, and a deleted project, leave nothing', async () => {
    const dora = await register('Dora');
    const asked = newId();
    await ask('GET', `/projects/${dora.projectId}`, undefined, {
      ...dora.session,
      'x-request-id': asked,
    });
    await logged(asked, dora);
    const { status } = await ask('DELETE', `/admin/users/${dora.id}`, {}, admin.session);
    expect(status).toBe(200);
    const left = await logs(admin.session, { categoryId: 'http', search: asked });
    expect(left.body.data.logs).toEqual([]);
  });
});
