import { createHmac, type KeyObject } from 'node:crypto';

/** The stream that guards an address; the address itself never stands in a stream's name. */
export const emailStream = (email: string, pepper: KeyObject): string =>
  `email-${createHmac('sha256', pepper).update(email).digest('hex')}`;
