import { beforeAll, describe, expect, it } from 'vitest';
import { serve } from './serve.ts';

const { ask, register, table, restart } = serve();
let admin: Awaited<ReturnType<typeof register>>;
beforeAll(async () => {
  admin = await register('Ayse');
});

describe('an account', () => {
  it('is deleted with everything that was theirs, and the address is free', async () => {
    const can = await register('Can');
    const tableId = await table(can.projectId, can.session, 'Notlar', { not: 'string' });
    await ask('POST', `/data/table/${tableId}/rows`, { not: 'gizli' }, can.session);
    const second = (await ask('POST', '/projects', { name: 'İkinci' }, can.session)).body.data
      .project.id;

    const gone = await ask('DELETE', `/admin/users/${can.id}`, undefined, admin.session);
    expect([gone.status, gone.body.data]).toEqual([200, {}]);
    expect((await ask('GET', '/auth/me', undefined, can.session)).status).toBe(401);
    expect((await ask('GET', `/data/table/${tableId}`, undefined, can.key)).status).toBe(401);
    expect(
      (await ask('POST', '/auth/login', { email: 'can@example.com', password: 'gizli-1' })).body
        .code,
    ).toBe('INVALID_CREDENTIALS');
    for (const id of [can.projectId, second])
      expect((await ask('GET', `/projects/${id}`, undefined, admin.session)).status).toBe(404);
    expect((await ask('GET', `/projects/${second}/history`, undefined, admin.session)).status).toBe(
      404,
    );

    const again = await register('Can');
    expect(again.id).not.toBe(can.id);
    await restart();
    expect((await ask('GET', '/health')).body.data.status).toBe('ok');
    expect((await ask('GET', '/auth/me', undefined, again.session)).status).toBe(200);
  });

  it('may be deleted twice, and not when it never was', async () => {
    const { id } = await register('Deniz');
    expect((await ask('DELETE', `/admin/users/${id}`, undefined, admin.session)).status).toBe(200);
    expect((await ask('DELETE', `/admin/users/${id}`, undefined, admin.session)).status).toBe(200);
    expect(
      (await ask('DELETE', `/admin/users/${admin.projectId}`, undefined, admin.session)).status,
    ).toBe(404);
  });

  it('is deleted by an administrator only, and the last of them stays', async () => {
    const { id, session, key } = await register('Ece');
    expect((await ask('DELETE', `/admin/users/${id}`, undefined, session)).body.code).toBe(
      'FORBIDDEN',
    );
    expect((await ask('DELETE', `/admin/users/${id}`, undefined, key)).body.code).toBe('FORBIDDEN');
    expect((await ask('DELETE', `/admin/users/${id}`)).status).toBe(401);
    const last = await ask('DELETE', `/admin/users/${admin.id}`, undefined, admin.session);
    expect([last.status, last.body.error]).toEqual([409, 'Son yönetici silinemez']);
  });
});

describe('a registration that comes again', () => {
  const body = { name: 'Filiz', email: 'filiz@example.com', password: 'gizli-1' };
  const again = (change: object) =>
    ask('POST', '/auth/register', { ...body, ...change }, { 'x-request-id': 'registration' });

  it('is answered as it was, to whoever knows the password; its name alone lets nobody in', async () => {
    const first = await again({});
    expect(first.status).toBe(201);
    const second = await again({});
    expect([second.status, second.body.data.user, second.body.data.project]).toEqual([
      201,
      first.body.data.user,
      first.body.data.project,
    ]);
    expect((await again({ password: 'gizli-2' })).body.code).toBe('EMAIL_TAKEN');
    expect((await again({ name: 'Başka' })).body.code).toBe('CONFLICT');
  });

  it("under the name of somebody else's is one of its own", async () => {
    const other = await again({ email: 'filiz-2@example.com' });
    expect(other.status).toBe(201);
    expect(other.body.data.user.id).not.toBe((await again({})).body.data.user.id);
  });
});

describe('a plan', () => {
  it('allows a free person two projects and five tables in each', async () => {
    const { session, projectId } = await register('Hale');
    const second = await ask('POST', '/projects', { name: 'İkinci' }, session);
    expect(second.status).toBe(201);
    const third = await ask('POST', '/projects', { name: 'Üçüncü' }, session);
    expect([third.status, third.body.code]).toEqual([403, 'PLAN_LIMIT']);
    for (let i = 1; i <= 5; i++)
      expect(
        (await ask('POST', `/tables/project/${projectId}`, { name: `Tablo ${i}` }, session)).status,
      ).toBe(201);
    expect(
      (await ask('POST', `/tables/project/${projectId}`, { name: 'Tablo 6' }, session)).body.code,
    ).toBe('PLAN_LIMIT');
    expect(
      (
        await ask(
          'POST',
          `/tables-new/project/${second.body.data.project.id}`,
          { name: 'Tablo 1' },
          session,
        )
      ).status,
    ).toBe(201);
  });
});

