import { describe, expect, it } from 'vitest';
import { mailbox } from '../run/mailbox.ts';
import { serve } from './serve.ts';

const { mails, refusing, mail } = await mailbox();
const ORIGIN = 'https://hzm.example';
const { ask, register } = serve({ mail: mail(ORIGIN) });
let asking = 0;
const linkIn = (text: string): string => /\/invitations\/[\w-]+/.exec(text)![0];
const mailsTo = (email: string) => mails.filter(({ to }) => to === email);

it("an invitation is mailed with its link, once, in the inviter's language; without the mail it is there all the same", async () => {
  const { projectId, session } = await register('Ayse');
  const invite = (email: string, headers = {}) =>
    ask(
      'POST',
      `/projects/${projectId}/invitations`,
      { email, role: 'editor' },
      { ...session, ...headers },
    );
  const named = { 'x-request-id': `mail-${++asking}`, 'accept-language': 'en' };
  const [first, again] = [
    await invite('can@example.com', named),
    await invite('can@example.com', named),
  ];
  expect(again.body).toEqual(first.body);
  const { url, mailed } = first.body.data.invitation;
  expect([mailed, url.startsWith('https://hzm.example/invitations/')]).toEqual([true, true]);
  expect(mails.map(({ to }) => to)).toEqual(['can@example.com']);
  expect(mails[0]!.text).toContain(
    'Ayse invites you (can@example.com) to the project “Varsayılan Proje” as editor.',
  );
  // The mailed link is another one than the inviter's: using it proves the address.
  const link = linkIn(mails[0]!.text);
  expect(link).not.toBe(url.replace(ORIGIN, ''));
  expect((await ask('GET', link)).body.data.invitation.email).toBe('can@example.com');

  await invite('ece@example.com');
  expect(mails[1]!.text).toContain(
    'Ayse sizi (ece@example.com) “Varsayılan Proje” projesine düzenleyici olarak davet ediyor.',
  );

  refusing.is = true;
  const unmailed = await invite('deniz@example.com');
  expect([unmailed.status, unmailed.body.data.invitation.mailed]).toEqual([201, false]);
  expect(
    (await ask('GET', unmailed.body.data.invitation.url.replace('https://hzm.example', ''))).status,
  ).toBe(200);
  refusing.is = false;

  // One address is mailed five times a day, however often somebody invites and withdraws.
  for (let count = 0; count < 6; count++) {
    const { id } = (await invite('flood@example.com')).body.data.invitation;
    await ask('DELETE', `/projects/${projectId}/invitations/${id}`, undefined, session);
  }
  expect(mails.filter(({ to }) => to === 'flood@example.com')).toHaveLength(5);
});

