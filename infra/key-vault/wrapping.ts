import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Thrown when the secret opens nothing in the vault. */
export class WrongSecret extends Error {
  override readonly name = 'WrongSecret';
  constructor() {
    super(
      'HZM_SECRET is not the secret this data was written with; without it nothing here can be read.',
    );
  }
}

/** Derives 32 bytes for one purpose. */
export const derived = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));

/** Wraps a key with AES-256-GCM, bound to its label: nonce (12 bytes), key, tag (16 bytes). */
export function wrap(under: Buffer, label: string, key: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', under, nonce).setAAD(Buffer.from(label));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when it was wrapped under another key or label */
export function unwrap(under: Buffer, label: string, wrapped: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', under, wrapped.subarray(0, 12))
    .setAAD(Buffer.from(label))
    .setAuthTag(wrapped.subarray(-16));
  return Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()]);
}
