import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, restart } = serve();
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
let person: Awaited<ReturnType<typeof register>>;
const email = 'ayse@example.com';

beforeAll(async () => {
  await register('Admin');
  person = await register('Ayse');
});

const signIn = async (password = 'gizli-1', agent = FIREFOX): Promise<Headed> => ({
  authorization: `Bearer ${(await ask('POST', '/auth/login', { email, password }, { 'user-agent': agent })).body.data.token}`,
});
const sessions = async (as: Headed) =>
  (await ask('GET', '/auth/sessions', undefined, as)).body.data.sessions;
const isIn = async (as: Headed): Promise<boolean> =>
  (await ask('GET', '/auth/me', undefined, as)).status === 200;

describe('my sessions', () => {
  it('are listed with device and time, mine marked; each can be ended from anywhere', async () => {
    const [here, there] = [person.session, await signIn()];
    const list = await sessions(here);
    expect(list).toHaveLength(2);
    expect(list.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    const other = list.find(({ current }: { current: boolean }) => !current);
    expect(other).toMatchObject({
      device: 'Firefox, Linux',
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
    });
    await ask('GET', '/auth/me', undefined, there);
    await expect
      .poll(
        async () =>
          (await sessions(here)).find(({ id }: { id: string }) => id === other.id).lastSeenAt >
          other.createdAt,
      )
      .toBe(true);
    expect((await ask('DELETE', `/auth/sessions/${other.id}`, undefined, here)).status).toBe(200);
    expect([await isIn(there), await isIn(here), (await sessions(here)).length]).toEqual([
      false,
      true,
      1,
    ]);
  });

  it("are nobody else's to see or to end, and no key's", async () => {
    const other = await register('Can');
    const [mine] = await sessions(person.session);
    expect(
      (await ask('DELETE', `/auth/sessions/${mine.id}`, undefined, other.session)).body.code,
    ).toBe('NOT_FOUND');
    expect((await ask('GET', '/auth/sessions', undefined, person.key)).body.code).toBe('KEY_SCOPE');
    expect(await isIn(person.session)).toBe(true);
  });
});

describe('my password', () => {
  it('is changed by who knows it; all other sessions end at once, and stay ended', async () => {
    const [here, there] = [await signIn(), await signIn()];
    const change = (body: object, more: Headed = {}) =>
      ask('PUT', '/auth/password', body, { ...here, ...more });
    const wrong = await change({ currentPassword: 'yanlış', newPassword: 'yeni-gizli' });
    expect([wrong.status, wrong.body.details]).toEqual([
      400,
      [{ path: 'currentPassword', message: 'Mevcut şifre doğrulanamadı' }],
    ]);
    expect(
      (await change({ currentPassword: 'gizli-1', newPassword: 'kısa' })).body.details[0].path,
    ).toBe('newPassword');
    const first = await change(
      { currentPassword: 'gizli-1', newPassword: 'yeni-gizli' },
      { 'x-request-id': 'yeni-sifre' },
    );
    const again = await change(
      { currentPassword: 'gizli-1', newPassword: 'yeni-gizli' },
      { 'x-request-id': 'yeni-sifre' },
    );
    expect([first.status, again.status, again.headers.get('x-position')]).toEqual([
      200,
      200,
      first.headers.get('x-position'),
    ]);
    expect([await isIn(here), await isIn(there), await isIn(person.session)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await sessions(here)).toHaveLength(1);
    await restart();
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect((await ask('POST', '/auth/login', { email, password: 'gizli-1' })).body.code).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await isIn(await signIn('yeni-gizli'))).toBe(true);
  });

  it('lets nobody in who signs in with the old one while it is changed', async () => {
    const { session } = await register('Deniz');
    const old = { email: 'deniz@example.com', password: 'gizli-1' };
    const change = ask(
      'PUT',
      '/auth/password',
      { currentPassword: 'gizli-1', newPassword: 'yeni-gizli' },
      session,
    );
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask('POST', '/auth/login', old)),
    );
    expect((await change).status).toBe(200);
    const tokens = answers.flatMap(({ body }): string[] =>
      body.data === undefined ? [] : [body.data.token],
    );
    expect(
      await Promise.all(tokens.map(token => isIn({ authorization: `Bearer ${token}` }))),
    ).toEqual(tokens.map(() => false));
    expect(await sessions(session)).toHaveLength(1);
    expect(await isIn(session)).toBe(true);
  });

  it('is guessed no more often than by signing in', async () => {
    const as = await signIn('yeni-gizli');
    const answers = [];
    for (let i = 0; i < 11; i++)
      answers.push(
        (
          await ask(
            'PUT',
            '/auth/password',
            { currentPassword: `yanlış-${i}`, newPassword: 'başka-gizli' },
            as,
          )
        ).status,
      );
    // The wrong sign-in of a moment ago counts, too.
    expect([
      answers[0],
      answers.filter(status => status === 400).length <= 10,
      answers.at(-1),
    ]).toEqual([400, true, 429]);
  });
});

it('a sign-in under a name that was used before opens another session once the first is over', async () => {
  const id = { 'x-request-id': 'nightly' };
  const enter = async (): Promise<Headed> => {
    const { token } = (
      await ask('POST', '/auth/login', { email: 'lale@example.com', password: 'gizli-1' }, id)
    ).body.data;
    return { authorization: `Bearer ${token}` };
  };
  await register('Lale');
  const [first, again] = [await enter(), await enter()];
  expect(await sessions(again)).toHaveLength(2);
  const { id: current } = (await sessions(first)).find((one: { current: boolean }) => one.current);
  expect((await ask('DELETE', `/auth/sessions/${current}`, undefined, again)).status).toBe(200);
  expect(await isIn(first)).toBe(false);
  expect(await isIn(await enter())).toBe(true);
});
