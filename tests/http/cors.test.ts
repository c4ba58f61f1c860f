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
  it('is taken from the server\'s own pages, and from who has no page', async () => {
    expect((await get({ ...key, origin: server.origin() })).status).toBe(200);
    expect((await get(key)).status).toBe(200);
  });

  it.each(['https://evil.example', 'http://127.0.0.1:1', 'null', 'nonsense'])('is not taken from a page of %s', async origin => {
    const { status, body, headers } = await get({ ...key, origin });
    expect([status, body.code, headers.get('access-control-allow-origin')]).toEqual([403, 'ORIGIN_NOT_ALLOWED', null]);
    expect((await get({ authorization: `Bearer ${key['x-api-key']}`, origin })).status).toBe(403);
  });

  it('is taken from pages behind a proxy that tells their host', async () => {
    expect((await get({ ...key, origin: 'https://hzm.example', 'x-forwarded-host': 'hzm.example' })).status).toBe(200);
  });
});

it('without a key, a page of another site may not read the answer', async () => {
  const { status, headers } = await get({ ...session, origin: 'https://evil.example' });
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
});

it('browsers that ask beforehand are told the methods, and no origin but the server\'s own', async () => {
  const { status, headers } = (await askRaw(Number(new URL(server.origin()).port), 'OPTIONS', `/api/v1${path}/rows`, {
    origin: 'https://evil.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key',
  }, undefined))!;
  expect([status, headers['allow']]).toEqual([204, 'POST']);
  expect(Object.keys(headers).filter(name => name.startsWith('access-control'))).toEqual([]);
});
