import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

const tagOf = (password: string, nonce: Buffer): Promise<Buffer> => derive('argon2id', { message: Buffer.from(password), nonce, ...cost });

/** `argon2id$<nonce>$<tag>`, base64url. Computed on libuv's threads, so a burst of logins stalls nobody. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return `argon2id$${nonce.toString('base64url')}$${(await tagOf(password, nonce)).toString('base64url')}`;
}

/** A hash that no password fits: checking against it takes as long as against a real one, so nobody learns who has an account. */
const nobody = `argon2id$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether the password is the one that was hashed; false, and as slow, without a hash. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, nonce = '', tag = ''] = (hash ?? nobody).split('$');
  const found = timingSafeEqual(await tagOf(password, Buffer.from(nonce, 'base64url')), Buffer.from(tag, 'base64url'));
  return found && hash !== undefined;
}
