export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

/** Hands mails to a server that delivers them. */
export interface Mailer {
  /** Where links in mails lead: scheme and host of this server, without a slash at its end. */
  readonly origin: string;
  /** @throws Error when the mail was not taken within some seconds */
  send(mail: Mail): Promise<void>;
  close(): void;
}
