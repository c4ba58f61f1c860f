import { newId } from '@hzm/contracts/core/ids';
import { io } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { mailbox } from '../run/mailbox.ts';
import { serve, type Headed } from './serve.ts';

const ORIGIN = 'https://hzm.example';
const { mails, refusing, mail } = await mailbox();
let clock = 0;
const { ask, register, socketOrigin, restart } = serve({
  mail: mail(ORIGIN),
  registrationsPerMinute: 0,
});
let admin: Awaited<ReturnType<typeof register>>;
let asked = 0;

beforeAll(async () => {
  admin = await register('Admin');
});

/** Another address for each, so that the limit of one does not reach the others. */
const from = (): Headed => ({
  'x-forwarded-for': `10.0.${Math.floor(++clock / 200)}.${clock % 200}`,
});
const named = (): Headed => ({ 'x-request-id': `reset-${++asked}` });
const forgot = (email: string, headers: Headed = from()) =>
  ask('POST', '/auth/password/forgotten', { email }, headers);
const reset = (token: string, newPassword = 'yeni-gizli', headers: Headed = from()) =>
  ask('POST', '/auth/password/reset', { token, newPassword }, headers);
const signIn = async (email: string, password: string) =>
  (await ask('POST', '/auth/login', { email, password }, from())).status;
const isIn = async (as: Headed): Promise<boolean> =>
  (await ask('GET', '/auth/me', undefined, as)).status === 200;
const mailsTo = (email: string) => mails.filter(({ to }) => to === email);
const tokenIn = (text: string): string => /\/reset-password\/([\w-]+)/.exec(text)![1]!;
/** Asks, and waits for the mail. */
const mailed = async (email: string, headers?: Headed): Promise<string> => {
  const before = mailsTo(email).length;
  await forgot(email, headers);
  await expect.poll(() => mailsTo(email).length).toBe(before + 1);
  return tokenIn(mailsTo(email).at(-1)!.text);
};
const linkOf = (accountId: string, headers: Headed = {}) =>
  ask('POST', `/admin/users/${accountId}/password-link`, {}, { ...admin.session, ...headers });

