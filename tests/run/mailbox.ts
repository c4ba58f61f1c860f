import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';

interface Received {
  readonly to: string;
  readonly head: string;
  readonly text: string;
}

/** Decodes quoted-printable or base64, which nodemailer uses for non-ASCII mails. */
function decoded(mail: string): string {
  const [head = '', ...body] = mail.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/transfer-encoding: base64/i.test(head)) return Buffer.from(text, 'base64').toString();
  return Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString();
}

/** Starts a mail server that stores mails, or refuses them while `refusing` is set. */
export async function mailbox() {
  const mails: Received[] = [];
  const refusing = { is: false, count: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_, __, done) {
      if (!refusing.is) return done();
      refusing.count++;
      done(new Error('not now'));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const mail = Buffer.concat(chunks).toString();
        mails.push({
          to: envelope.rcptTo[0]!.address,
          head: mail.split('\r\n\r\n')[0]!,
          text: decoded(mail),
        });
        done();
      });
    },
  });
  await new Promise<void>(resolve => server.server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.close();
  });
  return {
    mails,
    refusing,
    /** Returns the mail configuration of a server whose links lead to `origin`. */
    mail: (origin: string) => ({
      url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
      from: 'hzm@example.com',
      origin,
    }),
  };
}
