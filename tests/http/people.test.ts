import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, restart, table } = serve();
type Person = Awaited<ReturnType<typeof register>>;
let admin: Person;
beforeAll(async () => {
  admin = await register('Yonetici');
});

const put = (id: string, body: object, headers: Headed = {}) =>
  ask('PUT', `/admin/users/${id}`, body, { ...admin.session, ...headers });
const list = async (query: string) =>
  (await ask('GET', `/admin/users?${query}`, undefined, admin.session)).body.data;
const names = async (query: string): Promise<string[]> =>
  (await list(query)).users.map(({ name }: { name: string }) => name);
const logIn = (email: string, password = 'gizli-1') =>
  ask('POST', '/auth/login', { email, password });

describe('the list of people', () => {
  it('is searched in names and addresses, filtered, sorted by the Turkish alphabet, and paged', async () => {
    for (const name of ['Çağla', 'Cem', 'Ömer', 'Zehra'])
      await ask('POST', '/auth/register', {
        name,
        email: `${name === 'Zehra' ? 'omur' : 'liste'}-${name.length}${name.charCodeAt(0)}@liste.example`,
        password: 'gizli-1',
      });
    expect(await names('search=liste.example&sort=name&order=asc')).toEqual([
      'Cem',
      'Çağla',
      'Ömer',
      'Zehra',
    ]);
    // Both the name and the address count, without marks and case.
    expect(await names('search=OMU&sort=name&order=asc')).toEqual(['Zehra']);
    expect(await names('search=%C3%96ME&sort=name&order=asc')).toEqual(['Ömer']);
    expect(await names('search=true')).toEqual([]);
    const second = await list('search=liste.example&sort=name&order=asc&page=2&limit=3');
    expect([second.users.map(({ name }: { name: string }) => name), second.pagination]).toEqual([
      ['Zehra'],
      { page: 2, limit: 3, total: 4, totalPages: 2 },
    ]);
    expect((await list('search=liste.example&count=bounded')).pagination).toEqual({
      page: 1,
      limit: 20,
      total: 4,
      totalPages: 1,
    });
    expect(await names('isAdmin=true')).toEqual(['Yonetici']);
    const [cem] = (await list('search=cem')).users;
    await put(cem.id, { isActive: false, subscriptionType: 'premium' });
    expect(await names('isActive=false')).toEqual(['Cem']);
    expect(await names('search=liste.example&subscriptionType=premium')).toEqual(['Cem']);
    expect(JSON.stringify(await list('limit=100'))).not.toContain('passwordHash');
  });

  it('and all about it is for administrators', async () => {
    const { session, key, id } = await register('Merakli');
    for (const headers of [session, key])
      for (const path of ['/admin/users', `/admin/users/${id}`, '/admin/projects', '/admin/stats'])
        expect((await ask('GET', path, undefined, headers)).body.code).toBe('FORBIDDEN');
    for (const headers of [session, key])
      expect((await ask('PUT', `/admin/users/${id}`, { isAdmin: true }, headers)).body.code).toBe(
        'FORBIDDEN',
      );
    expect(
      (await ask('DELETE', `/admin/projects/${admin.projectId}`, undefined, session)).body.code,
    ).toBe('FORBIDDEN');
    expect(
      (
        await ask(
          'POST',
          '/admin/users',
          { name: 'x', email: 'x@example.com', password: 'gizli-1' },
          session,
        )
      ).body.code,
    ).toBe('FORBIDDEN');
  });

  it('refuses what it does not know', async () => {
    for (const query of [
      'isActive=vielleicht',
      'sort=passwordHash',
      'limit=101',
      'page=0',
      'subscriptionType=gold',
      'count=none',
      'x=1',
    ])
      expect((await ask('GET', `/admin/users?${query}`, undefined, admin.session)).status).toBe(
        400,
      );
  });
});

