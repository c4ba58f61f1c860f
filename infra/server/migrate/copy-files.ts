import type { FileStore } from '@hzm/services/core/ports/file-store';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import type { BackupFile } from '../../backup/contents.ts';

const chunkOf = async function* (bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
};

/**
 * Yields the files of a store, one at a time, without those of destroyed keys and those removed
 * meanwhile.
 */
export async function* readFiles(
  files: FileStore,
  vault: Pick<KeyVault, 'isDestroyed'>,
): AsyncGenerator<BackupFile> {
  for await (const { partition, name } of files.entries()) {
    const file = (await vault.isDestroyed(`project:${partition}`))
      ? undefined
      : await files.open(partition, name);
    if (!file) continue;
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.read(0, file.size)) chunks.push(chunk);
      yield { partition, name, bytes: Buffer.concat(chunks) };
    } catch (error) {
      // The file was removed during the read.
      if ((await files.open(partition, name)) !== undefined) throw error;
    } finally {
      await file.close();
    }
  }
}

/**
 * Writes files into a store except those of keys destroyed there. Repeatable. @returns the number
 * of files written
 */
export async function copyFiles(
  source: AsyncIterable<BackupFile> | Iterable<BackupFile>,
  target: FileStore,
  vault: Pick<KeyVault, 'isDestroyed'>,
): Promise<number> {
  let count = 0;
  for await (const { partition, name, bytes } of source) {
    if (await vault.isDestroyed(`project:${partition}`)) continue;
    await target.write(partition, chunkOf(bytes), () => name);
    count++;
  }
  return count;
}
