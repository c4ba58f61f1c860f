import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { nfc } from '@hzm/contracts/core/normal';
import { FairQueue } from '../ports/fair-queue.ts';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Half of libuv's threads stay free, because they also read files and resolve names. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) || 4;
const bounds = {
  atOnce: Math.max(1, Math.floor(THREADS / 2)),
  ofOne: 100,
  inAll: 500,
  timeoutMs: 15_000,
};

/**
 * A hash that no password matches. Verifying against it takes the usual time, so that timing does
 * not reveal accounts.
 */
const nobody = `argon2id$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Hashes passwords as `argon2id$<nonce>$<tag>`, base64url, off the event loop. Sources, such as
 * IPs, take turns.
 * @throws Problem RATE_LIMIT_EXCEEDED, NOT_READY when too many wait
 */
export class Hashing {
  readonly #queue = new FairQueue(bounds);

  async hash(password: string, source: string): Promise<string> {
    const nonce = randomBytes(16);
    const tag = await this.#tagOf(nfc(password), nonce, source);
    return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
  }

  /**
   * Whether a password matches a hash, in NFC or as typed, because earlier versions hashed it so.
   * Without a hash, false after the same time.
   */
  async verify(password: string, hash: string | undefined, source: string): Promise<boolean> {
    const [, nonce = '', tag = ''] = (hash ?? nobody).split('$');
    for (const form of new Set([nfc(password), password])) {
      const found = await this.#tagOf(form, Buffer.from(nonce, 'base64url'), source);
      if (timingSafeEqual(found, Buffer.from(tag, 'base64url'))) return hash !== undefined;
    }
    return false;
  }

  #tagOf(password: string, nonce: Buffer, source: string): Promise<Buffer> {
    return this.#queue.run(source, () =>
      derive('argon2id', { message: Buffer.from(password), nonce, ...cost }),
    );
  }
}
