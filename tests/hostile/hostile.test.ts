import { newId } from '@hzm/contracts/core/ids';
import { problemStatus } from '@hzm/contracts/core/problem';
import { calls } from '@hzm/contracts/registry';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../http/serve.ts';
import { ask, hangUp, shout, type Raw } from './raw.ts';

const CASES = 2500;
const server = serve();
const port = (): number => Number(new URL(server.origin()).port);
const known = { projectId: '', tableId: '', rowId: '', fieldId: '', keyId: '', accountId: newId() };
let identities: readonly Readonly<Record<string, string>>[] = [{}];

beforeAll(async () => {
  const person = await server.register('Ayse');
  known.projectId = person.projectId;
  known.tableId = await server.table(person.projectId, person.session, 'Kayıtlar', {
    ad: 'string',
    n: 'number',
    bilgi: 'object',
    liste: 'array',
    gün: 'date',
    tutar: 'currency',
    açık: 'boolean',
  });
  known.fieldId = (
    await server.ask(
      'GET',
      `/tables/${known.projectId}/${known.tableId}/fields`,
      undefined,
      person.session,
    )
  ).body.data.fields[0].id;
  known.rowId = (
    await server.ask('POST', `/data/table/${known.tableId}/rows`, { ad: 'Çay' }, person.session)
  ).body.data.row.id;
  known.keyId = (
    await server.ask('POST', `/api-keys/project/${known.projectId}`, { name: 'Ek' }, person.session)
  ).body.data.apiKey.id;
  await server.ask(
    'PUT',
    `/projects/${known.projectId}`,
    { settings: { maxRequestsPerMinute: 10_000 } },
    person.session,
  );
  identities = [
    person.session,
    person.session,
    person.key,
    { 'x-api-key': person.key['x-api-key']! },
    {},
  ];
});
afterAll(hangUp);

const words = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udc00x',
  'ı'.repeat(300),
  "' OR 1=1 --",
  '"; DROP TABLE events; --',
  '${7*7}',
  '../../etc/passwd',
  '<script>',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '%00',
  '𝒳',
  '\u202e',
  'a\nb',
  '2026-13-45',
  '9'.repeat(40),
];
const word = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 30 }));
const number = fc.oneof(
  fc.constantFrom(0, -0, -1, 1e308, -1e308, 5e-324, 2 ** 53, 1.5),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: word },
  number,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom({ amount: 1, currency: 'TRY' }, [], {}, [[]], { $ne: null }, { toString: 1 }),
);
/** Names that the calls know, so that a case gets further than "unknown member". */
const members = [
  'name',
  'description',
  'email',
  'password',
  'newPassword',
  'settings',
  'type',
  'required',
  'validation',
  'rows',
  'updates',
  'deletes',
  'ad',
  'n',
  'bilgi',
  'liste',
  'gün',
  'tutar',
  'açık',
  'fieldId',
  'oldPosition',
  'newPosition',
  'version',
  'isPublic',
  'keyType',
  'values',
  'id',
  'restores',
  'permissions',
  'scope',
  'expiresAt',
  'rateLimit',
  'isActive',
  'role',
  'userId',
  'currentPassword',
];
const object = fc.dictionary(
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...members) }, word),
  fc.oneof(
    { weight: 4, arbitrary: value },
    fc.array(fc.dictionary(fc.constantFrom(...members), value, { maxKeys: 4 }), { maxLength: 4 }),
  ),
  { maxKeys: 6 },
);
/** Bodies with which a call may well do what is asked. */
const fair = fc.oneof(
  fc.constant({}),
  word.map(ad => ({ ad })),
  number.map(n => ({ n })),
  object.map(bilgi => ({ bilgi })),
  fc.array(fc.jsonValue()).map(liste => ({ liste })),
  word.map(name => ({ name })),
  word.map(name => ({ name, type: 'string' })),
  fc
    .array(
      word.map(ad => ({ ad })),
      { minLength: 1, maxLength: 5 },
    )
    .map(rows => ({ rows })),
  fc.record({ name: word, email: fc.emailAddress(), password: fc.string({ minLength: 6 }) }),
);
const body = fc.oneof(
  { weight: 6, arbitrary: fair.map(o => JSON.stringify(o)) },
  { weight: 6, arbitrary: object.map(o => JSON.stringify(o)) },
  value.map(v => JSON.stringify(v)),
  word,
  fc.constantFrom(
    '{',
    '[',
    '{"a":}',
    '\u0000',
    '['.repeat(5000),
    '{"a":1}{"b":2}',
    '{"__proto__":1}',
  ),
);
const id = fc.oneof(
  { weight: 30, arbitrary: fc.constant(undefined) },
  word,
  fc.uuid(),
  fc.constantFrom(
    '%00',
    '%zz',
    '%2e%2e',
    '..%2f..',
    'a%20b',
    '%ff',
    '%F0%9F',
    ';',
    '*',
    '(',
    ':id',
  ),
);
const parameters = [
  'page',
  'limit',
  'sort',
  'order',
  'filter[ad]',
  'filter[ad][eq]',
  'filter[n][gt]',
  'filter[__proto__]',
  'filter[n][$ne]',
  'filter',
  'filter[]',
  'q',
  'cursor',
  'count',
  'asOf',
  'after',
  'before',
  'actor',
  'type',
  'table',
  'row',
];
const query = fc
  .array(fc.tuple(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...parameters) }, word), word), {
    maxLength: 4,
  })
  .map(pairs =>
    pairs
      .map(
        ([name, text]) =>
          `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`,
      )
      .join('&'),
  );
