import { newId } from '@hzm/contracts/core/ids';
import { calls } from '@hzm/contracts/registry';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, restart, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let admin: Person;
let second: Person;
let ayse: Person;
let tableId = '';
let look: { id: string; expiresAt: string };
let looking: Headed;
const PASSWORD = 'gizli-1';
const bearer = (token: string): Headed => ({ authorization: `Bearer ${token}` });
const begin = async (as: Headed = admin.session, whom = ayse.id) => {
  const answer = await ask('POST', `/admin/users/${whom}/look`, {}, as);
  if (answer.status === 201) {
    look = answer.body.data.look;
    looking = bearer(answer.body.data.token);
  }
  return answer;
};
const get = async (path: string, headers: Headed = looking) =>
  (await ask('GET', path, undefined, headers)).body;
const looks = async () =>
  (await get('/auth/looks', ayse.session)).data.looks as {
    id: string;
    by: { id: string; name: string };
    begunAt: string;
    endedAt: string | null;
    expiresAt: string;
  }[];

beforeAll(async () => {
  admin = await register('Yonetici');
  second = await register('Ikinci');
  await ask('PUT', `/admin/users/${second.id}`, { isAdmin: true }, admin.session);
  ayse = await register('Ayse');
  tableId = await table(ayse.projectId, ayse.session, 'Ürünler', { ad: 'string' });
  await ask('POST', `/data/table/${tableId}/rows`, { ad: 'Çay' }, ayse.session);
});
beforeEach(async () => {
  await begin();
});

describe('who looks as a person', () => {
  it('sees what they see', async () => {
    expect((await get('/auth/me')).data.user.id).toBe(ayse.id);
    expect(
      (await get('/projects')).data.projects.map(({ id, role }: { id: string; role: string }) => [
        id,
        role,
      ]),
    ).toEqual([[ayse.projectId, 'auditor']]);
    expect((await get(`/data/table/${tableId}`)).data.rows[0].ad).toBe('Çay');
    expect((await get(`/projects/${ayse.projectId}/history`)).data.events.length).toBeGreaterThan(
      2,
    );
    expect((await get(`/projects/${admin.projectId}`)).code).toBe('NOT_FOUND');
    expect((await get('/admin/users')).code).toBe('FORBIDDEN');
  });

  it('is shown no secret', async () => {
    const { data: own } = await get(`/projects/${ayse.projectId}`, ayse.session);
    expect(own.project.apiKeyPassword).toBeTypeOf('string');
    const seen = JSON.stringify([
      (await begin()).body,
      ...(await Promise.all(
        [
          '/auth/me',
          '/projects',
          `/projects/${ayse.projectId}`,
          `/projects/${ayse.projectId}?asOf=${new Date().toISOString()}`,
          `/api-keys/project/${ayse.projectId}`,
          `/projects/${ayse.projectId}/history`,
          `/projects/${ayse.projectId}/members`,
        ].map(path => get(path)),
      )),
    ]);
    for (const secret of [own.project.apiKey, own.project.apiKeyPassword])
      expect(seen).not.toContain(secret);
    expect(seen).toContain('"key":null');
  });

  it('writes nothing, whatever they ask, and is told why', async () => {
    const ids: Record<string, string> = {
      projectId: ayse.projectId,
      tableId,
      accountId: ayse.id,
      userId: ayse.id,
      keyId: ayse.projectId,
      token: 'x',
      view: 'rows',
      lookId: look.id,
    };
    const before = (await get(`/projects/${ayse.projectId}/history?limit=1000`, ayse.session)).data
      .events.length;
    for (const { name, method, path } of calls.filter(({ kind }) => kind === 'command')) {
      const { status, body } = await ask(
        method,
        path.replace(/:(\w+)/g, (_, member: string) => ids[member] ?? newId()),
        method === 'GET' ? undefined : {},
        looking,
      );
      expect([name, status, body.error]).toEqual([
        name,
        403,
        'Bu hesabı yalnızca görüntülüyorsunuz; hiçbir şeyi değiştiremezsiniz. Önce görüntülemeyi bitirin.',
      ]);
    }
    expect(
      (
        await ask(
          'PUT',
          `/projects/${ayse.projectId}`,
          { name: 'Başka' },
          { ...looking, 'accept-language': 'en' },
        )
      ).body.error,
    ).toBe('You only look as this person; nothing can be changed. Stop looking first.');
    expect(
      (await get(`/projects/${ayse.projectId}/history?limit=1000`, ayse.session)).data.events
        .length,
    ).toBe(before);
    expect((await get('/auth/me', ayse.session)).data.user.id).toBe(ayse.id);
  });

  it('who is an administrator, does not reach what only their own session may', async () => {
    await begin(admin.session, second.id);
    expect((await get('/admin/users')).data.users.length).toBeGreaterThan(2);
    expect((await get('/master-admin/current')).code).toBe('FORBIDDEN');
    expect((await ask('POST', `/admin/users/${ayse.id}/look`, {}, looking)).status).toBe(403);
  });

  it("is no administrator's key, no person themselves, and nobody disabled", async () => {
    expect((await begin(ayse.session, admin.id)).body.code).toBe('FORBIDDEN');
    expect((await begin(admin.key)).status).toBe(403);
    expect((await begin(admin.session, admin.id)).body.error).toBe(
      'Kendi hesabınızı bu şekilde görüntüleyemezsiniz',
    );
    expect((await begin(admin.session, newId())).status).toBe(404);
    const pasif = await register('Pasif');
    await ask('PUT', `/admin/users/${pasif.id}`, { isActive: false }, admin.session);
    expect((await begin(admin.session, pasif.id)).status).toBe(409);
  });
});

