export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The address to which mail programs post a form to stop mails of this kind (RFC 8058). */
  readonly unsubscribe?: string;
}

/** The server refused this address; mails to others may be taken. */
export class AddressRefused extends Error {}

/** Hands mails to a server that delivers them. */
export interface Mailer {
  /** Where links in mails lead: scheme and host of this server, without a slash at its end. */
  readonly origin: string;
  /** @throws AddressRefused; Error when the mail was not taken within some seconds */
  send(mail: Mail): Promise<void>;
  close(): void;
}