const header = fc.oneof(
  fc.constantFrom(
    '"0"',
    '"1"',
    'W/"1"',
    '*',
    '0'.repeat(20),
    '9'.repeat(20),
    '-1',
    'Bearer ',
    'Bearer x.y.z',
    'Bearer hzm_x',
    'hzm_',
    'a'.repeat(101),
    'text/plain',
    'application/json; charset=utf-99',
    'gzip',
    '',
  ),
  fc.string({ maxLength: 40 }).map(s => s.replace(/[^\x20-\x7e]/g, '')),
);
const headers = fc
  .dictionary(
    fc.constantFrom(
      'if-match',
      'x-request-id',
      'idempotency-key',
      'x-wait-for-position',
      'authorization',
      'x-api-key',
      'x-user-email',
      'x-project-password',
      'content-type',
      'content-encoding',
      'origin',
      'accept-language',
    ),
    header,
    { maxKeys: 2 },
  )
  // To wait for a position that never comes takes its five seconds; that is tested elsewhere.
  .filter(h => !/^[1-9]\d{19}$/.test(h['x-wait-for-position'] ?? ''));

const one = fc.record({
  call: fc.constantFrom(...calls),
  path: fc.nat(),
  ids: fc.array(id, { minLength: 4, maxLength: 4 }),
  query: fc.oneof(query, fc.constant('')),
  body: fc.option(body, { freq: 6, nil: undefined }),
  headers: fc.oneof(headers, fc.constant<Record<string, string>>({})),
  identity: fc.nat(4),
});

function expectEnvelope(answer: Raw, what: string): void {
  const { success, code, error, requestId } = JSON.parse(answer.text) as Record<string, unknown>;
  expect([success, typeof error, typeof requestId], what).toEqual([false, 'string', 'string']);
  expect(problemStatus[code as keyof typeof problemStatus], `${what}: ${String(code)}`).toBe(
    answer.status,
  );
  expect(answer.text, what).not.toMatch(/node_modules|\.ts:\d|SQLITE|at \w+ \(/);
}

const head = async (): Promise<string> =>
  (await server.ask('GET', '/health/database')).body.data.eventStore.head;

describe('hostile input', () => {
  it(`${CASES} requests: never a 5xx, always the envelope, and nothing written by what was refused`, async () => {
    let refused = 0;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        one,
        async ({ call, path, ids, query: search, body: text, headers: extra, identity }) => {
          const paths = [call.path, ...call.aliases];
          let at = 0;
          const filled = paths[path % paths.length]!.replace(/:(\w+)/g, (_, name: string) => {
            const given = ids[at++ % 4];
            return given === undefined || given === ''
              ? (known[name as keyof typeof known] ?? newId())
              : given.includes('%')
                ? given
                : encodeURIComponent(given.toWellFormed());
          });
          // Calls that would delete the project of the test, or end its session.
          if (
            call.name === 'logout' ||
            (['delete-project', 'delete-any-project'].includes(call.name) &&
              ids[0] === undefined) ||
            (call.name === 'delete-table' && ids.slice(0, 2).includes(undefined))
          )
            return;
          const before = await head();
          const what = `${call.method} ${filled}?${search} ${JSON.stringify(extra)} ${text}`;
          const answer = await ask(
            port(),
            call.method,
            `/api/v1${filled}${search && `?${search}`}`,
            { 'content-type': 'application/json', ...identities[identity], ...extra },
            call.method === 'GET' ? undefined : text,
          );
          if (!answer) return;
          expect(answer.status, `${what} ${answer.text}`).toBeLessThan(500);
          if (answer.status < 400) accepted++;
          else {
            refused++;
            expectEnvelope(answer, what);
            if ((await head()) !== before)
              throw new Error(`written though refused: ${what} ${answer.text}`);
          }
        },
      ),
      { numRuns: CASES },
    );
    // Both ways are well trodden.
    expect(Math.min(refused, accepted)).toBeGreaterThan(CASES / 20);
    expect((await server.ask('GET', '/health')).body.data.status).toBe('ok');
  }, 180_000);

  it.each([
    ['no HTTP at all', '\u0000\u0001\u0002\r\n\r\n'],
    ['a method nobody knows', 'HACK / HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'two lengths',
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}',
    ],
    [
      'length and chunks',
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a header of 100 KB', `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['an address of 100 KB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    [
      'half a request',
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 400\r\n\r\n{"email":',
    ],
    ['no host', 'GET /api/v1/health HTTP/1.1\r\n\r\n'],
    ['a path that is no path', 'GET http://[::1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s: refused, and the server goes on', async (_, bytes) => {
    const answer = await shout(port(), bytes);
    expect(answer).not.toMatch(/^HTTP\/1\.1 (2|5)/);
    expect((await server.ask('GET', '/health')).status).toBe(200);
  });

  it.each([
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/locales/../../package.json',
    '/locales/tr/%2e%2e%2f%2e%2e%2fpackage.json',
    '/.env',
    '/secret',
    '/.data/secret',
  ])('%s is no file', async path => {
    const answer = await ask(port(), 'GET', path, {}, undefined);
    expect(answer!.text).not.toMatch(/root:|"workspaces"|"name": "hzm"/);
  });
});