describe('an administrator', () => {
  it('adds a person with a plan, who has a project and signs in', async () => {
    const made = await ask(
      'POST',
      '/admin/users',
      { name: 'Nil', email: ' Nil@Example.com ', password: 'gizli-1', subscriptionType: 'premium' },
      admin.session,
    );
    expect([
      made.status,
      made.body.data.user.email,
      made.body.data.user.maxProjects,
      made.body.data.user.isAdmin,
    ]).toEqual([201, 'nil@example.com', 100, false]);
    const { body } = await logIn('nil@example.com');
    expect([body.data.user.id, body.data.projects.length]).toEqual([made.body.data.user.id, 1]);
    const twice = await ask(
      'POST',
      '/admin/users',
      { name: 'Nil', email: 'nil@example.com', password: 'gizli-1' },
      admin.session,
    );
    expect([twice.status, twice.body.error]).toEqual([409, 'Bu e-posta adresi zaten kullanılıyor']);
    const chief = await ask(
      'POST',
      '/admin/users',
      { name: 'Şef', email: 'sef@example.com', password: 'gizli-1', subscriptionType: 'admin' },
      admin.session,
    );
    expect([chief.body.data.user.isAdmin, chief.body.data.user.maxProjects]).toEqual([true, -1]);
    await ask('DELETE', `/admin/users/${chief.body.data.user.id}`, undefined, admin.session);
  });

  it('changes what is named and nothing else; a new plan brings its limits, and they hold at once', async () => {
    const ada = await register('Ada');
    const renamed = await put(ada.id, { name: 'Ada Lovelace' });
    expect(renamed.body.data.user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      subscriptionType: 'free',
      maxProjects: 2,
      maxTables: 5,
      isActive: true,
      isAdmin: false,
    });
    expect((await put(ada.id, { subscriptionType: 'premium' })).body.data.user).toMatchObject({
      maxProjects: 100,
      maxTables: 100,
    });
    for (const name of ['Bir', 'İki', 'Üç'].map(no => `Proje ${no}`))
      expect((await ask('POST', '/projects', { name }, ada.session)).status).toBe(201);
    expect((await put(ada.id, { subscriptionType: 'free' })).body.data.user).toMatchObject({
      maxProjects: 2,
      maxTables: 5,
    });
    // They keep what they have, and cannot add.
    expect((await ask('POST', '/projects', { name: 'Proje Dört' }, ada.session)).body.code).toBe(
      'PLAN_LIMIT',
    );
    expect((await ask('GET', '/projects', undefined, ada.session)).body.data.projects).toHaveLength(
      4,
    );
    expect((await put(ada.id, { maxProjects: -1 })).body.data.user).toMatchObject({
      maxProjects: -1,
      maxTables: 5,
    });
    expect((await ask('POST', '/projects', { name: 'Proje Dört' }, ada.session)).status).toBe(201);
    expect((await put(ada.id, { maxProjects: -2 })).status).toBe(400);
    expect(
      (await ask('GET', `/admin/users/${ada.id}`, undefined, admin.session)).body.data.belongings,
    ).toEqual({ projects: 5, tables: 0, shared: 0 });
  });

  it('is told when somebody else was faster', async () => {
    const bora = await register('Bora');
    const { headers } = await ask('GET', `/admin/users/${bora.id}`, undefined, admin.session);
    const etag = headers.get('etag')!;
    expect((await put(bora.id, { name: 'Bora B' }, { 'if-match': etag })).status).toBe(200);
    const late = await put(bora.id, { name: 'Bora C' }, { 'if-match': etag });
    expect([late.status, late.body.data.current.name]).toEqual([412, 'Bora B']);
    // A change of rights is a change, too.
    const next = (await put(bora.id, { isActive: false })).headers.get('etag')!;
    await put(bora.id, { isActive: true });
    expect((await put(bora.id, { name: 'Bora D' }, { 'if-match': next })).status).toBe(412);
  });

  it('sets a password, which ends every session', async () => {
    const can = await register('Canan');
    expect((await put(can.id, { password: 'kisa' })).status).toBe(400);
    expect((await put(can.id, { password: 'yepyeni' })).status).toBe(200);
    expect((await ask('GET', '/auth/me', undefined, can.session)).status).toBe(401);
    expect([
      (await logIn('canan@example.com')).status,
      (await logIn('canan@example.com', 'yepyeni')).status,
    ]).toEqual([401, 200]);
  });

  it('disables somebody: tokens and keys stop at once, and go on when they are active again', async () => {
    const ece = await register('Ecem');
    await put(ece.id, { isActive: false });
    const refused = [
      await ask('GET', '/auth/me', undefined, ece.session),
      await ask('GET', `/projects/${ece.projectId}`, undefined, ece.key),
      await logIn('ecem@example.com'),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [403, 'ACCOUNT_DISABLED']),
    );
    expect((await logIn('ecem@example.com', 'yanlış')).status).toBe(401);
    await put(ece.id, { isActive: true });
    expect((await ask('GET', '/auth/me', undefined, ece.session)).status).toBe(200);
    expect((await ask('GET', `/projects/${ece.projectId}`, undefined, ece.key)).status).toBe(200);
  });

  it('appoints another, but nobody can leave the place without one', async () => {
    const fatma = await register('Fatma');
    expect((await put(admin.id, { isAdmin: false })).body).toMatchObject({
      code: 'CONFLICT',
      error: 'En az bir etkin yönetici kalmalı: son yönetici pasif yapılamaz, yetkisi de alınamaz',
    });
    expect((await put(admin.id, { isActive: false, name: 'Başka' })).status).toBe(409);
    expect((await ask('GET', '/auth/me', undefined, admin.session)).body.data.user.name).toBe(
      'Yonetici',
    );
    expect((await put(fatma.id, { subscriptionType: 'admin' })).body.data.user).toMatchObject({
      isAdmin: true,
      subscriptionType: 'enterprise',
      maxProjects: -1,
      maxTables: -1,
    });
    expect((await ask('GET', '/admin/users', undefined, fatma.session)).status).toBe(200);
    expect((await put(fatma.id, { isAdmin: false })).status).toBe(200);
    expect((await ask('GET', '/admin/users', undefined, fatma.session)).status).toBe(403);
  });

  it('who dismiss each other at the same moment leave one', async () => {
    for (let round = 0; round < 8; round++) {
      const gul = await register(`Gul${round}`);
      await put(gul.id, { isAdmin: true });
      const body = round % 2 ? { isActive: false } : { isAdmin: false };
      const both = await Promise.all([
        put(gul.id, body),
        round % 4 === 3
          ? ask('DELETE', `/admin/users/${admin.id}`, undefined, gul.session)
          : ask('PUT', `/admin/users/${admin.id}`, body, gul.session),
      ]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
      if (both[0].status === 200) continue;
      // The other one is left.
      if (round % 4 === 3) admin = gul;
      else {
        await ask(
          'PUT',
          `/admin/users/${admin.id}`,
          { isAdmin: true, isActive: true },
          gul.session,
        );
        await put(gul.id, { isAdmin: false });
      }
    }
  });
});

