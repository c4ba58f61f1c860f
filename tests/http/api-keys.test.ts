import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
let person: Awaited<ReturnType<typeof register>>;
let other: Awaited<ReturnType<typeof register>>;
let tableId = '';

beforeAll(async () => {
  await register('Admin');
  [person, other] = [await register('Ayse'), await register('Can')];
  tableId = await table(person.projectId, person.session, 'Ürünler', { ad: 'string' });
});

const code = async (method: string, path: string, headers: Headed, body?: unknown) => {
  const answer = await ask(method, path, body, headers);
  return answer.body.code ?? answer.status;
};
const add = async (body: object, headers: Headed = person.session) =>
  ask('POST', `/api-keys/project/${person.projectId}`, body, headers);
const listed = async () =>
  (await ask('GET', `/api-keys/project/${person.projectId}`, undefined, person.session)).body.data
    .keys;
const rows = () => `/data/table/${tableId}`;
/** The three headers with another key. */
const withKey = (key: string): Headed => ({ ...person.key, 'x-api-key': key });

describe('the keys of a project', () => {
  it('are its main key first, whole for their owner; another person does not know of them', async () => {
    const [main, ...rest] = await listed();
    expect(main).toMatchObject({
      id: person.projectId,
      isMain: true,
      key: person.key['x-api-key'],
      permissions: ['read', 'write', 'delete', 'admin'],
      isActive: true,
      expiresAt: null,
      rateLimit: 100,
    });
    expect(main.maskedKey).toMatch(/^hzm_.{4}\*+.{4}$/);
    expect(rest).toEqual([]);
    expect(await code('GET', `/api-keys/project/${person.projectId}`, other.session)).toBe(
      'NOT_FOUND',
    );
    expect(await code('GET', `/api-keys/project/${person.projectId}`, person.key)).toBe(
      'KEY_SCOPE',
    );
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/regenerate'],
      ['GET', '/usage'],
    ] as const)
      expect([
        path,
        await code(
          method,
          `/api-keys/${person.projectId}${path}`,
          other.session,
          method === 'PUT' ? { name: 'x' } : undefined,
        ),
      ]).toEqual([path, 'NOT_FOUND']);
  });

  it('are added with what they may do, which holds on every path', async () => {
    expect((await add({ name: '  ' })).body.details[0].message).toBe(
      'Lütfen API key için bir isim girin.',
    );
    expect(
      (await add({ name: 'Eski', expiresAt: '2020-01-01T00:00:00.000Z' })).body.details[0].path,
    ).toBe('expiresAt');
    const made = await add({ name: ' Okuyan ' });
    expect(made.status).toBe(201);
    const { apiKey } = made.body.data;
    expect(apiKey).toMatchObject({
      name: 'Okuyan',
      isMain: false,
      permissions: ['read'],
      scope: 'project',
      rateLimit: 1000,
      usageCount: 0,
      lastUsed: null,
    });
    expect(apiKey.key).toMatch(/^hzm_[0-9a-z]+_[A-Za-z0-9]{32}_[0-9a-f]{8}$/);
    expect(await code('GET', rows(), { 'x-api-key': apiKey.key })).toBe(200);
    expect(await code('GET', rows(), withKey(apiKey.key))).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/rows', { ad: 'x' }],
      ['POST', '/rows/bulk', { rows: [{ ad: 'x' }] }],
      ['DELETE', `/rows/${tableId}`, undefined],
    ] as const)
      expect([path, await code(method, `${rows()}${path}`, withKey(apiKey.key), body)]).toEqual([
        path,
        'KEY_SCOPE',
      ]);

    const { body } = await ask(
      'PUT',
      `/api-keys/${apiKey.id}`,
      { permissions: ['write', 'read'] },
      person.session,
    );
    expect(body.data.apiKey.permissions).toEqual(['read', 'write']);
    expect(await code('POST', `${rows()}/rows`, withKey(apiKey.key), { ad: 'x' })).toBe(201);
  });

  it('end with a day that is named, which is not over', async () => {
    const endOf = async (expiresAt: string) =>
      (await add({ name: `Gün ${expiresAt}`, expiresAt })).body;
    expect((await endOf('2099-01-01')).data.apiKey.expiresAt).toBe('2099-01-01T23:59:59.999Z');
    const today = new Date().toISOString().slice(0, 10);
    expect((await endOf(today)).data.apiKey.expiresAt).toBe(`${today}T23:59:59.999Z`);
    const wrong = ['2020-01-01', '2099-02-30', '2099-1-1', 'yarın'];
    for (const day of wrong) expect((await endOf(day)).details[0].path).toBe('expiresAt');
  });

  it('are the same key for the same request', async () => {
    const named = { ...person.session, 'x-request-id': 'bir-anahtar' };
    const [once, again] = [await add({ name: 'Tek' }, named), await add({ name: 'Tek' }, named)];
    expect(again.body.data.apiKey).toEqual(once.body.data.apiKey);
    expect((await listed()).filter((key: { name: string }) => key.name === 'Tek')).toHaveLength(1);
  });

  it('honour If-Match', async () => {
    const made = await add({ name: 'Sürümlü' });
    const path = `/api-keys/${made.body.data.apiKey.id}`;
    const seen = { ...person.session, 'if-match': made.headers.get('etag')! };
    expect(await code('PUT', path, seen, { rateLimit: 5 })).toBe(200);
    const refused = await ask('PUT', path, { rateLimit: 6 }, seen);
    expect([refused.status, refused.body.code, refused.body.data.current.rateLimit]).toEqual([
      412,
      'VERSION_MISMATCH',
      5,
    ]);
  });

  it('end: inactive, expired to the second, regenerated, deleted', async () => {
    const { apiKey } = (await add({ name: 'Kısa', permissions: ['read'] })).body.data;
    const alone = { 'x-api-key': apiKey.key };
    await ask('PUT', `/api-keys/${apiKey.id}`, { isActive: false }, person.session);
    expect((await ask('GET', rows(), undefined, alone)).body).toMatchObject({
      code: 'UNAUTHORIZED',
      error: 'Bu API anahtarı etkin değil',
    });
    await ask(
      'PUT',
      `/api-keys/${apiKey.id}`,
      { isActive: true, expiresAt: new Date(Date.now() + 700).toISOString() },
      person.session,
    );
    expect(await code('GET', rows(), alone)).toBe(200);
    await expect
      .poll(async () => (await ask('GET', rows(), undefined, alone)).body.error, {
        interval: 100,
        timeout: 3_000,
      })
      .toBe('Bu API anahtarının süresi dolmuş');
    await ask('PUT', `/api-keys/${apiKey.id}`, { expiresAt: null }, person.session);

    const again = (
      await ask('POST', `/api-keys/${apiKey.id}/regenerate`, undefined, person.session)
    ).body.data.apiKey;
    expect(await code('GET', rows(), alone)).toBe('UNAUTHORIZED');
    expect(await code('GET', rows(), { 'x-api-key': again.key })).toBe(200);
    expect(await code('DELETE', `/api-keys/${apiKey.id}`, person.session)).toBe(200);
    expect(await code('GET', rows(), { 'x-api-key': again.key })).toBe('UNAUTHORIZED');
    expect(await code('PUT', `/api-keys/${apiKey.id}`, person.session, { name: 'x' })).toBe(
      'NOT_FOUND',
    );
  });

  it('each have their own limit', async () => {
    const { apiKey } = (await add({ name: 'Yavaş', rateLimit: 2 })).body.data;
    const answers = [];
    for (let i = 0; i < 3; i++)
      answers.push(await code('GET', rows(), { 'x-api-key': apiKey.key }));
    expect(answers).toEqual([200, 200, 'RATE_LIMIT_EXCEEDED']);
    expect(await code('GET', rows(), person.key)).toBe(200);
  });

  it('say what they can do and what was done with them', async () => {
    const { apiKey } = (await add({ name: 'Sayılan', permissions: ['read', 'delete'] })).body.data;
    await ask('GET', rows(), undefined, { 'x-api-key': apiKey.key });
    await ask('POST', `${rows()}/rows`, { ad: 'x' }, withKey(apiKey.key));
    await ask('GET', rows(), undefined, { ...withKey(apiKey.key), 'x-project-password': 'yanlis' });
    await expect
      .poll(async () => (await listed()).find((key: { id: string }) => key.id === apiKey.id))
      .toMatchObject({
        usageCount: 2,
        wrongCount: 1,
        lastUsed: expect.any(String),
        lastWrong: expect.any(String),
      });
    const { data } = (await ask('GET', `/api-keys/${apiKey.id}/usage`, undefined, person.session))
      .body;
    expect(data.days).toHaveLength(30);
    expect(data.days.at(-1)).toEqual({
      day: new Date().toISOString().slice(0, 10),
      used: 2,
      wrong: 1,
    });
    expect(
      data.calls.map(({ call, status }: { call: string; status: number }) => [call, status]),
    ).toEqual([
      ['add-row', 403],
      ['list-rows', 200],
    ]);
    expect(data.schema).toEqual({ read: 'alone', write: 'no' });
    expect(data.tables).toEqual([
      { id: tableId, name: 'Ürünler', read: 'alone', write: 'no', delete: 'complete' },
    ]);
  });
});

