import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Creates a secret in the form of the Standard Webhooks specification. */
export const newDeliverySecret = (): string =>
  `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** The parts of a request that its signature covers. `seconds` counts from 1970. */
export interface Signed {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

/**
 * Returns the headers of a request signed with each secret: those of Standard Webhooks 1.0, and
 * `X-Hzm-Signature` over the body alone.
 */
export function signedHeaders(
  { id, seconds, body }: Signed,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const signatures = secrets.map(
    secret =>
      `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  const ours = secrets.map(
    secret => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  );
  return { 'webhook-signature': signatures.join(' '), 'x-hzm-signature': ours.join(',') };
}