describe('an invitation to somebody who has an account', () => {
  type Person = Awaited<ReturnType<typeof register>>;
  const invite = async ({ projectId, session }: Person, email: string) =>
    (await ask('POST', `/projects/${projectId}/invitations`, { email, role: 'editor' }, session))
      .body.data.invitation as { id: string; url: string };
  const answer = (id: string, how: string, { session }: Person, headers = {}) =>
    ask('POST', `/auth/invitations/${id}/${how}`, undefined, { ...session, ...headers });
  const own = async ({ session }: Person) =>
    (await ask('GET', '/auth/invitations', undefined, session)).body.data;
  const mayOpen = async (owner: Person, { session }: Person) =>
    (await ask('GET', `/projects/${owner.projectId}`, undefined, session)).status === 200;

  it('lets nobody in who registered the address and does not read its mailbox', async () => {
    const owner = await register('Sahibi');
    const stranger = await register('Kurban');
    const { id } = await invite(owner, 'kurban@example.com');
    expect(await own(stranger)).toMatchObject({
      invitations: [{ id, inviterName: 'Sahibi', email: 'kurban@example.com' }],
      isProven: false,
      sendsMail: true,
    });
    const { status, body } = await answer(id, 'accept', stranger);
    expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
    const fresh = await answer(id, 'mail', stranger, { 'x-request-id': 'fresh' });
    const again = await answer(id, 'mail', stranger, { 'x-request-id': 'fresh' });
    expect([fresh.status, fresh.body.data, again.body.data]).toEqual([
      200,
      { mailed: true },
      { mailed: true },
    ]);
    expect(JSON.stringify(fresh.body)).not.toContain('/invitations/');
    // One with the invitation, one that was asked for; the mailbox is bounded as ever.
    expect(mailsTo('kurban@example.com')).toHaveLength(2);
    for (const n of [3, 4, 5]) {
      await answer(id, 'mail', stranger);
      expect(mailsTo('kurban@example.com')).toHaveLength(n);
    }
    expect((await answer(id, 'mail', stranger)).body.code).toBe('RATE_LIMIT_EXCEEDED');
    expect((await answer(id, 'accept', stranger)).status).toBe(403);
    expect(await mayOpen(owner, stranger)).toBe(false);
    // The account of another address is not even told that there is an invitation.
    const other = await register('Baskasi');
    for (const how of ['accept', 'decline', 'mail'])
      expect([how, (await answer(id, how, other)).status]).toEqual([how, 404]);
  });

  it('is accepted by the mailed link, which proves the address; the next one where it is told', async () => {
    const [owner, next] = [await register('Bir'), await register('Iki')];
    const guest = await register('Davetli');
    await invite(owner, 'davetli@example.com');
    const link = linkIn(mailsTo('davetli@example.com')[0]!.text);
    expect((await ask('POST', `${link}/accept`, undefined, guest.session)).status).toBe(200);
    const { id } = await invite(next, 'davetli@example.com');
    expect(await own(guest)).toMatchObject({ invitations: [{ id }], isProven: true });
    const joined = await answer(id, 'accept', guest);
    expect([joined.status, joined.body.data.project.id]).toEqual([200, next.projectId]);
    expect((await answer(id, 'accept', guest)).status).toBe(200);
    expect((await own(guest)).invitations).toEqual([]);
  });

  it("does not take the inviter's link for a proof, nor an address before for the one of now", async () => {
    const [owner, next] = [await register('Uc'), await register('Dort')];
    const guest = await register('Tasinan');
    const { url } = await invite(owner, 'tasinan@example.com');
    await ask('POST', `${url.replace(ORIGIN, '')}/accept`, undefined, guest.session);
    expect([await mayOpen(owner, guest), (await own(guest)).isProven]).toEqual([true, false]);
    await invite(next, 'tasinan@example.com');
    const link = linkIn(mailsTo('tasinan@example.com').at(-1)!.text);
    await ask('POST', `${link}/accept`, undefined, guest.session);
    expect((await own(guest)).isProven).toBe(true);
    const moved = { email: 'tasindi@example.com', password: 'gizli-1' };
    await ask('PUT', '/auth/email', moved, guest.session);
    const token = /confirm-email\/([\w-]+)/;
    await expect.poll(() => mailsTo(moved.email).length).toBe(1);
    await ask('POST', '/auth/email/confirm', {
      token: token.exec(mailsTo(moved.email)[0]!.text)![1],
    });
    expect((await own(guest)).isProven).toBe(true);
  });

  it('is proven by a mailed link to a new password', async () => {
    const guest = await register('Unutkan');
    expect((await own(guest)).isProven).toBe(false);
    await ask('POST', '/auth/password/forgotten', { email: 'unutkan@example.com' });
    await expect.poll(() => mailsTo('unutkan@example.com').length).toBe(1);
    const [, token] = /reset-password\/([\w-]+)/.exec(mailsTo('unutkan@example.com')[0]!.text)!;
    await ask('POST', '/auth/password/reset', { token, newPassword: 'yeni-gizli' });
    const { body } = await ask('POST', '/auth/login', {
      email: 'unutkan@example.com',
      password: 'yeni-gizli',
    });
    const session = { authorization: `Bearer ${body.data.token}` };
    expect((await own({ ...guest, session })).isProven).toBe(true);
  });
});
