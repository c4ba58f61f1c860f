import { beforeAll, describe, expect, it } from 'vitest';
import { ask as askRaw } from '../hostile/raw.ts';
import { serve, type Headed } from './serve.ts';

const server = serve();
let path: string;
let key: Headed;
let session: Headed;

beforeAll(async () => {
  const person = await server.register('Ayse');
  ({ key, session } = person);
  path = `/data/table/${await server.table(person.projectId, session, 'Kayıtlar', { ad: 'string' })}`;
});

const get = (headers: Headed) => server.ask('GET', path, undefined, headers);

describe('a key', () => {
  it("is taken from the server's own pages, and from who has no page", async () => {
    expect((await get({ ...key, origin: server.origin() })).status).toBe(200);
    expect((await get(key)).status).toBe(200);
  });

  it.each(['https://evil.example', 'http://127.0.0.1:1', 'null', 'nonsense'])(
    'is not taken from a page of %s',
    async origin => {
      const { status, body, headers } = await get({ ...key, origin });
      expect([status, body.code, headers.get('access-control-allow-origin')]).toEqual([
        403,
        'ORIGIN_NOT_ALLOWED',
        null,
      ]);
      expect((await get({ authorization: `Bearer ${key['x-api-key']}`, origin })).status).toBe(403);
    },
  );

  it('is taken from pages behind a proxy that tells their host and scheme, from no other scheme', async () => {
    const proxied = { 'x-forwarded-host': 'hzm.example', 'x-forwarded-proto': 'https' };
    const from = async (origin: string) => (await get({ ...key, ...proxied, origin })).status;
    expect(await from('https://hzm.example')).toBe(200);
    expect(await from('http://hzm.example')).toBe(403);
  });
});

it('without a key, a page of another site may not read the answer', async () => {
  const { status, headers } = await get({ ...session, origin: 'https://evil.example' });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
});

it("browsers that ask beforehand are told the methods, and no origin but the server's own", async () => {
  const { status, headers } = (await askRaw(
    Number(new URL(server.origin()).port),
    'OPTIONS',
    `/api/v1${path}/rows`,
    {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key',
    },
    undefined,
  ))!;
  expect([status, headers['allow']]).toEqual([204, 'POST']);
  expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([]);
});

describe('a page of a site that the project lets in', () => {
  const origin = 'https://uygulama.example';
  let domains: string;
  beforeAll(async () => {
    domains = `/projects/${(await server.ask('GET', '/projects', undefined, session)).body.data.projects[0].id}/cors/domains`;
    await server.ask('POST', domains, { domain: 'uygulama.example' }, session);
  });
  const port = () => Number(new URL(server.origin()).port);
  const beforehand = async (from: string, of = `${path}/rows`) =>
    (await askRaw(
      port(),
      'OPTIONS',
      `/api/v1${of}`,
      {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key',
      },
      undefined,
    ))!;

  it('may use its keys, and read the answers, those that refuse, too', async () => {
    const { status, headers } = await get({ ...key, origin });
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
      200,
      origin,
      expect.stringContaining('Origin'),
    ]);
    expect(headers.get('access-control-expose-headers')).toContain('RateLimit-Remaining');
    const wrong = await get({ ...key, 'x-project-password': 'yanlis', origin });
    expect([wrong.status, wrong.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
    const none = await get({ origin });
    expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
  });

  it('may ask beforehand', async () => {
    const { status, headers } = await beforehand(origin);
    expect([
      status,
      headers['access-control-allow-origin'],
      headers['access-control-allow-methods'],
      headers['allow'],
    ]).toEqual([204, origin, 'POST', 'POST']);
    expect(String(headers['access-control-allow-headers'])).toContain('X-API-Key');
    expect(
      (await beforehand('https://evil.example')).headers['access-control-allow-origin'],
    ).toBeUndefined();
    expect(
      (await beforehand(origin, '/projects')).headers['access-control-allow-origin'],
      'about no project',
    ).toBeUndefined();
  });

  it('is one of the platforms, until they are switched off; of another project it is none', async () => {
    const hosted = 'https://benim.vercel.app';
    expect((await get({ ...key, origin: hosted })).status).toBe(200);
    await server.ask(
      'PUT',
      domains.replace('domains', 'patterns'),
      { pattern: '*.vercel.app', isOn: false },
      session,
    );
    expect((await get({ ...key, origin: hosted })).body.code).toBe('ORIGIN_NOT_ALLOWED');
    const other = await server.register('Can');
    expect((await get({ ...other.key, origin })).body.code).toBe('ORIGIN_NOT_ALLOWED');
    const told = await Promise.all(
      [
        `/projects/${other.projectId}/members`,
        '/projects/01900000-0000-7000-8000-000000000000/members',
      ].map(of => beforehand(hosted, of)),
    );
    expect(
      new Set(told.map(({ headers }) => headers['access-control-allow-origin'])),
      'whether there is a project does not show',
    ).toEqual(new Set([hosted]));
  });

  it('is out as soon as it is removed', async () => {
    await server.ask('DELETE', `${domains}/uygulama.example`, undefined, session);
    const { status, body, headers } = await get({ ...key, origin });
    expect([status, body.code, headers.get('access-control-allow-origin')]).toEqual([
      403,
      'ORIGIN_NOT_ALLOWED',
      null,
    ]);
    expect((await beforehand(origin)).headers['access-control-allow-origin']).toBeUndefined();
  });
});