describe('an address', () => {
  it('moves: the new one signs in, the old one does not and is free', async () => {
    const hale = await register('Halenur');
    expect((await put(hale.id, { email: 'YENI@example.com' })).body.data.user.email).toBe(
      'yeni@example.com',
    );
    expect([
      (await logIn('yeni@example.com')).status,
      (await logIn('halenur@example.com')).status,
    ]).toEqual([200, 401]);
    expect((await ask('GET', `/projects/${hale.projectId}`, undefined, hale.key)).status).toBe(401);
    expect(
      (
        await ask('GET', `/projects/${hale.projectId}`, undefined, {
          ...hale.key,
          'x-user-email': 'yeni@example.com',
        })
      ).status,
    ).toBe(200);
    const next = await register('Halenur');
    expect(next.id).not.toBe(hale.id);
    const taken = await put(hale.id, { email: 'halenur@example.com', name: 'Başka' });
    expect([taken.status, taken.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect(
      (await ask('GET', `/admin/users/${hale.id}`, undefined, admin.session)).body.data.user,
    ).toMatchObject({ name: 'Halenur', email: 'yeni@example.com' });
  });

  it("is one person's, however many ask for it at once", async () => {
    const people = await Promise.all(['Iraz', 'Isik', 'Ipek'].map(name => register(name)));
    const wanted = ['ortak-1@example.com', 'ortak-2@example.com'];
    await Promise.all(people.flatMap(({ id }) => wanted.map(email => put(id, { email }))));
    await Promise.all([
      ...wanted.flatMap(email => people.map(({ id }) => put(id, { email }))),
      ask('POST', '/auth/register', { name: 'Davetsiz', email: wanted[1], password: 'gizli-1' }),
    ]);
    const { users } = await list('limit=100');
    const emails = users.map(({ email }: { email: string }) => email);
    expect(new Set(emails).size).toBe(emails.length);
    // The owner of an address signs in with it.
    for (const { id } of people) {
      const { email } = users.find((user: { id: string }) => user.id === id);
      expect((await logIn(email)).body.data?.user.id).toBe(id);
    }
  });

  it('is given back when the rest was refused', async () => {
    expect((await put(admin.id, { email: 'vazgecilen@example.com', isActive: false })).status).toBe(
      409,
    );
    expect(
      (
        await ask('POST', '/auth/register', {
          name: 'Vazgeçmeyen',
          email: 'vazgecilen@example.com',
          password: 'gizli-1',
        })
      ).status,
    ).toBe(201);
  });
});

describe('a change that comes again', () => {
  it('is answered as it was, and writes nothing twice', async () => {
    const jale = await register('Jale');
    const again = () =>
      put(
        jale.id,
        { name: 'Jale J', email: 'jj@example.com', isAdmin: true, password: 'yepyeni' },
        { 'x-request-id': 'ayni-istek' },
      );
    const first = await again();
    await put(jale.id, { name: 'Jale K', isAdmin: false });
    const second = await again();
    expect([second.status, second.body.data.user]).toEqual([200, first.body.data.user]);
    expect(
      (await ask('GET', `/admin/users/${jale.id}`, undefined, admin.session)).body.data.user,
    ).toMatchObject({ name: 'Jale K', isAdmin: false, email: 'jj@example.com' });
    const made = () =>
      ask(
        'POST',
        '/admin/users',
        { name: 'Kaan', email: 'kaan@example.com', password: 'gizli-1' },
        { ...admin.session, 'x-request-id': 'yeni-kisi' },
      );
    const [one, two] = [await made(), await made()];
    expect([two.status, two.body.data.user.id]).toEqual([201, one.body.data.user.id]);
  });
});

describe('all projects', () => {
  it('are listed with owner and size, searched, sorted and paged, and deleted', async () => {
    const lale = await register('Lale');
    const { body } = await ask('POST', '/projects', { name: 'Çiçek Deposu' }, lale.session);
    const projectId = body.data.project.id;
    const tableId = await table(projectId, lale.session, 'Çiçekler', { ad: 'string' });
    for (const ad of ['gül', 'lale'])
      await ask('POST', `/data/table/${tableId}/rows`, { ad }, lale.session);
    const found = (await ask('GET', '/admin/projects?search=CICEK', undefined, admin.session)).body
      .data;
    expect(found.pagination.total).toBe(1);
    expect(found.projects[0]).toMatchObject({
      id: projectId,
      name: 'Çiçek Deposu',
      userName: 'Lale',
      userEmail: 'lale@example.com',
      tableCount: 1,
      rowCount: 2,
      role: 'admin',
    });
    expect(found.projects[0].apiKeyPassword).toBeTypeOf('string');
    const own = (
      await ask(
        'GET',
        `/admin/projects?owner=${lale.id}&sort=name&order=asc&limit=1`,
        undefined,
        admin.session,
      )
    ).body.data;
    expect([
      own.projects.map(({ name }: { name: string }) => name),
      own.pagination.totalPages,
    ]).toEqual([['Çiçek Deposu'], 2]);

    await ask('POST', `/projects/${projectId}/protection`, { password: 'koru' }, lale.session);
    expect(
      (await ask('DELETE', `/admin/projects/${projectId}`, undefined, admin.session)).body.code,
    ).toBe('PROTECTION_REQUIRED');
    expect(
      (
        await ask(
          'DELETE',
          `/admin/projects/${projectId}`,
          { protectionPassword: 'yanlış' },
          admin.session,
        )
      ).body.code,
    ).toBe('PROTECTION_INVALID');
    expect(
      (
        await ask(
          'DELETE',
          `/admin/projects/${projectId}`,
          { protectionPassword: 'koru' },
          admin.session,
        )
      ).status,
    ).toBe(200);
    expect(
      (await ask('GET', '/admin/projects?search=CICEK', undefined, admin.session)).body.data
        .projects,
    ).toMatchObject([{ id: projectId, binnedUntil: expect.any(String) }]);
    expect(
      (await ask('DELETE', `/admin/projects/${projectId}`, undefined, admin.session)).status,
    ).toBe(404);
  });
});

it('the figures count everybody, and survive a restart with everything else', async () => {
  const stats = async () => (await ask('GET', '/admin/stats', undefined, admin.session)).body.data;
  const before = await stats();
  const mine = await register('Mine');
  await put(mine.id, { subscriptionType: 'premium', isActive: false });
  await table(admin.projectId, admin.session, 'Sayılan', {});
  const after = await stats();
  expect([
    after.totalUsers - before.totalUsers,
    after.activeUsers - before.activeUsers,
    after.premiumUsers - before.premiumUsers,
    after.totalProjects - before.totalProjects,
    after.totalTables - before.totalTables,
  ]).toEqual([1, 0, 1, 1, 1]);
  expect(after.dataSize).toBeGreaterThan(0);
  await restart();
  const { dataSize: _, ...again } = await stats();
  expect(after).toMatchObject(again);
  expect((await ask('GET', '/auth/me', undefined, mine.session)).body.code).toBe(
    'ACCOUNT_DISABLED',
  );
});
