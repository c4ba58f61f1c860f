export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** An address that switches mails of this kind off when a form is posted to it (RFC 8058). */
  readonly unsubscribe?: string;
}

/** The server takes no mail for this address; others it may take. */
export class AddressRefused extends Error {}

/** Hands mails to a server that delivers them. */
export interface Mailer {
  /** Where links in mails lead: scheme and host of this server, without a slash at its end. */
  readonly origin: string;
  /** @throws AddressRefused; Error when the mail was not taken within some seconds */
  send(mail: Mail): Promise<void>;
  close(): void;
}
