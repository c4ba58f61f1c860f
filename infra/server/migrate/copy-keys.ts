import type { KeyVault } from '@hzm/services/core/ports/key-vault';

/**
 * Copies all keys, the pepper and the records of destroyed keys, and checks each copy. Repeatable.
 * @returns the number of keys @throws Error when the target has another key
 */
export async function copyKeys(source: KeyVault, target: KeyVault): Promise<number> {
  await target.adoptPepper(source.pepper);
  let count = 0;
  for await (const { scope, key } of source.entries()) {
    await target.adopt(scope, key);
    const there = await target.find(scope);
    if (key === null ? there !== undefined : !there?.equals(key))
      throw new Error(
        `The target lacks the key that the source has for ${scope}. Choose an empty one.`,
      );
    count++;
  }
  return count;
}
