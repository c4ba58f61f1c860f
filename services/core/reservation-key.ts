import { createHmac } from 'node:crypto';

/** The stream that guards an address; the address itself never stands in a stream's name. */
export const emailStream = (email: string, secret: Buffer): string => `email-${createHmac('sha256', secret).update(email).digest('hex')}`;
