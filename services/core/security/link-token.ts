import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto';

const SECRET_BYTES = 32;

/** The token in a mailed link: the id of its subject and a secret. */
export interface LinkToken {
  readonly id: string;
  readonly text: string;
}

/**
 * Creates the token of a link.
 * @param seed makes the secret deterministic for retries of a request; random by default
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

/** Returns the id in a token, valid or not. */
export const idOfLinkToken = (text: string): string =>
  text.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Returns the stored form of a link token; one-way, so that a leaked database opens nothing. */
export const hashOfLinkToken = (text: string): string =>
  createHash('sha256').update(text).digest('hex');
