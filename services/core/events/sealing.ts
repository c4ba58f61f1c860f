import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomFillSync,
  type KeyObject,
} from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EventDefinition } from '@hzm/contracts/core/event';
import type { JsonObject } from '@hzm/contracts/core/json';
import { MAX_OLD_EVENT_BYTES } from '../ports/byte-budget.ts';

const PLAIN = 0;
const DEFLATED = 1;
const MIN_DEFLATED_LENGTH = 4096;

const NONCE_BYTES = 12;
/** Random bytes for many nonces, because a call takes longer than sealing. */
const drawn = Buffer.alloc(NONCE_BYTES * 512);
let used = drawn.length;

function newNonce(): Buffer {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  return Buffer.from(drawn.subarray(used, (used += NONCE_BYTES)));
}

/** Splits data into open members and those to seal. */
export function partsOf(
  { open }: EventDefinition,
  data: JsonObject,
): { readonly open: JsonObject; readonly secret: JsonObject | undefined } {
  const members = Object.entries(data);
  const isOpen = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(open, name);
  if (members.every(isOpen)) return { open: data, secret: undefined };
  return {
    open: Object.fromEntries(members.filter(isOpen)),
    secret: Object.fromEntries(members.filter(member => !isOpen(member))),
  };
}

/**
 * Seals members by AES-256-GCM: form (1 byte), nonce (12), tag (16), text; base64. The event's type
 * is authenticated, too.
 * @param nonce never the same for two texts under one key
 */
export const seal = (key: KeyObject, type: string, members: JsonObject, nonce?: Buffer): string =>
  sealText(key, type, JSON.stringify(members), nonce);

/** Seals members that are already JSON. */
export function sealText(
  key: KeyObject,
  type: string,
  text: string,
  nonce: Buffer = newNonce(),
): string {
  const form = text.length < MIN_DEFLATED_LENGTH ? PLAIN : DEFLATED;
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(type));
  const body = cipher.update(
    form === PLAIN ? Buffer.from(text) : deflateRawSync(text, { level: 1 }),
  );
  cipher.final();
  return Buffer.concat([Buffer.of(form), nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** @throws Error if sealed under another key or for another type, or damaged */
export const unseal = (key: KeyObject, type: string, sealed: string): JsonObject =>
  JSON.parse(unsealText(key, type, sealed)) as JsonObject;

/** Unseals members as JSON text. */
export function unsealText(key: KeyObject, type: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 13))
    .setAAD(Buffer.from(type))
    .setAuthTag(bytes.subarray(13, 29));
  const body = decipher.update(bytes.subarray(29));
  decipher.final();
  return (
    bytes[0] === PLAIN ? body : inflateRawSync(body, { maxOutputLength: MAX_OLD_EVENT_BYTES })
  ).toString('utf8');
}

/**
 * Returns the stored form of a request's digest: keyed, so that it reveals nothing, and 16 bytes,
 * so that two requests never collide.
 */
export const macOf = (key: KeyObject, digest: string): string =>
  macBytesOf(key, digest).toString('base64url');

/** Returns the MAC of versions before 0.3.0, which ends with `FORMER_MAC_END`. */
export const formerMacOf = (key: KeyObject, digest: string): string =>
  macBytesOf(key, digest).toString('base64');
export const FORMER_MAC_END = '==';

const macBytesOf = (key: KeyObject, digest: string): Buffer =>
  createHmac('sha256', key).update(`request ${digest}`).digest().subarray(0, 16);
