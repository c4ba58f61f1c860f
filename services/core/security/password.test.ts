import { argon2Sync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Hashing } from './password.ts';
import { sameSecret } from './same-secret.ts';

const hashing = new Hashing();
const composed = 'Gül-Çiçek-é';
const decomposed = composed.normalize('NFD');

/** A hash as versions before 0.5.0 made it, of the text without normalization. */
function earlierHash(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost });
  return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

describe('password', () => {
  it('matches in any Unicode form', async () => {
    const hashes = await Promise.all([composed, decomposed].map(one => hashing.hash(one, 'a')));
    for (const hash of hashes) {
      for (const typed of [composed, decomposed])
        expect(await hashing.verify(typed, hash, 'a')).toBe(true);
      expect(await hashing.verify('Gul-Cicek-e', hash, 'a')).toBe(false);
    }
    expect(await hashing.verify(decomposed, undefined, 'a')).toBe(false);
  });

  it('matches a hash of an earlier version in the form as typed then', async () => {
    expect(await hashing.verify(decomposed, earlierHash(decomposed), 'a')).toBe(true);
    expect(await hashing.verify(decomposed, earlierHash(composed), 'a')).toBe(true);
  });

  it('of a project compares equal in any Unicode form', () => {
    expect(sameSecret(composed, decomposed)).toBe(true);
    expect(sameSecret(composed, 'Gul-Cicek-e')).toBe(false);
  });
});
