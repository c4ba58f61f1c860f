import type { KeyVault } from '@hzm/services/core/ports/key-vault';

/**
 * Every key with the one for e-mail addresses, and that a key was destroyed; each is looked at
 * afterwards. Harmless when repeated. @returns how many @throws Error when the target has another
 * key
 */
export async function copyKeys(source: KeyVault, target: KeyVault): Promise<number> {
  await target.adoptPepper(source.pepper);
  let count = 0;
  for await (const { scope, key } of source.entries()) {
    await target.adopt(scope, key);
    const there = await target.find(scope);
    if (key === null ? there !== undefined : !there?.equals(key))
      throw new Error(
        `The target has not the key that the source has for ${scope}. Choose an empty one.`,
      );
    count++;
  }
  return count;
}
