import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Answer, type Headed } from '../http/serve.ts';
import { mailbox } from '../run/mailbox.ts';
import { Installation } from './installation.ts';

const { mails, mail } = await mailbox();
const { ask, register, table } = serve({
  mail: mail('https://hzm.example'),
  registrationsPerMinute: 0,
});
const from = (address: string): Headed => ({ 'x-forwarded-for': address });
const login = (email: string, password: string, address: string): Promise<Answer> =>
  ask('POST', '/auth/login', { email, password }, from(address));
const at = async <T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly ms: number }> => {
  const began = performance.now();
  const result = await work();
  return { result, ms: performance.now() - began };
};

describe('the right password of an account that strangers guess at', () => {
  it('is refused only where ten were wrong', async () => {
    await register('Ada');
    const wrong = (
      await Promise.all(
        Array.from({ length: 12 }, () => login('ada@example.com', 'yanlış', '198.51.100.1')),
      )
    ).map(({ status }) => status);
    expect(wrong.toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      429,
      429,
    ]);
    expect((await login('ada@example.com', 'gizli-1', '198.51.100.1')).status).toBe(429);
    expect((await login('ada@example.com', 'gizli-1', '198.51.100.2')).status).toBe(200);
  });

  it('waits longer and longer after a hundred wrong ones from everywhere, but not where it was right before', async () => {
    await register('Berna');
    expect((await login('berna@example.com', 'gizli-1', '192.0.2.1')).status).toBe(200);
    const wrong: Answer[] = [];
    for (let round = 0; round < 8; round++)
      wrong.push(
        ...(await Promise.all(
          Array.from({ length: 14 }, (_, n) =>
            login('berna@example.com', 'yanlış', `203.0.113.${n}`),
          ),
        )),
      );
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
    const known = await at(() => login('berna@example.com', 'gizli-1', '192.0.2.1'));
    const unknown = await at(() => login('berna@example.com', 'gizli-1', '192.0.2.2'));
    const unknownNoMore = await at(() => login('berna@example.com', 'gizli-1', '192.0.2.2'));
    expect([known, unknown, unknownNoMore].map(({ result: { status } }) => status)).toEqual([
      200, 200, 200,
    ]);
    // The hundred-and-thirteenth waits thirteen quarters of a second.
    expect(unknown.ms).toBeGreaterThan(3_200);
    expect(Math.min(known.ms, unknownNoMore.ms)).toBeLessThan(3_000);
    // One address has three of the waiting attempts.
    const crowd = (
      await Promise.all(
        Array.from({ length: 6 }, () => login('berna@example.com', 'yanlış', '192.0.2.3')),
      )
    ).map(({ status }) => status);
    expect(crowd.toSorted((a, b) => a - b)).toEqual([401, 401, 401, 429, 429, 429]);
    // Another account from the same addresses is not meant.
    await register('Cem');
    expect((await at(() => login('cem@example.com', 'gizli-1', '192.0.2.4'))).result.status).toBe(
      200,
    );
  }, 90_000);

  it('is taken where it was right before, whatever accounts were guessed at from there', async () => {
    await register('Deniz');
    await register('Ece');
    expect((await login('deniz@example.com', 'gizli-1', '198.51.100.9')).status).toBe(200);
    await Promise.all(
      Array.from({ length: 55 }, (_, n) => login(`x${n}@example.com`, 'yanlış', '198.51.100.9')),
    );
    expect((await login('ece@example.com', 'gizli-1', '198.51.100.9')).status).toBe(429);
    expect((await login('deniz@example.com', 'gizli-1', '198.51.100.9')).status).toBe(200);
  }, 60_000);
});

describe('waiting for the password of an account that is guessed at from everywhere', () => {
  const guess = (email: string, address: string) => login(email, 'yanlış', address);
  /** Wrong passwords from so many addresses that further ones wait. */
  const besiege = async (email: string): Promise<void> => {
    for (let round = 0; round < 8; round++)
      await Promise.all(Array.from({ length: 13 }, (_, n) => guess(email, `203.0.113.${n + 100}`)));
  };

  it('leaves places to others, however many addresses one network has', async () => {
    await register('Lale');
    await besiege('lale@example.com');
    const crowd = Promise.all(
      Array.from({ length: 40 }, (_, n) => guess('lale@example.com', `2001:db8:7:${n + 1}::1`)),
    );
    const other = await login('lale@example.com', 'gizli-1', '2001:db8:8:1::1');
    const statuses = (await crowd).map(({ status }) => status);
    expect([
      statuses.filter(status => status === 401).length,
      statuses.filter(status => status === 429).length,
    ]).toEqual([25, 15]);
    expect(other.status).toBe(200);
  }, 90_000);

  it('is not for an address where a mailed link to a new password was used', async () => {
    await register('Mert');
    await besiege('mert@example.com');
    const own = '192.0.2.60';
    await ask('POST', '/auth/password/forgotten', { email: 'mert@example.com' }, from(own));
    await expect.poll(() => mails.length).toBe(1);
    const token = /\/reset-password\/([\w-]+)/.exec(mails[0]!.text)![1]!;
    expect(
      (await ask('POST', '/auth/password/reset', { token, newPassword: 'gizli-2' }, from(own)))
        .status,
    ).toBe(200);
    const known = await at(() => login('mert@example.com', 'gizli-2', own));
    const unknown = await at(() => login('mert@example.com', 'gizli-2', '192.0.2.61'));
    expect([known.result.status, unknown.result.status]).toEqual([200, 200]);
    expect(unknown.ms - known.ms).toBeGreaterThan(500);
  }, 90_000);
});

