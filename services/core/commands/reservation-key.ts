import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Returns the stream that guards an e-mail address, named by a keyed hash so that no address is in
 * a stream's name.
 */
export const emailStream = (email: string, pepper: KeyObject): string =>
  `email-${createHmac('sha256', pepper).update(email).digest('hex')}`;