describe('the main key', () => {
  it('can be regenerated and nothing else; the project shows the new one', async () => {
    const { projectId, session } = person;
    const before = person.key['x-api-key']!;
    for (const [method, body] of [
      ['PUT', { name: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect(await code(method, `/api-keys/${projectId}`, session, body)).toBe('CONFLICT');
    const { apiKey } = (await ask('POST', `/api-keys/${projectId}/regenerate`, undefined, session))
      .body.data;
    expect(await code('GET', rows(), { 'x-api-key': before })).toBe('UNAUTHORIZED');
    expect(await code('GET', rows(), withKey(apiKey.key))).toBe(200);
    expect(
      (await ask('GET', `/projects/${projectId}`, undefined, session)).body.data.project.apiKey,
    ).toBe(apiKey.key);
    const { events } = (
      await ask(
        'GET',
        `/projects/${projectId}/history?type=api-key-regenerated`,
        undefined,
        session,
      )
    ).body.data;
    expect(JSON.stringify(events)).not.toContain(apiKey.key);
    expect(events.at(-1).data.apiKey).toBe(apiKey.maskedKey);
  });
});

describe('a key that manages keys', () => {
  it('gives no other one more than it has, and sees none whole unless it may do everything', async () => {
    const { project } = (
      await ask(
        'POST',
        '/projects',
        { name: 'Yetkili', keyType: 'admin_project', apiKeyPassword: 'çok-gizli' },
        person.session,
      )
    ).body.data;
    const whole: Headed = {
      'x-api-key': project.apiKey,
      'x-user-email': person.key['x-user-email']!,
      'x-project-password': 'çok-gizli',
    };
    const path = `/api-keys/project/${project.id}`;
    const { apiKey } = (
      await ask(
        'POST',
        path,
        { name: 'Yöneten', scope: 'admin_project', permissions: ['admin'] },
        whole,
      )
    ).body.data;
    expect(apiKey.key).toMatch(/^hzm_admin_/);
    const manager = { ...whole, 'x-api-key': apiKey.key };
    expect(
      (await ask('GET', path, undefined, manager)).body.data.keys.map(
        ({ key }: { key: string | null }) => key,
      ),
    ).toEqual([null, null]);
    expect(
      (await ask('PUT', `/projects/${project.id}`, { description: 'x' }, manager)).body.data
        .project,
    ).toEqual({ id: project.id });
    expect(await code('POST', path, manager, { name: 'Çok', permissions: ['read'] })).toBe(
      'KEY_SCOPE',
    );
    expect(await code('POST', `/api-keys/${project.id}/regenerate`, manager)).toBe('KEY_SCOPE');
    expect(
      await code('POST', path, manager, {
        name: 'Aynı',
        permissions: ['admin'],
        scope: 'admin_project',
      }),
    ).toBe(201);
    expect(
      (await ask('GET', path, undefined, whole)).body.data.keys.every(
        ({ key }: { key: string | null }) => key !== null,
      ),
    ).toBe(true);
  });
});

describe('a project with its parts', () => {
  const include = (parts: string, headers: Headed, more = '') =>
    ask('GET', `/projects/${person.projectId}?include=${parts}${more}`, undefined, headers);
  beforeAll(async () => {
    person = await register('Deniz');
    tableId = await table(person.projectId, person.session, 'Ürünler', { ad: 'string' });
  });

  it('holds its tables and masked keys when they are asked for, now and in the past', async () => {
    const {
      headers,
      body: {
        data: { project },
      },
    } = await ask('GET', `/projects/${person.projectId}`, undefined, person.session);
    expect([project.tables, project.apiKeys]).toEqual([undefined, undefined]);
    const answered = await include('tables,apiKeys', person.session);
    // Parts change without the version of their project.
    expect([headers.get('etag'), answered.headers.get('etag')]).toEqual([expect.any(String), null]);
    const whole = answered.body.data.project;
    const tables = (
      await ask('GET', `/tables/project/${person.projectId}`, undefined, person.session)
    ).body.data.tables;
    const keys = await listed();
    expect(whole).toEqual({
      ...project,
      tables,
      apiKeys: keys.map((key: object) => ({ ...key, key: null })),
    });
    expect(tables[0]).toMatchObject({
      name: 'Ürünler',
      tableName: 'Ürünler',
      id: tableId,
      physicalTableName: tableId,
    });
    expect(JSON.stringify(whole.apiKeys)).not.toContain(person.key['x-api-key']);

    const later = await table(person.projectId, person.session, 'Sonraki', {});
    const past = (await include('tables', person.session, `&asOf=${headers.get('x-position')}`))
      .body.data.project;
    expect(past.tables.map(({ id }: { id: string }) => id)).not.toContain(later);
  });

  it('shows each reader what the lists themselves show, and refuses what they refuse', async () => {
    const hidden = { name: 'gizli', type: 'string', isHidden: true };
    await ask('POST', `/tables/${person.projectId}/${tableId}/fields`, hidden, person.session);
    const fieldsFor = async (headers: Headed) => {
      const { tables } = (await include('tables', headers)).body.data.project;
      const named = tables.find(({ id }: { id: string }) => id === tableId);
      return named.fields.map(({ name }: { name: string }) => name);
    };
    expect([await fieldsFor(person.session), await fieldsFor(person.key)]).toEqual([
      ['ad', 'gizli'],
      ['ad'],
    ]);
    const asked = async (parts: string, headers: Headed) =>
      (await include(parts, headers)).body.code;
    expect([await asked('apiKeys', person.key), await asked('tables,apiKeys', person.key)]).toEqual(
      ['KEY_SCOPE', 'KEY_SCOPE'],
    );
    expect([await asked('tables', other.session), await asked('apiKeys', other.session)]).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect(await asked('rows', person.session)).toBe('VALIDATION_ERROR');
    const path = `/projects/${person.projectId}/invitations`;
    const { url } = (
      await ask('POST', path, { email: 'can@example.com', role: 'viewer' }, person.session)
    ).body.data.invitation;
    await ask('POST', `${url}/accept`, undefined, other.session);
    expect([await asked('tables', other.session), await asked('apiKeys', other.session)]).toEqual([
      undefined,
      'FORBIDDEN',
    ]);
  });
});
