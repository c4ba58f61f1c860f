import { randomBytes } from 'node:crypto';
import { KeyVaultUnavailable, type KeyVault } from '@hzm/services/core/ports/key-vault';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** What every key vault promises. `at` gives a place for keys, and a way to open a vault on it again and again. */
export function keyVaultContract(name: string, at: () => (secret: Buffer) => Promise<KeyVault>): void {
  describe(`key vault: ${name}`, () => {
    const secret = randomBytes(32);
    let open: (secret: Buffer) => Promise<KeyVault>;
    let vault: KeyVault;
    beforeEach(async () => {
      open = at();
      vault = await open(secret);
    });
    afterEach(() => vault.close());
    const reopen = async (): Promise<void> => {
      await vault.close();
      vault = await open(secret);
    };

    it('makes one key for a scope, whoever asks first', async () => {
      const keys = await Promise.all(Array.from({ length: 20 }, () => vault.obtain('project:1')));
      expect(new Set(keys.map(key => key!.export().toString('hex'))).size).toBe(1);
      expect((await vault.obtain('project:2'))!.equals(keys[0]!)).toBe(false);
    });

    it('knows whether there ever was a key', async () => {
      expect(await vault.isEmpty()).toBe(true);
      await vault.obtain('project:1');
      expect(await vault.isEmpty()).toBe(false);
      await vault.destroy('project:1');
      expect(await vault.isEmpty()).toBe(false);
    });

    it('finds only what was made', async () => {
      expect(await vault.find('project:1')).toBeUndefined();
      const key = await vault.obtain('project:1');
      expect((await vault.find('project:1'))!.equals(key!)).toBe(true);
    });

    it('keeps keys over a restart', async () => {
      const key = await vault.obtain('account:ş');
      await reopen();
      expect((await vault.find('account:ş'))!.equals(key!)).toBe(true);
    });

    it('destroys for ever, also over a restart, and however often', async () => {
      await vault.obtain('project:1');
      await vault.destroy('project:1');
      await vault.destroy('project:1');
      await vault.destroy('project:never-made');
      for (const again of [false, true]) {
        if (again) await reopen();
        expect(await vault.find('project:1')).toBeUndefined();
        expect(await vault.obtain('project:1')).toBeUndefined();
        expect(await vault.obtain('project:never-made')).toBeUndefined();
      }
    });

    it('refuses another secret', async () => {
      await expect(open(randomBytes(32))).rejects.toThrow('HZM_SECRET');
    });

    it('says so when it cannot serve', async () => {
      await vault.close();
      await expect(vault.obtain('project:1')).rejects.toThrow(KeyVaultUnavailable);
    });
  });
}
