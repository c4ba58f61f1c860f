import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The scope whose key is known beforehand, so that another secret is noticed. */
export const CHECK = 'check';

/** Nothing that was sealed can be read with this secret. */
export class WrongSecret extends Error {
  override readonly name = 'WrongSecret';
  constructor() {
    super('HZM_SECRET is not the secret this data was written with; without it nothing here can be read.');
  }
}

/** Wraps keys under one derived from the installation's secret, each for its scope only. */
export class Wrapping {
  readonly #master: Buffer;

  constructor(secret: Buffer) {
    this.#master = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'hzm key vault', 32));
  }

  wrap(scope: string, key: Buffer): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#master, nonce).setAAD(Buffer.from(scope));
    return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws Error when it was wrapped under another secret, or for another scope */
  unwrap(scope: string, wrapped: Uint8Array): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#master, wrapped.subarray(0, 12)).setAAD(Buffer.from(scope)).setAuthTag(wrapped.subarray(-16));
    return Buffer.concat([decipher.update(wrapped.subarray(12, -16)), decipher.final()]);
  }

  wrappedCheck(): Buffer {
    return this.wrap(CHECK, Buffer.from(CHECK));
  }

  /** @throws WrongSecret when the check was wrapped under another one */
  verify(wrapped: Uint8Array): void {
    try {
      this.unwrap(CHECK, wrapped);
    } catch {
      throw new WrongSecret();
    }
  }
}
