import { AddressRefused, type Mail, type Mailer } from '@hzm/services/core/ports/mailer';
import { createTransport } from 'nodemailer';

/** Timeout of each answer of the server, in milliseconds; a caller waits for it. */
const ANSWER_MS = 4_000;

interface Configuration {
  /** `smtp://` or `smtps://`, with name and password if the server requires a login. */
  readonly url: string;
  readonly from: string;
  /** Origin of the links in mails. */
  readonly origin: string;
}

/** Sends mails to an SMTP server over pooled connections. */
export function smtpMailer({ url, from, origin }: Configuration): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    dnsTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    origin,
    // The address is passed as one recipient, so that no text in it adds another.
    send: ({ to, subject, text, unsubscribe }: Mail) =>
      withinTime(
        transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          ...(unsubscribe !== undefined && { headers: oneClick(unsubscribe) }),
        }),
      ).catch((error: unknown) => {
        throw refusalOf(error);
      }),
    close: () => transport.close(),
  };
}

/** Applies the timeout, which includes the wait for a pooled connection. */
async function withinTime(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server takes too long')), ANSWER_MS);
  });
  await Promise.race([sending, late]).finally(() => clearTimeout(timer));
}

/**
 * Headers for one-click unsubscribe (RFC 8058). The URL stays in the header's first line, where
 * every mail program finds it.
 */
const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Maps a refused recipient to `AddressRefused`. */
const refusalOf = (error: unknown): unknown =>
  error instanceof Error && 'command' in error && error.command === 'RCPT TO'
    ? new AddressRefused(error.message, { cause: error })
    : error;
