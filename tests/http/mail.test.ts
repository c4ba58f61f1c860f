import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, it } from 'vitest';
import { serve } from './serve.ts';

const mails: { to: string; text: string }[] = [];
let isDown = false;
const server = new SMTPServer({
  authOptional: true, disabledCommands: ['STARTTLS'],
  onMailFrom: (_, __, done) => done(isDown ? new Error('not now') : null),
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      mails.push({ to: envelope.rcptTo[0]!.address, text: decoded(Buffer.concat(chunks).toString()) });
      done();
    });
  },
});
await new Promise<void>(resolve => server.server.listen(0, '127.0.0.1', resolve));
afterAll(() => { server.close(); });

/** The text of a mail in quoted-printable or base64, as nodemailer writes what is not plain ASCII. */
function decoded(mail: string): string {
  const [head = '', ...body] = mail.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  return Buffer.from(text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))), 'latin1').toString();
}

const { ask, register } = serve({ mail: { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, from: 'hzm@example.com', origin: 'https://hzm.example' } });
let asking = 0;

it('an invitation is mailed with its link, once, in the inviter\'s language; without the mail it is there all the same', async () => {
  const { projectId, session } = await register('Ayse');
  const invite = (email: string, headers = {}) => ask('POST', `/projects/${projectId}/invitations`, { email, role: 'editor' }, { ...session, ...headers });
  const named = { 'x-request-id': `mail-${++asking}`, 'accept-language': 'en' };
  const [first, again] = [await invite('can@example.com', named), await invite('can@example.com', named)];
  expect(again.body).toEqual(first.body);
  const { url, mailed } = first.body.data.invitation;
  expect([mailed, url.startsWith('https://hzm.example/invitations/')]).toEqual([true, true]);
  expect(mails.map(({ to }) => to)).toEqual(['can@example.com']);
  expect(mails[0]!.text).toContain('Ayse invites you (can@example.com) to the project “Varsayılan Proje” as editor.');
  expect(mails[0]!.text).toContain(url);

  await invite('ece@example.com');
  expect(mails[1]!.text).toContain('Ayse sizi (ece@example.com) “Varsayılan Proje” projesine düzenleyici olarak davet ediyor.');

  isDown = true;
  const unmailed = await invite('deniz@example.com');
  expect([unmailed.status, unmailed.body.data.invitation.mailed]).toEqual([201, false]);
  expect((await ask('GET', unmailed.body.data.invitation.url.replace('https://hzm.example', ''))).status).toBe(200);
  isDown = false;

  // One address is mailed five times a day, however often somebody invites and withdraws.
  for (let count = 0; count < 6; count++) {
    const { id } = (await invite('flood@example.com')).body.data.invitation;
    await ask('DELETE', `/projects/${projectId}/invitations/${id}`, undefined, session);
  }
  expect(mails.filter(({ to }) => to === 'flood@example.com')).toHaveLength(5);
});