describe('a forgotten password', () => {
  it('is set anew by a link in a mail: all sessions and sockets end, the link works once', async () => {
    const { session } = await register('Ayse');
    const socket = io(socketOrigin(), {
      transports: ['websocket'],
      auth: { token: session['authorization']!.slice('Bearer '.length) },
      reconnection: false,
    });
    await new Promise(resolve => {
      socket.once('connect', () => resolve(undefined));
    });
    const ended = new Promise(resolve => {
      socket.once('disconnect', resolve);
    });
    const token = await mailed('ayse@example.com', { ...from(), 'accept-language': 'en' });
    const { text } = mailsTo('ayse@example.com')[0]!;
    expect(text).toContain('Hello Ayse,');
    expect(text).toContain(`${ORIGIN}/reset-password/${token}`);

    expect((await reset(token, 'kısa')).body.details[0]).toEqual({
      path: 'newPassword',
      message: 'Şifre en az 6 karakter olmalıdır',
    });
    const headers = { ...from(), ...named() };
    const [first, again] = [
      await reset(token, 'yeni-gizli', headers),
      await reset(token, 'yeni-gizli', headers),
    ];
    expect([first.status, again.status, again.headers.get('x-position')]).toEqual([
      200,
      200,
      first.headers.get('x-position'),
    ]);
    await ended;
    expect([
      await isIn(session),
      await signIn('ayse@example.com', 'gizli-1'),
      await signIn('ayse@example.com', 'yeni-gizli'),
    ]).toEqual([false, 401, 200]);
    const used = await reset(token, 'başka-gizli');
    expect([used.status, used.body.code, used.body.error]).toEqual([
      404,
      'NOT_FOUND',
      'Bu bağlantı artık geçerli değil: kullanılmış, yerine yenisi gelmiş ya da süresi dolmuş',
    ]);
    await restart();
    expect([
      (await reset(token, 'başka-gizli')).status,
      await signIn('ayse@example.com', 'yeni-gizli'),
    ]).toEqual([404, 200]);
  });

  it('is answered the same, whoever has the address', async () => {
    await register('Bora');
    const [known, unknown, nonsense] = [
      await forgot('bora@example.com'),
      await forgot('nobody@example.com'),
      await forgot('…'),
    ];
    for (const { status, body } of [known, unknown, nonsense])
      expect([status, body]).toEqual([202, { success: true, data: { sendsMail: true } }]);
    const names = ({ headers }: typeof known) => [...headers.keys()].toSorted();
    expect([names(unknown), names(nonsense)]).toEqual([names(known), names(known)]);
    await expect.poll(() => mailsTo('bora@example.com').length).toBe(1);
    expect(
      mails.filter(({ to }) => to !== 'bora@example.com' && to !== 'ayse@example.com'),
    ).toEqual([]);
  });

  it('is mailed three times an hour at most, however often and from wherever it is asked for; a request that comes again mails nothing', async () => {
    await register('Can');
    const headers = { ...from(), ...named() };
    const token = await mailed('can@example.com', headers);
    expect((await forgot('can@example.com', headers)).status).toBe(202);
    const answers = await Promise.all(Array.from({ length: 12 }, () => forgot('can@example.com')));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    await expect.poll(() => mailsTo('can@example.com').length).toBe(3);
    // All earlier mails have arrived when this one has.
    await register('Cem');
    await mailed('cem@example.com');
    expect(mailsTo('can@example.com')).toHaveLength(3);
    expect((await reset(token)).status, 'a newer one ends the older').toBe(404);
    expect((await reset(tokenIn(mailsTo('can@example.com').at(-1)!.text))).status).toBe(200);
  });

  it('of one address is asked for twenty times in a quarter of an hour', async () => {
    const headers = from();
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await forgot(`${n}@example.com`, headers)).status);
    expect([...new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([202, 429]);
  });

  it('ends with a change of the password, and with the account; a mail that does not leave is no failure', async () => {
    const dora = await register('Dora');
    const token = await mailed('dora@example.com');
    await ask(
      'PUT',
      '/auth/password',
      { currentPassword: 'gizli-1', newPassword: 'gizli-2' },
      dora.session,
    );
    expect((await reset(token)).status).toBe(404);
    refusing.is = true;
    expect((await forgot('dora@example.com')).status).toBe(202);
    await expect.poll(() => refusing.count).toBe(1);
    refusing.is = false;
    const later = await mailed('dora@example.com');
    await ask('DELETE', `/admin/users/${dora.id}`, undefined, admin.session);
    expect((await reset(later)).status).toBe(404);
  });

  it('is set by one of those who try at once', async () => {
    await register('Ece');
    const token = await mailed('ece@example.com');
    const passwords = Array.from({ length: 8 }, (_, n) => `yeni-gizli-${n}`);
    const statuses = await Promise.all(
      passwords.map(async password => (await reset(token, password)).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 404),
    ]);
    const winner = statuses.indexOf(200);
    expect(
      await Promise.all(passwords.map(password => signIn('ece@example.com', password))),
    ).toEqual(passwords.map((_, n) => (n === winner ? 200 : 401)));
  });

  it('takes no link that was guessed or altered, and not many guesses', async () => {
    const { id } = await register('Filiz');
    const token = await mailed('filiz@example.com');
    const altered = (at: number): string =>
      token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
    for (const wrong of [altered(74), altered(40), altered(0)])
      expect((await reset(wrong)).status).toBe(404);
    for (const nonsense of ['', 'x', token.slice(1), `${token}x`])
      expect((await reset(nonsense)).body.code).toBe('VALIDATION_ERROR');
    const headers = from();
    const statuses = [];
    for (let n = 0; n < 51; n++)
      statuses.push(
        (await reset(`${id.replaceAll('-', '')}${'a'.repeat(43)}`, 'yeni-gizli', headers)).status,
      );
    expect([...new Set(statuses.slice(0, 50)), statuses[50]]).toEqual([404, 429]);
    expect((await reset(token)).status, 'its owner is not kept from it').toBe(200);
  });
});

describe('a link that an administrator makes', () => {
  it('is made by administrators only, for whoever is there; the same request makes the same one', async () => {
    const gul = await register('Gul');
    const path = `/admin/users/${gul.id}/password-link`;
    expect([
      (await ask('POST', path, {}, gul.session)).status,
      (await ask('POST', path, {}, gul.key)).body.code,
      (await ask('POST', path, {})).status,
    ]).toEqual([403, 'FORBIDDEN', 401]);
    expect((await linkOf(newId())).status).toBe(404);
    const headers = named();
    const [first, again] = [await linkOf(gul.id, headers), await linkOf(gul.id, headers)];
    expect([first.status, again.body]).toEqual([201, first.body]);
    const { url, expiresAt } = first.body.data;
    expect(url.startsWith(`${ORIGIN}/reset-password/`)).toBe(true);
    expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    expect(mailsTo('gul@example.com')).toEqual([]);
    expect([
      (await reset(tokenIn(url))).status,
      await isIn(gul.session),
      await signIn('gul@example.com', 'yeni-gizli'),
    ]).toEqual([200, false, 200]);
  });

  it('ends those before; a stranger who asks for a mail does not end it', async () => {
    const { id } = await register('Hale');
    const byMail = await mailed('hale@example.com');
    const [older, newer] = [
      tokenIn((await linkOf(id)).body.data.url),
      tokenIn((await linkOf(id)).body.data.url),
    ];
    const byStranger = await mailed('hale@example.com');
    expect([
      (await reset(byMail)).status,
      (await reset(older)).status,
      (await reset(newer)).status,
      (await reset(byStranger)).status,
    ]).toEqual([404, 404, 200, 404]);
  });
});
