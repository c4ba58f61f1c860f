import { argon2Sync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Hashing } from './password.ts';
import { sameSecret } from './same-secret.ts';

const hashing = new Hashing();
const composed = 'Gül-Çiçek-é';
const decomposed = composed.normalize('NFD');

/** A hash as versions before 0.5.0 made it: of the text as it came. */
function earlierHash(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
  const tag = argon2Sync('argon2id', { message: Buffer.from(password), nonce, ...cost });
  return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

describe('a password', () => {
  it('fits in whichever Unicode form it is typed', async () => {
    const hashes = await Promise.all([composed, decomposed].map(one => hashing.hash(one, 'a')));
    for (const hash of hashes) {
      for (const typed of [composed, decomposed])
        expect(await hashing.verify(typed, hash, 'a')).toBe(true);
      expect(await hashing.verify('Gul-Cicek-e', hash, 'a')).toBe(false);
    }
    expect(await hashing.verify(decomposed, undefined, 'a')).toBe(false);
  });

  it('that an earlier version hashed as it came fits as it came', async () => {
    expect(await hashing.verify(decomposed, earlierHash(decomposed), 'a')).toBe(true);
    expect(await hashing.verify(decomposed, earlierHash(composed), 'a')).toBe(true);
  });

  it('of a project is the same text in each form', () => {
    expect(sameSecret(composed, decomposed)).toBe(true);
    expect(sameSecret(composed, 'Gul-Cicek-e')).toBe(false);
  });
});
