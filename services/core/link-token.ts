import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto';

const SECRET_BYTES = 32;

/** What a link shows that somebody was sent: the id of what it is about, and a secret. */
export interface LinkToken {
  readonly id: string;
  readonly text: string;
}

/**
 * Makes the token of a link. @param seed what the same request gets the same secret by; by default
 * it is random
 */
export function newLinkToken(
  id: string,
  seed?: { readonly key: KeyObject; readonly text: string },
): LinkToken {
  const secret = seed
    ? createHmac('sha256', seed.key).update(`link ${id} ${seed.text}`).digest()
    : randomBytes(SECRET_BYTES);
  return { id, text: `${id.replaceAll('-', '')}${secret.toString('base64url')}` };
}

/** The id in a token, whether or not it was made here. */
export const idOfLinkToken = (text: string): string =>
  text.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** What is kept of a token: it cannot be made out of this. */
export const hashOfLinkToken = (text: string): string =>
  createHash('sha256').update(text).digest('hex');
