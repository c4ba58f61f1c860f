import { SESSION_DAYS } from '@hzm/contracts/features/accounts/account';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { serve, type Answer } from '../http/serve.ts';
import { follow, type TestClient } from '../socket/support/test-client.ts';

const { ask, register, restart, socketOrigin } = serve({ registrationsPerMinute: 0 });
const HOUR_MS = 3_600_000;
const GRACE_MS = 60_000;
const START = Date.now();
const followers: TestClient[] = [];
let people = 0;
let name = '';

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  await register('Admin');
});
afterAll(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  name = `kisi${++people}`;
});
afterEach(() => {
  for (const { socket } of followers.splice(0)) socket.close();
});

const later = (milliseconds: number): void => {
  vi.setSystemTime(Date.now() + milliseconds);
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'accept-language': 'en' });
const refresh = (token: string, requestId?: string): Promise<Answer> =>
  ask('POST', '/auth/refresh', undefined, {
    ...bearer(token),
    ...(requestId !== undefined && { 'x-request-id': requestId }),
  });
const renewed = async (token: string): Promise<string> => {
  const { status, body } = await refresh(token);
  expect(status, body.error).toBe(200);
  return body.data.token;
};
const stands = async (...tokens: string[]): Promise<number[]> =>
  (await Promise.all(tokens.map(token => ask('GET', '/auth/me', undefined, bearer(token))))).map(
    ({ status }) => status,
  );
const signedUp = async (): Promise<string> =>
  (await ask('POST', '/auth/register', { name, email: `${name}@example.com`, password: 'gizli-1' }))
    .body.data.token;
const signedIn = async (): Promise<string> =>
  (
    await ask(
      'POST',
      '/auth/login',
      { email: `${name}@example.com`, password: 'gizli-1' },
      { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0' },
    )
  ).body.data.token;
const listed = async (token: string) =>
  (await ask('GET', '/auth/sessions', undefined, bearer(token))).body.data;

describe('a renewed token', () => {
  it('follows the one before, which ends a minute later', async () => {
    const first = await signedUp();
    const second = await renewed(first);
    expect(second).not.toBe(first);
    later(GRACE_MS - 1_000);
    expect(await stands(first, second)).toEqual([200, 200]);
    later(2_000);
    expect(await stands(first, second)).toEqual([401, 200]);
  });

  it('is given to two tabs that renew at once, and to one that asks again after a lost answer', async () => {
    const first = await signedUp();
    const both = await Promise.all([refresh(first), refresh(first)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    later(GRACE_MS + 1_000);
    expect(await stands(...both.map(({ body }) => body.data.token))).toEqual([200, 200]);

    const [tab] = both.map(({ body }) => body.data.token as string);
    await refresh(tab!, `${name}-lost`);
    later(GRACE_MS + 1_000);
    const again = await refresh(tab!, `${name}-lost`);
    expect([again.status, await stands(again.body.data.token)]).toEqual([200, [200]]);
  });

  it('is given again to the request that made it, and to no other; after the next renewal to none, without an end of the session', async () => {
    const first = await signedUp();
    await refresh(first, `${name}-lost`);
    later(GRACE_MS + 1_000);
    const again = await refresh(first, `${name}-lost`);
    const third = await renewed(again.body.data.token);
    const late = await refresh(first, `${name}-lost`);
    expect([again.status, late.status, late.body.code, await stands(third)]).toEqual([
      200,
      401,
      'TOKEN_EXPIRED',
      [200],
    ]);
    expect([(await refresh(first, `${name}-other`)).status, await stands(third)]).toEqual([
      401,
      [401],
    ]);
  });

  it('says when it ends, and when its session does', async () => {
    const { body } = await ask('POST', '/auth/register', {
      name,
      email: `${name}@example.com`,
      password: 'gizli-1',
    });
    const { expiresAt, sessionExpiresAt, token } = body.data;
    const day = 24 * HOUR_MS;
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 12 * HOUR_MS)).toBeLessThan(5_000);
    expect(Math.abs(Date.parse(sessionExpiresAt) - Date.now() - SESSION_DAYS * day)).toBeLessThan(
      5_000,
    );
    later(HOUR_MS);
    const next = (await refresh(token)).body.data;
    expect([next.sessionExpiresAt, Date.parse(next.expiresAt) > Date.parse(expiresAt)]).toEqual([
      sessionExpiresAt,
      true,
    ]);
    expect((await listed(next.token)).sessions).toMatchObject([
      { current: true, expiresAt: expect.any(String) as string },
    ]);
  });

  it('of an earlier generation ends the session of whoever has the later one, and its person is told', async () => {
    await signedUp();
    const stolen = await signedIn();
    const own = await renewed(stolen);
    later(GRACE_MS + 1_000);
    const thief = await refresh(stolen);
    expect([thief.status, thief.body.code, thief.body.error]).toEqual([
      401,
      'UNAUTHORIZED',
      expect.stringContaining('an old token of it was used again'),
    ]);
    expect(await stands(own, stolen)).toEqual([401, 401]);
    expect((await refresh(own)).status).toBe(401);

    const after = await listed(await signedIn());
    expect(after.reused).toMatchObject([
      { device: 'Firefox, Linux', createdAt: expect.any(String), endedAt: expect.any(String) },
    ]);
    await restart();
    expect([await stands(own), (await listed(await signedIn())).reused.length]).toEqual([[401], 1]);
  });

  it('never makes a session older than 30 days', async () => {
    let token = await signedUp();
    const began = Date.now();
    for (let hours = 11; hours < SESSION_DAYS * 24; hours += 11) {
      vi.setSystemTime(began + hours * HOUR_MS);
      token = await renewed(token);
    }
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
      exp: number;
    };
    expect(exp * 1000).toBeLessThanOrEqual(began + SESSION_DAYS * 24 * HOUR_MS + 5_000);
    vi.setSystemTime(began + SESSION_DAYS * 24 * HOUR_MS + 5_000);
    expect([await stands(token), (await refresh(token)).body.code]).toEqual([
      [401],
      'TOKEN_EXPIRED',
    ]);
  });
});

describe('a socket', () => {
  const connect = async (token: string): Promise<TestClient> => {
    const follower = await follow(Number(new URL(socketOrigin()).port), { token });
    followers.push(follower);
    return follower;
  };

  it('ends with the grace of a renewed token, unless it is told the new one', async () => {
    const first = await signedUp();
    const { id } = (await ask('GET', '/auth/me', undefined, bearer(first))).body.data.user;
    const [still, told] = [await connect(first), await connect(first)];
    await Promise.all([still, told].map(one => one.watch(`user:${id}`)));
    const second = await renewed(first);
    expect(await told.socket.timeout(5_000).emitWithAck('auth', { token: second })).toEqual({
      success: true,
    });
    later(GRACE_MS + 1_000);
    await still.until(() => still.order.includes('connect_error'));
    expect(still.ended).toEqual([{ topic: `user:${id}`, code: 'TOKEN_EXPIRED' }]);
    expect(told.order).not.toContain('disconnect');
  });

  it('ends at once when a token of its session is used again', async () => {
    const stolen = await signedUp();
    const own = await renewed(stolen);
    const follower = await connect(own);
    later(GRACE_MS + 1_000);
    expect((await refresh(stolen)).status).toBe(401);
    await follower.until(() => follower.order.includes('connect_error'));
  });
});
