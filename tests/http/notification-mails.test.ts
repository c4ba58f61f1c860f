import { afterEach, expect, it, vi } from 'vitest';
import { mailbox } from '../run/mailbox.ts';
import { serve, type Headed } from './serve.ts';

const ORIGIN = 'https://hzm.example';
const { mails, mail } = await mailbox();
const { ask, register, origin } = serve({ mail: mail(ORIGIN) });

afterEach(() => {
  vi.useRealTimers();
});

it('what is unread is mailed after ten minutes, and the link in the mail ends that, without anybody who signs in', async () => {
  const [owner, guest] = [await register('Ayse'), await register('Can')];
  const invitation = (
    await ask(
      'POST',
      `/projects/${owner.projectId}/invitations`,
      { email: 'can@example.com', role: 'editor' },
      owner.session,
    )
  ).body.data.invitation;
  await ask('POST', `${new URL(invitation.url).pathname}/accept`, undefined, guest.session);
  mails.length = 0;
  const chosen = {
    bellOff: [],
    mailOff: [],
    mail: 'soon',
    digestAt: '08:00',
    quiet: null,
    timeZone: 'UTC',
    language: 'tr',
  };
  const settings = async (
    headers: Headed,
  ): Promise<{ settings: { mail: string }; sendsMail: boolean }> =>
    (await ask('GET', '/notifications/settings', undefined, headers)).body.data;
  await ask('PUT', '/notifications/settings', chosen, guest.session);
  expect(await settings(guest.session)).toEqual({
    settings: chosen,
    sendsMail: true,
    failure: null,
  });
  await ask(
    'POST',
    '/threads',
    { title: 'Çay', initialMessage: `Bitti @[Can](user:${guest.id})`, project_id: owner.projectId },
    owner.session,
  );
  // The last use of a session is handed over by then.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000, shouldAdvanceTime: true });
  await expect.poll(() => mails.length, { timeout: 15_000 }).toBe(1);
  expect(mails[0]).toMatchObject({ to: 'can@example.com' });
  expect(mails[0]!.text).toContain('Varsayılan Proje\r\n- Bir mesajda adınız geçti (Ayse)\r\n');
  expect(mails[0]!.text).not.toContain('Bitti');
  expect(mails[0]!.head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

  const link = /^List-Unsubscribe: <([^>]+)>/m.exec(mails[0]!.head)![1]!;
  expect(link.startsWith(`${ORIGIN}/stop-mails/`)).toBe(true);
  const stop = (address: string, body = 'List-Unsubscribe=One-Click'): Promise<Response> =>
    fetch(`${origin()}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
  const path = new URL(link).pathname;
  const wrong = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
  expect([
    (await stop(wrong)).status,
    (await stop('/stop-mails/x')).status,
    (await settings(guest.session)).settings.mail,
  ]).toEqual([404, 400, 'soon']);
  expect((await stop(path, 'x'.repeat(2_000))).status).toBe(413);
  for (let count = 0; count < 2; count++) expect((await stop(path)).status).toBe(200);
  expect((await settings(guest.session)).settings.mail).toBe('never');
  // It opens nothing else.
  const token = path.slice('/stop-mails/'.length);
  expect(
    (await ask('POST', '/auth/password/reset', { token, newPassword: 'yeni-gizli' })).status,
  ).toBe(404);
}, 30_000);
