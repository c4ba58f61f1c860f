import { describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve({ registrationsPerMinute: 12 });

describe('a key', () => {
  it('may ask as often as its project says, and is told how often that is', async () => {
    const { projectId, session, key } = await register('Ayse');
    const tableId = await table(projectId, session, 'Ürünler', {});
    await ask('PUT', `/projects/${projectId}`, { settings: { maxRequestsPerMinute: 3 } }, session);
    for (const remaining of ['2', '1', '0']) {
      const { status, headers } = await ask('GET', `/data/table/${tableId}`, undefined, key);
      expect([status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([
        200,
        '3',
        remaining,
      ]);
      expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
    }
    const refused = await ask('GET', `/data/table/${tableId}`, undefined, key);
    expect([refused.status, refused.body.code, refused.headers.get('ratelimit-remaining')]).toEqual(
      [429, 'RATE_LIMIT_EXCEEDED', '0'],
    );
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).not.toHaveProperty('data');
    expect((await ask('GET', `/data/table/${tableId}`, undefined, session)).status).toBe(200);
  });

  it("is refused with its project's password after fifty wrong ones from the address; the key alone goes on", async () => {
    const { projectId, session, key } = await register('Deniz');
    const path = `/data/table/${await table(projectId, session, 'Ürünler', {})}`;
    await ask(
      'PUT',
      `/projects/${projectId}`,
      { settings: { maxRequestsPerMinute: 1000 } },
      session,
    );
    const wrong = { ...key, 'x-project-password': 'wrong' };
    const statuses = (
      await Promise.all(Array.from({ length: 52 }, () => ask('GET', path, undefined, wrong)))
    ).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 50 }, () => 401),
      429,
      429,
    ]);
    expect((await ask('GET', path, undefined, key)).status).toBe(429);
    expect((await ask('GET', path, undefined, { 'x-api-key': key['x-api-key']! })).status).toBe(
      200,
    );
    expect((await ask('GET', path, undefined, { ...session, ...key })).status).toBe(200);
  });
});

describe('signing in', () => {
  it('is refused after ten failures for an account, whether it exists or not', async () => {
    await register('Berna');
    for (const email of ['berna@example.com', 'nobody@example.com']) {
      const statuses = (
        await Promise.all(
          Array.from({ length: 12 }, () =>
            ask('POST', '/auth/login', { email, password: 'yanlış' }),
          ),
        )
      ).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([
        ...Array.from({ length: 10 }, () => 401),
        429,
        429,
      ]);
    }
    const refused = await ask('POST', '/auth/login', {
      email: ' BERNA@example.com',
      password: 'gizli-1',
    });
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      'Çok fazla deneme yapıldı. Lütfen 10-15 dakika bekleyip tekrar deneyin.',
    ]);
  });

  it('may succeed as often as one likes', async () => {
    await register('Cem');
    for (let i = 0; i < 15; i++)
      expect(
        (await ask('POST', '/auth/login', { email: 'cem@example.com', password: 'gizli-1' }))
          .status,
      ).toBe(200);
  });

  it('is refused after fifty failures from an address, but for an account that signed in there before', async () => {
    for (let i = 0; i < 30; i++)
      await ask('POST', '/auth/login', { email: `n${i}@example.com`, password: 'yanlış' });
    expect(
      (await ask('POST', '/auth/login', { email: 'n1@example.com', password: 'gizli-1' })).status,
    ).toBe(429);
    expect(
      (await ask('POST', '/auth/login', { email: 'cem@example.com', password: 'gizli-1' })).status,
    ).toBe(200);
  });
});

it('an address asks 600 times in a minute without showing who it is; who shows it, and who asks for health, goes on', async () => {
  const { session } = await register('Ece');
  // An address of its own: refusals of the tests before count, too.
  const from = { 'x-forwarded-for': '10.0.0.7' };
  const asked = Array.from({ length: 602 }, (_, i) =>
    ask(
      'GET',
      '/projects',
      undefined,
      i % 2 ? from : { ...from, authorization: 'Bearer nonsense' },
    ),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter(status => status === 401)).toHaveLength(600);
  const refused = await ask('GET', '/projects', undefined, from);
  expect([refused.status, refused.headers.get('ratelimit-limit'), refused.body.error]).toEqual([
    429,
    '600',
    'Çok fazla istek attınız. Lütfen biraz bekleyin ve tekrar deneyin.',
  ]);
  expect((await ask('GET', '/projects', undefined, { ...from, ...session })).status).toBe(200);
  expect((await ask('GET', '/health', undefined, from)).status).toBe(200);
});

it('an address registers so many in a minute', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++)
    statuses.push(
      (
        await ask('POST', '/auth/register', {
          name: 'N',
          email: `new${i}@example.com`,
          password: 'gizli-1',
        })
      ).status,
    );
  expect(statuses).toEqual([
    ...Array.from({ length: 7 }, () => 201),
    ...Array.from({ length: 5 }, () => 429),
  ]);
});

describe('the limit of an account', () => {
  const { ask: asked, register: registered } = serve({ requestsPerMinute: 40 });

  it('is told with each answer to a session, and to a key when less is left of it than of its own', async () => {
    const { projectId, session, key } = await registered('Ada');
    const limits = async (by: Headed) => {
      const { headers } = await asked('GET', `/projects/${projectId}`, undefined, by);
      return ['limit', 'remaining'].map(name => Number(headers.get(`ratelimit-${name}`)));
    };
    const [limit, first] = await limits(session);
    const [, second] = await limits(session);
    expect([limit, second]).toEqual([40, first! - 1]);
    // The key may ask 100 times by itself, of four fifths of its account.
    expect(await limits(key)).toEqual([32, second! - 1 - 8]);
  });
});