describe('what a person is told', () => {
  it.each([
    [
      '/auth/register',
      { name: 'x', email: 'x@example.com', password: '12345' },
      400,
      'Şifre en az 6 karakter olmalıdır',
    ],
    [
      '/auth/register',
      { name: 'x', email: 'AYSE@example.com', password: '123456' },
      409,
      'Bu e-posta adresi zaten kullanılıyor',
    ],
    [
      '/auth/login',
      { email: 'ayse@example.com', password: 'yanlış' },
      401,
      'E-posta veya şifre hatalı',
    ],
    ['/projects', { name: '   ' }, 400, 'Proje adı boş olamaz'],
    ['/projects', { name: 'ab' }, 400, 'Proje adı en az 3 karakter olmalıdır'],
    ['/projects', { name: 'a'.repeat(51) }, 400, 'Proje adı en fazla 50 karakter olabilir'],
    [
      '/projects',
      { name: ' varsayılan PROJE ' },
      409,
      'Bu isimde bir proje zaten mevcut. Lütfen farklı bir isim seçin.',
    ],
    [
      '/projects',
      { name: 'Yeni', apiKeyPassword: '1234567' },
      400,
      'API Key şifresi en az 8 karakter olmalıdır',
    ],
  ])('POST %s %j: %i %s', async (path, body, status, error) => {
    const answer = await ask('POST', path, body, admin.session);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it.each([
    ['', 'Tablo adı boş olamaz'],
    ['a', 'Tablo adı en az 2 karakter olmalıdır'],
    ['a'.repeat(51), 'Tablo adı en fazla 50 karakter olabilir'],
    ...['<', '>', "'", '"', '&', ';', '\\', '/', '\u0007'].map((sign): [string, string] => [
      `ab${sign}c`,
      'Tablo adında güvenlik açısından tehlikeli karakterler kullanılamaz',
    ]),
  ])('a table is not called %j: %s', async (name, error) => {
    const answer = await ask('POST', `/tables/project/${admin.projectId}`, { name }, admin.session);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it('a name counts once, whatever its case, in Turkish and in English', async () => {
    const create = (name: string) =>
      ask('POST', `/tables/project/${admin.projectId}`, { name }, admin.session);
    expect((await create(' Title ')).body.data.table.name).toBe('Title');
    for (const name of ['TITLE', 'title', 'tıtle'])
      expect((await create(name)).body.error).toBe('Bu isimde bir tablo zaten mevcut');
  });

  it('a project that is not there', async () => {
    const { status, body } = await ask('GET', `/projects/${admin.id}`, undefined, admin.session);
    expect([status, body.error]).toEqual([404, 'Belirtilen proje mevcut değil.']);
  });
});

describe('a protected project', () => {
  it('is deleted with its password only', async () => {
    const { session, projectId } = await register('Jale');
    const path = `/projects/${projectId}`;
    expect(
      (await ask('POST', `${path}/protection`, { password: 'kilit' }, session)).body.data.project
        .isProtected,
    ).toBe(true);
    expect(
      (await ask('POST', `${path}/protection`, { password: 'kilit' }, session)).body.code,
    ).toBe('CONFLICT');
    expect((await ask('DELETE', path, undefined, session)).body.code).toBe('PROTECTION_REQUIRED');
    const wrong = await ask('DELETE', path, { protectionPassword: 'yanlış' }, session);
    expect([wrong.status, wrong.body.code, wrong.body.error]).toEqual([
      403,
      'PROTECTION_INVALID',
      'Mevcut şifre doğrulanamadı',
    ]);
    expect(
      (await ask('DELETE', `${path}/protection`, { password: 'yanlış' }, session)).status,
    ).toBe(403);
    expect(
      (await ask('DELETE', `${path}/protection`, { password: 'kilit' }, session)).body.data.project
        .isProtected,
    ).toBe(false);
    await ask('POST', `${path}/protection`, { password: 'yeni kilit' }, session);
    expect((await ask('DELETE', path, { protectionPassword: 'yeni kilit' }, session)).status).toBe(
      200,
    );
  });
});
