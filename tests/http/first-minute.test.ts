import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWorkspace } from '@hzm/infra/server/seed/workspace';
import { start, type Running } from '@hzm/infra/server/start';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const dataDirectory = mkdtempSync(join(tmpdir(), 'hzm-'));
const configuration = {
  port: 0,
  host: '127.0.0.1',
  dataDirectory,
  secret: Buffer.from('a secret for tests only'),
};
let server: Running;

beforeAll(async () => {
  server = await start(configuration);
});
afterAll(async () => {
  await server.close();
  rmSync(dataDirectory, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the server says is judged by the test
  readonly body: any;
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe('from an empty installation to rows', () => {
  const person: Record<string, string> = {};
  let key: Record<string, string> = {};
  let projectId = '';
  let tableId = '';
  let rowId = '';

  it('registers the first person as administrator, with a project', async () => {
    const { status, body } = await ask('POST', '/auth/register', {
      name: 'Ayşe',
      email: 'Ayse@Example.com',
      password: 'gizli-1',
    });
    expect(status).toBe(201);
    expect(body.data.user).toMatchObject({
      name: 'Ayşe',
      email: 'ayse@example.com',
      isAdmin: true,
    });
    person['authorization'] = `Bearer ${body.data.token}`;
    projectId = body.data.project.id;
    key = {
      'x-api-key': body.data.credentials.apiKey,
      'x-user-email': 'ayse@example.com',
      'x-project-password': body.data.credentials.projectPassword,
    };
    expect(body.data.credentials.apiKey).toMatch(/^hzm_[0-9a-z]+_[A-Za-z0-9]{32}_[0-9a-f]{8}$/);
  });

  it('registers the second as an ordinary person, and an address once', async () => {
    expect(
      (
        await ask('POST', '/auth/register', {
          name: 'Can',
          email: 'can@example.com',
          password: 'gizli-2',
        })
      ).body.data.user.isAdmin,
    ).toBe(false);
    const again = await ask(
      'POST',
      '/auth/register',
      { name: 'Can', email: 'CAN@example.com', password: 'gizli-3' },
      { 'accept-language': 'tr' },
    );
    expect([again.status, again.body.code, again.body.error]).toEqual([
      409,
      'EMAIL_TAKEN',
      'Bu e-posta adresi zaten kullanılıyor',
    ]);
  });

  it('tells a wrong password and an unknown address apart by nothing', async () => {
    const wrong = await ask('POST', '/auth/login', { email: 'can@example.com', password: 'nein' });
    const unknown = await ask('POST', '/auth/login', {
      email: 'nobody@example.com',
      password: 'nein',
    });
    expect([wrong.status, wrong.body.error]).toEqual([unknown.status, unknown.body.error]);
    expect(wrong.body.code).toBe('INVALID_CREDENTIALS');
  });

  it('makes a table and fields', async () => {
    const table = await ask('POST', `/tables/project/${projectId}`, { name: 'Ürünler' }, person);
    expect(table.status).toBe(201);
    tableId = table.body.data.table.id;
    expect(
      (
        await ask(
          'POST',
          `/tables/${projectId}/${tableId}/fields`,
          { name: 'ad', type: 'string', required: true },
          person,
        )
      ).status,
    ).toBe(201);
    expect(
      (
        await ask(
          'POST',
          `/tables/${projectId}/${tableId}/fields`,
          { name: 'stok', type: 'number' },
          person,
        )
      ).status,
    ).toBe(201);
    const { body } = await ask('GET', `/tables/${projectId}/${tableId}/fields`, undefined, person);
    expect(body.data.fields.map((f: { name: string }) => f.name)).toEqual(['ad', 'stok']);
  });

  it('adds a row once for one request id, and refuses the id for another', async () => {
    const headers = { ...key, 'x-request-id': 'satır-1'.normalize('NFKD').replace(/[^\w-]/g, '') };
    const first = await ask('POST', `/data/table/${tableId}/rows`, { ad: 'Çay', stok: 5 }, headers);
    const second = await ask(
      'POST',
      `/data/table/${tableId}/rows`,
      { ad: 'Çay', stok: 5 },
      headers,
    );
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('x-position')).toMatch(/^\d{20}$/);
    expect(
      (await ask('POST', `/data/table/${tableId}/rows`, { ad: 'Kahve' }, headers)).body.code,
    ).toBe('CONFLICT');
    rowId = first.body.data.row.id;
    expect(
      (await ask('GET', `/data/table/${tableId}`, undefined, key)).body.data.pagination.total,
    ).toBe(1);
  });

  it('names every wrong field and writes nothing', async () => {
    const { status, body } = await ask(
      'POST',
      `/data/table/${tableId}/rows`,
      { stok: 'çok', yok: 1 },
      key,
    );
    expect(status).toBe(400);
    expect(body.details.map((d: { path: string }) => d.path).toSorted()).toEqual([
      'ad',
      'stok',
      'yok',
    ]);
    expect(
      (await ask('GET', `/data/table/${tableId}`, undefined, key)).body.data.pagination.total,
    ).toBe(1);
  });

  it('filters folded, sorts, and goes on by cursor', async () => {
    for (const ad of ['Ispanak', 'ıhlamur', 'İncir', 'Şeker'])
      await ask('POST', `/data/table/${tableId}/rows`, { ad, stok: ad.length }, key);
    const names = async (query: string) =>
      (await ask('GET', `/data/table/${tableId}?${query}`, undefined, key)).body.data.rows.map(
        (r: { ad: string }) => r.ad,
      );
    expect(await names('filter[ad]=I')).toEqual(['Ispanak', 'ıhlamur', 'İncir']);
    expect(await names('sort=ad')).toEqual(['Çay', 'ıhlamur', 'Ispanak', 'İncir', 'Şeker']);
    expect(await names('filter[stok][gte]=7')).toEqual(['Ispanak', 'ıhlamur']);
    const page = await ask('GET', `/data/table/${tableId}?limit=2&count=none`, undefined, key);
    expect(page.body.data.pagination.total).toBeUndefined();
    expect(
      await names(`limit=2&cursor=${encodeURIComponent(page.body.data.pagination.nextCursor)}`),
    ).toEqual(['ıhlamur', 'İncir']);
  });

  it('changes a row field by field, and refuses who saw an older one', async () => {
    const path = `/data/table/${tableId}/rows/${rowId}`;
    const changed = await ask('PUT', path, { stok: 6 }, { ...person, 'if-match': '"1"' });
    expect([
      changed.status,
      changed.headers.get('etag'),
      changed.body.data.row.stok,
      changed.body.data.row.ad,
    ]).toEqual([200, '"2"', 6, 'Çay']);
    const late = await ask('PUT', path, { stok: 7 }, { ...person, 'if-match': '"1"' });
    expect([late.status, late.body.data.current.stok]).toEqual([412, 6]);
    expect((await ask('GET', path, undefined, key)).headers.get('etag')).toBe('"2"');
  });

  it('lets the key alone read but not write, and other people nothing', async () => {
    const alone = { 'x-api-key': key['x-api-key']! };
    expect((await ask('GET', `/data/table/${tableId}`, undefined, alone)).status).toBe(200);
    expect((await ask('POST', `/data/table/${tableId}/rows`, { ad: 'x' }, alone)).body.code).toBe(
      'MISSING_HEADERS',
    );
    expect(
      (await ask('POST', `/tables/project/${projectId}`, { name: 'Başka' }, key)).body.code,
    ).toBe('KEY_SCOPE');
    const can = (
      await ask('POST', '/auth/login', { email: 'can@example.com', password: 'gizli-2' })
    ).body.data.token;
    expect(
      (await ask('GET', `/data/table/${tableId}`, undefined, { authorization: `Bearer ${can}` }))
        .status,
    ).toBe(404);
    expect((await ask('GET', `/data/table/${tableId}`)).status).toBe(401);
  });

  it.each([
    ['POST', '/auth/login', '{"email":', 400],
    ['POST', '/auth/login', '[]', 400],
    [
      'POST',
      '/auth/register',
      '{"__proto__":{"isAdmin":true},"name":"x","email":"x@example.com","password":"123456"}',
      400,
    ],
    ['GET', '/data/table/nothing', undefined, 401],
    ['GET', '/projects/%E0%A4%A', undefined, 400],
    ['GET', '/nowhere', undefined, 404],
  ])('answers %s %s %s with %i', async (method, path, body, status) => {
    const answer = await ask(method, path, body);
    expect([
      answer.status,
      answer.body.success,
      typeof answer.body.error,
      typeof answer.body.requestId,
    ]).toEqual([status, false, 'string', 'string']);
  });

  it('has everything again after a restart, the session too', async () => {
    await server.close();
    server = await start(configuration);
    expect(
      (await ask('GET', `/data/table/${tableId}/rows/${rowId}`, undefined, person)).body.data.row,
    ).toMatchObject({ ad: 'Çay', stok: 6, _version: 2 });
  });

  it('ends a session at once, and a project for ever', async () => {
    expect((await ask('DELETE', `/projects/${projectId}`, undefined, person)).status).toBe(200);
    expect((await ask('GET', `/data/table/${tableId}`, undefined, key)).status).toBe(401);
    expect((await ask('GET', `/projects/${projectId}`, undefined, person)).status).toBe(404);
    expect((await ask('POST', '/auth/logout', undefined, person)).status).toBe(200);
    expect((await ask('GET', '/auth/me', undefined, person)).body.code).toBe('UNAUTHORIZED');
  });

  it('starts again over what was erased', async () => {
    await server.close();
    server = await start(configuration);
    const { body } = await ask('GET', '/health');
    expect(body.data.status).toBe('ok');
  });
});

describe('npm run seed', () => {
  it('makes a workspace with rows, a thread, a request and a key', async () => {
    const made = await makeWorkspace(`http://127.0.0.1:${server.port}`, 'one');
    const [owner, guest] = made.people.map(({ token }) => ({ authorization: `Bearer ${token}` }));
    const rows = await ask('GET', `/data/table/${made.tableId}`, undefined, {
      'x-api-key': made.key,
    });
    expect([rows.status, rows.body.data.pagination.total]).toEqual([200, 40]);
    expect(rows.body.data.rows[0]).toMatchObject({ stok: expect.any(Number), satışta: true });
    const thread = await ask('GET', `/threads/${made.threadId}`, undefined, owner);
    expect(thread.body.data.messages).toHaveLength(2);
    const request = await ask('GET', `/endpoint-requests/${made.requestId}`, undefined, guest);
    expect(request.body.data).toMatchObject({ endpoint_name: 'Stok özeti', status: 'pending' });
  });
});
