import { expect, it } from 'vitest';
import { mailbox } from '../run/mailbox.ts';
import { serve } from './serve.ts';

const { mails, refusing, mail } = await mailbox();
const { ask, register } = serve({ mail: mail('https://hzm.example') });
let asking = 0;

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
  expect(mails[0]!.text).toContain(url);

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
