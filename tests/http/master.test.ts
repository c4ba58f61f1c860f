import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, restart, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let admin: Person;
let ayse: Person;
const EMAIL = 'master@example.com';
const proof = { master_email: EMAIL, api_creation_password: 'olustur-1' };
let made: { master_key: string; master_password: string };
const headers = (key = made.master_key, password = made.master_password): Headed => ({
  'x-api-key': key,
  'x-user-email': EMAIL,
  'x-project-password': password,
});
const call = (path: string, body: object = proof, as: Headed = admin.session) =>
  ask('POST', `/master-admin/${path}`, body, as);

beforeAll(async () => {
  admin = await register('Admin');
  ayse = await register('Ayse');
});

describe('master credentials', () => {
  it('are asked for in words', async () => {
    expect((await ask('GET', '/master-admin/current', undefined, admin.session)).body).toEqual({
      success: true,
      exists: false,
      credentials: null,
    });
    const wrong = await Promise.all(
      [
        { ...proof, master_email: ' ' },
        { ...proof, master_email: 'keine' },
        { ...proof, api_creation_password: '' },
        { master_email: EMAIL },
      ].map(body => call('create-master-credentials', body)),
    );
    expect(wrong.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'Master Admin Mail gerekli!'],
      [400, 'Geçerli bir email adresi girin!'],
      [400, 'API Oluşturma Şifresi gerekli!'],
      [400, 'API Oluşturma Şifresi gerekli!'],
    ]);
    expect(
      (await call('create-master-credentials', { ...proof, api_creation_password: 'kısa' })).status,
    ).toBe(400);
    // Before there are any, nothing is refreshed.
    expect((await call('refresh-api-key')).status).toBe(403);
  });

  it('are made once; the same request is answered the same', async () => {
    const first = await call(
      'create-master-credentials',
      { ...proof, master_email: ' Master@Example.com ' },
      { ...admin.session, 'x-request-id': 'master-1' },
    );
    expect([first.status, Object.keys(first.body).toSorted()]).toEqual([
      200,
      ['master_key', 'master_password', 'success'],
    ]);
    made = first.body;
    expect(made.master_key).toMatch(/^hzm_master_[0-9a-z]+_[A-Za-z0-9]{32}$/);
    expect(
      (
        await call(
          'create-master-credentials',
          { ...proof, master_email: EMAIL },
          { ...admin.session, 'x-request-id': 'master-1' },
        )
      ).body,
    ).toMatchObject({ master_key: made.master_key, master_password: made.master_password });
    expect((await call('create-master-credentials')).body).toMatchObject({
      success: false,
      code: 'CONFLICT',
      error: 'Master bilgileri zaten var',
    });
    const now = (await ask('GET', '/master-admin/current', undefined, admin.session)).body;
    expect(now).toMatchObject({
      success: true,
      exists: true,
      credentials: {
        master_email: EMAIL,
        master_key: made.master_key,
        master_password: made.master_password,
      },
    });
    expect(Date.parse(now.credentials.last_updated)).toBeGreaterThan(0);
    expect((await call('login')).body.credentials).toEqual(now.credentials);
  });

  it('are for the session of an administrator alone', async () => {
    for (const as of [ayse.session, ayse.key])
      expect((await ask('GET', '/master-admin/current', undefined, as)).body.code).toBe(
        'FORBIDDEN',
      );
    expect((await ask('GET', '/master-admin/current', undefined, admin.key)).body.code).toBe(
      'FORBIDDEN',
    );
    // Not even for themselves.
    expect((await ask('GET', '/master-admin/current', undefined, headers())).body.code).toBe(
      'KEY_SCOPE',
    );
    expect((await call('refresh-api-key', proof, headers())).body.code).toBe('KEY_SCOPE');
  });
});

