import { AddressRefused, type Mail, type Mailer } from '@hzm/services/core/ports/mailer';
import { createTransport } from 'nodemailer';

/** How long the server may take for each of its answers, in milliseconds: somebody waits. */
const ANSWER_MS = 4_000;

interface Configuration {
  /** `smtp://` or `smtps://`, with name and password where the server asks for them. */
  readonly url: string;
  /** The sender, as an address or `Name <address>`. */
  readonly from: string;
  /** Where links lead. */
  readonly origin: string;
}

/** Hands mails to an SMTP server, over one connection that is kept while there are some. */
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
    // The address as one recipient: no text of it makes another one.
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

/** Waiting for a connection of the pool counts, too. */
async function withinTime(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the mail server takes too long')), ANSWER_MS);
  });
  await Promise.race([sending, late]).finally(() => clearTimeout(timer));
}

/**
 * RFC 8058: mail programs show a button for it. The address stays in the header's first line, where
 * every one of them finds it.
 */
const oneClick = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** What the server said of the recipient, told apart from all else. */
const refusalOf = (error: unknown): unknown =>
  error instanceof Error && 'command' in error && error.command === 'RCPT TO'
    ? new AddressRefused(error.message, { cause: error })
    : error;
