import { beforeAll, expect, it } from 'vitest';
import { serve } from './serve.ts';

const server = serve();
const { register, table } = server;
let rows: string;
let session: Readonly<Record<string, string>>;
let key: Readonly<Record<string, string>>;

beforeAll(async () => {
  const person = await register('Ayse');
  ({ session, key } = person);
  rows = `/data/table/${await table(person.projectId, session, 'Kayıtlar', { ad: 'string', bilgi: 'object' })}/rows`;
});

const send = (body: string, headers: Readonly<Record<string, string>> = {}) => server.send('POST', rows, body, { 'content-type': 'application/json', ...session, ...headers });
const nested = (depth: number) => `{"bilgi":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;

it.each([
  ['no JSON', '{"ad":', 400, 'VALIDATION_ERROR'],
  ['no object', '"ad"', 400, 'VALIDATION_ERROR'],
  ['a prototype', '{"__proto__":{"isAdmin":true}}', 400, 'VALIDATION_ERROR'],
  ['a prototype within', '{"bilgi":{"__proto__":{"a":1}}}', 400, 'VALIDATION_ERROR'],
  ['33 levels', nested(32), 400, 'VALIDATION_ERROR'],
  ['half a million levels', `{"bilgi":${'['.repeat(500_000)}`, 400, 'VALIDATION_ERROR'],
  ['more than 1 MiB', JSON.stringify({ ad: 'x'.repeat(1_048_577) }), 413, 'PAYLOAD_TOO_LARGE'],
])('refuses %s', async (_, body, status, code) => {
  const refused = await send(body);
  expect([refused.status, refused.body.code, refused.body.success]).toEqual([status, code, false]);
  expect(refused.body.requestId).toBeTruthy();
});

it('takes 32 levels', async () => {
  expect((await send(nested(31))).status).toBe(201);
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'])('understands no %s', async type => {
  const refused = await send('ad=x', { 'content-type': type });
  expect([refused.status, refused.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

it('takes a key from no page of another site', async () => {
  const refused = await server.send('GET', rows.replace('/rows', ''), undefined, { ...key, origin: 'https://evil.example' });
  expect([refused.status, refused.body.code, refused.headers.get('access-control-allow-origin')]).toEqual([403, 'ORIGIN_NOT_ALLOWED', null]);
  const own = await server.send('GET', rows.replace('/rows', ''), undefined, { ...key, origin: server.origin() });
  expect(own.status).toBe(200);
});