describe('the master key', () => {
  it('opens every project with its three headers, and its acts are told apart', async () => {
    const tableId = await table(ayse.projectId, headers(), 'Ürünler', { ad: 'string' });
    const added = await ask('POST', `/data/table/${tableId}/rows`, { ad: 'Çay' }, headers());
    expect(added.status).toBe(201);
    expect(
      (await ask('PUT', `/projects/${ayse.projectId}`, { description: 'master' }, headers()))
        .status,
    ).toBe(200);
    for (const [language, name] of [
      ['tr', 'Master anahtarı'],
      ['en', 'The master key'],
    ] as const) {
      const { events } = (
        await ask('GET', `/projects/${ayse.projectId}/history?actor=master`, undefined, {
          ...ayse.session,
          'accept-language': language,
        })
      ).body.data;
      expect(events.map(({ actor }: { actor: object }) => actor)).toEqual(
        events.map(() => ({ kind: 'key', id: 'master', name })),
      );
      expect(events.length).toBe(4);
      expect(events[0].summary.startsWith(name)).toBe(true);
    }
    const { versions } = (
      await ask(
        'GET',
        `/data/table/${tableId}/rows/${added.body.data.row.id}/history`,
        undefined,
        ayse.session,
      )
    ).body.data;
    expect(versions[0].actor).toEqual({ kind: 'key', id: 'master', name: 'Master anahtarı' });
  });

  it('administers, lists everything, and makes projects for whoever made it', async () => {
    expect((await ask('GET', '/admin/users', undefined, headers())).body.data.users).toHaveLength(
      2,
    );
    expect((await ask('GET', '/projects', undefined, headers())).body.data.projects).toHaveLength(
      2,
    );
    const project = (await ask('POST', '/projects', { name: 'Anahtarla' }, headers())).body.data
      .project;
    expect(project.userId).toBe(admin.id);
    expect(
      (await ask('GET', `/projects/${project.id}`, undefined, headers())).body.data.project
        .apiKeyPassword,
    ).toBeTypeOf('string');
    expect(
      (
        await ask(
          'POST',
          `/api-keys/project/${ayse.projectId}`,
          { name: 'Yeni', permissions: ['read', 'admin'], scope: 'admin_project' },
          headers(),
        )
      ).status,
    ).toBe(201);
    // Calls whose effect outlives a key need a session.
    expect(
      (
        await ask(
          'POST',
          `/projects/${ayse.projectId}/invitations`,
          { email: 'can@example.com', role: 'viewer' },
          headers(),
        )
      ).body.code,
    ).toBe('KEY_SCOPE');
    expect((await ask('DELETE', `/projects/${project.id}`, undefined, headers())).body.code).toBe(
      'KEY_SCOPE',
    );
  });

  it('is nobody: what is about a person is not for it', async () => {
    for (const [method, path, body] of [
      ['GET', '/auth/me'],
      ['GET', '/auth/sessions'],
      ['POST', '/auth/refresh', {}],
      ['PUT', '/auth/password', { currentPassword: 'x', newPassword: 'yepyeni' }],
    ] as const)
      expect([path, (await ask(method, path, body, headers())).body.code]).toEqual([
        path,
        'KEY_SCOPE',
      ]);
  });

  it('needs all three headers, and each of them right', async () => {
    const { 'x-user-email': _, ...noEmail } = headers();
    expect(
      (await ask('GET', '/projects', undefined, { 'x-api-key': made.master_key })).body.code,
    ).toBe('MISSING_HEADERS');
    expect((await ask('GET', '/projects', undefined, noEmail)).body.code).toBe('MISSING_HEADERS');
    expect(
      (await ask('GET', '/projects', undefined, headers(made.master_key, 'yanlis'))).status,
    ).toBe(401);
    expect(
      (
        await ask('GET', '/projects', undefined, {
          ...headers(),
          'x-user-email': 'admin@example.com',
        })
      ).body.code,
    ).toBe('INVALID_CREDENTIALS');
    expect(
      (await ask('GET', '/projects', undefined, headers(`${made.master_key.slice(0, -1)}?`))).body
        .code,
    ).toBe('UNAUTHORIZED');
    expect(
      (
        await ask('GET', '/projects', undefined, {
          ...headers(),
          origin: 'https://evil.netlify.app',
        })
      ).body.code,
    ).toBe('ORIGIN_NOT_ALLOWED');
  });

  it('and its password are refreshed apart; the ones before are refused at once, also after a restart', async () => {
    const before = headers();
    const key = (await call('refresh-api-key')).body;
    expect(Object.keys(key).toSorted()).toEqual(['new_api_key', 'success']);
    expect((await ask('GET', '/projects', undefined, before)).status).toBe(401);
    expect((await ask('GET', '/projects', undefined, headers(key.new_api_key))).status).toBe(200);
    const { new_password: password } = (await call('refresh-password')).body;
    expect((await ask('GET', '/projects', undefined, headers(key.new_api_key))).status).toBe(401);
    made = { master_key: key.new_api_key, master_password: password };
    await restart();
    expect((await ask('GET', '/projects', undefined, headers())).status).toBe(200);
    expect((await ask('GET', '/projects', undefined, before)).status).toBe(401);
  });
});

describe('the creation password', () => {
  it('is limited like a login: after ten wrong ones even the right one waits', async () => {
    const wrong = await call('refresh-api-key', { ...proof, api_creation_password: 'yanlış' });
    expect([wrong.status, wrong.body.error]).toEqual([
      403,
      'Giriş başarısız. Bilgilerinizi kontrol edin.',
    ]);
    expect((await call('login', { ...proof, master_email: 'baska@example.com' })).status).toBe(403);
    for (let n = 0; n < 9; n++)
      await call('refresh-password', { ...proof, api_creation_password: `yanlış ${n}` });
    const late = await call('refresh-api-key');
    expect([late.status, late.headers.get('retry-after') !== null]).toEqual([429, true]);
    expect((await ask('GET', '/projects', undefined, headers())).status).toBe(200);
  });
});

describe('a configured creation password', () => {
  const home = serve({ creationPassword: 'ortamdan-gelen' });
  it('is the one that counts', async () => {
    const { session } = await home.register('Admin');
    const create = (api_creation_password: string) =>
      home.ask(
        'POST',
        '/master-admin/create-master-credentials',
        { master_email: EMAIL, api_creation_password },
        session,
      );
    expect((await create('olustur-1')).status).toBe(403);
    expect((await create('ortamdan-gelen')).status).toBe(200);
    expect(
      (
        await home.ask(
          'POST',
          '/master-admin/refresh-password',
          { master_email: EMAIL, api_creation_password: 'ortamdan-gelen' },
          session,
        )
      ).status,
    ).toBe(200);
  });
});
