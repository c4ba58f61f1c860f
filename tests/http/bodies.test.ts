import { beforeAll, expect, it } from 'vitest';
import { shout } from '../hostile/raw.ts';
import { serve } from './serve.ts';

const server = serve();
const { register, table } = server;
let rows: string;
let session: Readonly<Record<string, string>>;

beforeAll(async () => {
  const person = await register('Ayse');
  ({ session } = person);
  rows = `/data/table/${await table(person.projectId, session, 'Kayıtlar', { ad: 'string', bilgi: 'object' })}/rows`;
});

const send = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  server.send('POST', rows, body, { 'content-type': 'application/json', ...session, ...headers });
const sendBytes = async (
  body: Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
) => {
  const response = await fetch(`${server.origin()}/api/v1${rows}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...session, ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as { code?: string } };
};
const nested = (depth: number) => `{"bilgi":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`;

it.each([
  ['no JSON', '{"ad":', 400, 'VALIDATION_ERROR'],
  ['no object', '"ad"', 400, 'VALIDATION_ERROR'],
  ['a prototype', '{"__proto__":{"isAdmin":true}}', 400, 'VALIDATION_ERROR'],
  ['a prototype within', '{"bilgi":{"__proto__":{"a":1}}}', 400, 'VALIDATION_ERROR'],
  ['a prototype, spelled', '{"bilgi":{"__pr\\u006fto__":{"a":1}}}', 400, 'VALIDATION_ERROR'],
  ['33 levels', nested(32), 400, 'VALIDATION_ERROR'],
  ['half a million levels', `{"bilgi":${'['.repeat(500_000)}`, 400, 'VALIDATION_ERROR'],
  ['more than 1 MiB', JSON.stringify({ ad: 'x'.repeat(1_048_577) }), 413, 'PAYLOAD_TOO_LARGE'],
])('refuses %s', async (_, body, status, code) => {
  const refused = await send(body);
  expect([refused.status, refused.body.code, refused.body.success]).toEqual([status, code, false]);
  expect(refused.body.requestId).toBeTruthy();
});

it('takes a value that is called like a prototype', async () => {
  expect((await send('{"ad":"__proto__"}')).body.data.row.ad).toBe('__proto__');
});

it.each([
  'utf-16',
  'UTF-16LE',
  'utf-32',
  'iso-8859-9',
  '"utf-16"',
  'utf-8; charset=utf-16',
  'utf-99',
])('understands no charset %s', async charset => {
  const body = Buffer.from(nested(1200), charset.toLowerCase().includes('16') ? 'utf16le' : 'utf8');
  const refused = await sendBytes(body, { 'content-type': `application/json; charset=${charset}` });
  expect([refused.status, refused.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
});

it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])('understands charset %s', async charset => {
  expect(
    (await send('{"ad":"Çay"}', { 'content-type': `application/json;charset=${charset}` })).body
      .data.row.ad,
  ).toBe('Çay');
});

it('refuses bytes that are no UTF-8, and takes a byte order mark', async () => {
  const refused = await sendBytes(
    Buffer.concat([Buffer.from('{"ad":"'), Buffer.of(0xc3, 0x28, 0xff), Buffer.from('"}')]),
  );
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect((await sendBytes(Buffer.from('\ufeff{"ad":"Çay"}'))).status).toBe(201);
});

it('takes 32 levels', async () => {
  expect((await send(nested(31))).status).toBe(201);
});

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
  'understands no %s',
  async type => {
    const refused = await send('ad=x', { 'content-type': type });
    expect([refused.status, refused.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  },
);

it.each([
  'filter[__proto__]=x',
  '__proto__[ad]=x',
  'filter%5B%5f%5fproto__%5D=x',
  'filter[constructor]=x',
  'filter[ad][__proto__]=x',
  'filter[toString]=x',
])('answers no question like ?%s', async query => {
  const refused = await server.send(
    'GET',
    `${rows.replace('/rows', '')}?${query}`,
    undefined,
    session,
  );
  expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_ERROR']);
});

it.each([
  [
    'an address',
    `GET /api/v1/health?a=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  [
    'a header',
    `GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
    413,
    'PAYLOAD_TOO_LARGE',
  ],
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'VALIDATION_ERROR'],
])('refuses %s beyond all measure as it refuses everything', async (_, bytes, status, code) => {
  const answer = await shout(Number(new URL(server.origin()).port), bytes);
  const [head, body] = answer.split('\r\n\r\n') as [string, string];
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({
    success: false,
    code,
    requestId: expect.any(String) as string,
  });
});

it.each([
  ['POST', '/'],
  ['PUT', '/api/v1/nowhere'],
  ['GET', '/api/v2/projects'],
  ['GET', '/api'],
])('%s %s is nothing there is', async (method, path) => {
  const answer = await fetch(`${server.origin()}${path}`, { method });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    404,
    'NOT_FOUND',
  ]);
});