describe('looking ends', () => {
  const over = async (status = 401): Promise<void> =>
    expect((await ask('GET', '/auth/me', undefined, looking)).status).toBe(status);

  it('when it is ended, and the person sees from when to when, also after a restart', async () => {
    const { begunAt, ...open } = (await looks())[0]!;
    expect(open).toEqual({
      id: look.id,
      by: { id: admin.id, name: 'Yonetici' },
      expiresAt: look.expiresAt,
      endedAt: null,
    });
    expect(
      (await get('/auth/me', ayse.session)).data.looks.map(({ id }: { id: string }) => id),
    ).toContain(look.id);
    expect((await ask('DELETE', `/admin/looks/${look.id}`, undefined, admin.session)).status).toBe(
      200,
    );
    await over();
    await restart();
    const [ended] = await looks();
    expect(Date.parse(ended!.endedAt!)).toBeGreaterThanOrEqual(Date.parse(begunAt));
    expect(
      (await get('/auth/me', ayse.session)).data.looks.map(({ id }: { id: string }) => id),
    ).not.toContain(look.id);
    await over();
  });

  it("after half an hour at most, and never later than the administrator's own token", async () => {
    const minutes = (Date.parse(look.expiresAt) - Date.now()) / 60_000;
    expect([minutes > 29, minutes <= 30]).toEqual([true, true]);
    const { exp } = JSON.parse(
      Buffer.from(looking['authorization']!.split('.')[1]!, 'base64url').toString(),
    ) as { exp: number };
    expect(exp * 1000).toBeLessThanOrEqual(Date.parse(look.expiresAt));
    expect((await ask('POST', '/auth/refresh', {}, looking)).status).toBe(403);
  });

  it('with the session of the administrator', async () => {
    const again = async () =>
      bearer(
        (await ask('POST', '/auth/login', { email: 'ikinci@example.com', password: PASSWORD })).body
          .data.token,
      );
    const session = await again();
    await begin(session);
    await ask('POST', '/auth/logout', {}, session);
    await over();
    expect((await looks())[0]!.endedAt).not.toBeNull();
    const other = await again();
    await begin(other);
    const { sessions } = (await get('/auth/sessions', second.session)).data;
    await ask(
      'DELETE',
      `/auth/sessions/${sessions.find(({ current }: { current: boolean }) => !current).id}`,
      undefined,
      second.session,
    );
    await over();
  });

  it.each([
    ['looks is disabled', () => second.id, { isActive: false }, { isActive: true }],
    ['looks is no administrator', () => second.id, { isAdmin: false }, { isAdmin: true }],
    ['is looked as is passive', () => ayse.id, { isActive: false }, { isActive: true }],
  ] as const)('when who %s; it does not go on when they are not', async (_, whom, off, on) => {
    await begin(second.session);
    await ask('PUT', `/admin/users/${whom()}`, off, admin.session);
    await over();
    await ask('PUT', `/admin/users/${whom()}`, on, admin.session);
    await over();
    expect((await looks())[0]!.endedAt).not.toBeNull();
  });
});
