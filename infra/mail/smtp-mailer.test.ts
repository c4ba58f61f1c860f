import { createServer, type AddressInfo, type Server } from 'node:net';
import { AddressRefused, type Mailer } from '@hzm/services/core/ports/mailer';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { smtpMailer } from './smtp-mailer.ts';

interface Received {
  readonly to: readonly string[];
  readonly text: string;
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const listening = (server: Server): Promise<number> =>
  new Promise(resolve =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

/** Starts an SMTP server that stores received mails and refuses recipients at `refused.example`. */
async function mailbox(): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === 'hzm' && password === 'gizli'
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onRcptTo: ({ address }, _, done) =>
      done(address.endsWith('@refused.example') ? new Error('no such mailbox') : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  open.push(() => {
    server.close();
  });
  return { port: await listening(server.server), received };
}

function mailerAt(url: string): Mailer {
  const mailer = smtpMailer({ url, from: 'HZM <hzm@example.com>', origin: 'https://hzm.example' });
  open.unshift(() => mailer.close());
  return mailer;
}

const mail = {
  to: 'can@example.com',
  subject: 'Ayşe sizi davet ediyor',
  text: 'Bağlantı: https://hzm.example/invitations/x',
};

it('the mailer sends a mail, with a login if the server requires one', async () => {
  const { port, received } = await mailbox();
  await mailerAt(`smtp://hzm:gizli@127.0.0.1:${port}`).send(mail);
  expect(received.map(({ to }) => to)).toEqual([['can@example.com']]);
  expect(received[0]!.text).toMatch(/^From: HZM <hzm@example\.com>\r$/m);
  expect(received[0]!.text).toMatch(/^Content-Type: text\/plain; charset=utf-8\r$/m);
});

it('sending fails if the server refuses, is unreachable or stays silent', async () => {
  const { port } = await mailbox();
  await expect(
    mailerAt(`smtp://127.0.0.1:${port}`).send({ ...mail, to: 'x@refused.example' }),
  ).rejects.toThrow(AddressRefused);
  await expect(mailerAt('smtp://127.0.0.1:1').send(mail)).rejects.not.toThrow(AddressRefused);
  await expect(mailerAt(`smtp://hzm:wrong@127.0.0.1:${port}`).send(mail)).rejects.toThrow(/login/i);
  const silent = createServer();
  open.push(() => {
    silent.close();
  });
  await expect(mailerAt(`smtp://127.0.0.1:${await listening(silent)}`).send(mail)).rejects.toThrow(
    /greeting|too long/i,
  );
  await expect(mailerAt('smtp://127.0.0.1:1').send(mail)).rejects.toThrow('ECONNREFUSED');
}, 15_000);

it('a mail with an unsubscribe link has the one-click headers, others have none', async () => {
  const { port, received } = await mailbox();
  await mailerAt(`smtp://127.0.0.1:${port}`).send({
    ...mail,
    unsubscribe: 'https://hzm.example/stop-mails/x',
  });
  await mailerAt(`smtp://127.0.0.1:${port}`).send(mail);
  expect(received[0]!.text).toMatch(
    /^List-Unsubscribe: <https:\/\/hzm\.example\/stop-mails\/x>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m,
  );
  expect(received[1]!.text).not.toContain('List-Unsubscribe');
});

it('an address stays one recipient and a subject one line', async () => {
  const { port, received } = await mailbox();
  await mailerAt(`smtp://127.0.0.1:${port}`).send({
    ...mail,
    subject: 'a\r\nBcc: other@example.com',
  });
  await mailerAt(`smtp://127.0.0.1:${port}`)
    .send({ ...mail, to: '"x, other@example.com"@example.com' })
    .catch(() => undefined);
  expect(received.flatMap(({ to }) => to)).not.toContain('other@example.com');
  expect(received[0]!.text).not.toMatch(/^Bcc:/m);
});
