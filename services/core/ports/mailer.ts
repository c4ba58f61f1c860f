export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The URL to which mail programs post a form to stop mails of this kind (RFC 8058). */
  readonly unsubscribe?: string;
}

/** The server refused this address; mails to others may succeed. */
export class AddressRefused extends Error {}

/** Hands mails to a mail server. */
export interface Mailer {
  /** The origin of links in mails: scheme and host of this server, without a trailing slash. */
  readonly origin: string;
  /** @throws AddressRefused; Error if the mail was not accepted within some seconds */
  send(mail: Mail): Promise<void>;
  close(): void;
}
