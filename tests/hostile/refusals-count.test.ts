import { calls } from '@hzm/contracts/registry';
import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from '../http/serve.ts';

const { ask, origin, register } = serve({ registrationsPerMinute: 20 });
let disabled: Awaited<ReturnType<typeof register>>;
let ayse: Awaited<ReturnType<typeof register>>;
let addresses = 0;
/** An address of its own, so that a limit of one test does not reach the others. */
const from = (): Headed => ({
  'x-forwarded-for': `10.1.${Math.floor(++addresses / 200)}.${addresses % 200}`,
});

beforeAll(async () => {
  const admin = await register('Admin');
  [disabled, ayse] = [await register('Can'), await register('Ayse')];
  await ask('PUT', `/admin/users/${disabled.id}`, { isActive: false }, admin.session);
});

const withoutEmail = (headers: Headed): Headed =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'x-user-email'));
const refused: [string, string, () => Headed][] = [
  ['a key whose e-mail is missing', 'MISSING_HEADERS', () => withoutEmail(ayse.key)],
  ['the session of a disabled account', 'ACCOUNT_DISABLED', () => disabled.session],
  [
    'a key in a page of another site',
    'ORIGIN_NOT_ALLOWED',
    () => ({ ...ayse.key, origin: 'https://evil.example' }),
  ],
  ['a token that is none', 'UNAUTHORIZED', () => ({ authorization: 'Bearer x.y.z' })],
];

describe.each(refused)('%s', (_, code, headers) => {
  it(`is refused with ${code}, counted, and refused as too much in the end`, async () => {
    const address = from();
    const answers = await Promise.all(
      Array.from({ length: 605 }, () =>
        ask('GET', '/projects', undefined, { ...headers(), ...address }),
      ),
    );
    expect(answers.filter(({ body }) => body.code === code)).toHaveLength(600);
    const late = answers.filter(({ status }) => status === 429);
    expect(late).toHaveLength(5);
    expect(late.every(({ headers: given }) => given.get('retry-after') !== null)).toBe(true);
  }, 60_000);
});

it('every call counts what it refuses early', async () => {
  const free: string[] = [];
  for (const { method, path, name } of calls) {
    for (const headers of [withoutEmail(ayse.key), disabled.session, {}]) {
      const response = await fetch(`${origin()}/api/v1${path.replaceAll(/:\w+/g, 'x')}`, {
        method,
        headers: { ...headers, ...from() },
      });
      await response.body?.cancel();
      if (response.status >= 400 && !response.headers.has('ratelimit-remaining'))
        free.push(`${name} ${response.status}`);
    }
  }
  expect(free).toEqual([]);
}, 60_000);

it.each([
  ['GET', '/nothing'],
  ['PATCH', '/projects'],
  ['GET', '/projects/%zz'],
  ['GET', '/tables/nothing/at/all'],
])('%s %s counts for its address', async (method, path) => {
  const address = from();
  const remaining = [];
  for (let n = 0; n < 2; n++)
    remaining.push(
      Number((await ask(method, path, undefined, address)).headers.get('ratelimit-remaining')),
    );
  expect(remaining).toEqual([599, 598]);
});