it('the three headers of a key are refused only where fifty were wrong, and never for other keys where they were right', async () => {
  const [ada, can] = [await register('Fatma'), await register('Gul')];
  const paths = await Promise.all(
    [ada, can].map(async ({ projectId, session }) => {
      await ask(
        'PUT',
        `/projects/${projectId}`,
        { settings: { maxRequestsPerMinute: 1_000 } },
        session,
      );
      return `/data/table/${await table(projectId, session, 'Ürünler', {})}`;
    }),
  );
  const read = async (person: number, address: string, password?: string): Promise<number> =>
    (
      await ask('GET', paths[person]!, undefined, {
        ...[ada, can][person]!.key,
        ...from(address),
        ...(password !== undefined && { 'x-project-password': password }),
      })
    ).status;
  expect(await read(1, '192.0.2.20')).toBe(200);
  const wrong = await Promise.all(Array.from({ length: 52 }, () => read(0, '192.0.2.20', 'wrong')));
  expect(wrong.filter(status => status === 401)).toHaveLength(50);
  expect([
    await read(0, '192.0.2.20'),
    await read(0, '192.0.2.21'),
    await read(1, '192.0.2.20'),
  ]).toEqual([429, 200, 200]);
});

it('a key is known by itself where it was right, whatever else is sent beside it', async () => {
  const [right, wrong] = [await register('Hale'), await register('Ilgaz')];
  const read = async (key: Headed, more: Headed = {}): Promise<number> =>
    (
      await ask('GET', '/tables/api-key-info', undefined, {
        ...key,
        ...from('192.0.2.30'),
        ...more,
      })
    ).status;
  expect(await read(right.key)).toBe(200);
  const beside = (n: number): Headed => ({
    'x-project-password': 'wrong',
    authorization: `Basic ${n}`,
  });
  for (let n = 0; n < 52; n++) await read(wrong.key, beside(n));
  expect(await read(wrong.key)).toBe(429);
  expect(await read(right.key, { authorization: 'Basic x' })).toBe(200);
});

it('one address that goes on with wrong headers makes no other address wait', async () => {
  const { key, projectId, session } = await register('Jale');
  await ask(
    'PUT',
    `/projects/${projectId}`,
    { settings: { maxRequestsPerMinute: 1_000 } },
    session,
  );
  const wrong = { ...key, ...from('192.0.2.40'), 'x-project-password': 'wrong' };
  for (let n = 0; n < 180; n++) await ask('GET', '/tables/api-key-info', undefined, wrong);
  const right = { ...key, ...from('192.0.2.41') };
  const {
    result: { status },
    ms,
  } = await at(() => ask('GET', '/tables/api-key-info', undefined, right));
  expect(status).toBe(200);
  expect(ms).toBeLessThan(3_000);
}, 60_000);

it("a key spends none of its owner's tries", async () => {
  const { key, session } = await register('Kaan');
  const byKey = { 'x-api-key': key['x-api-key']!, ...from('192.0.2.50') };
  const guess = { email: 'kaan@example.com', password: 'yanlış' };
  for (let n = 0; n < 12; n++) await ask('POST', '/auth/login', guess, byKey);
  const change = { currentPassword: 'gizli-1', newPassword: 'gizli-2' };
  expect((await ask('PUT', '/auth/password', change, session)).status).toBe(200);
});

describe('an address that is known', () => {
  const house = new Installation(false);
  beforeAll(() => house.start());
  afterAll(() => house.forget());

  it('is known after a restart, and stands nowhere in the clear', async () => {
    const address = '203.0.113.77';
    await house.register('Ada');
    const attempt = (email: string, password: string) =>
      house.ask('POST', '/auth/login', { email, password }, from(address));
    expect((await attempt('ada@example.com', 'gizli-1')).status).toBe(200);
    await house.stop();
    expect(await house.placesOf(address)).toEqual([]);
    await house.start();
    await Promise.all(Array.from({ length: 55 }, (_, n) => attempt(`x${n}@example.com`, 'yanlış')));
    expect((await attempt('y@example.com', 'yanlış')).status).toBe(429);
    expect((await attempt('ada@example.com', 'gizli-1')).status).toBe(200);
  }, 60_000);
});
