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

    it('tells every key, and takes them over from another', async () => {
      const keys = new Map<string, string | null>();
      for (const scope of ['project:1', 'account:ş']) keys.set(scope, (await vault.obtain(scope))!.export().toString('hex'));
      await vault.destroy('project:2');
      keys.set('project:2', null);
      const told = async (of: KeyVault): Promise<Map<string, string | null>> => {
        const all = new Map<string, string | null>();
        for await (const { scope, key } of of.entries()) all.set(scope, key && key.export().toString('hex'));
        return all;
      };
      expect(await told(vault)).toEqual(keys);
      const other = await at()(secret);
      const own = await other.obtain('project:3');
      for (const _ of [1, 2]) for await (const { scope, key } of vault.entries()) await other.adopt(scope, key);
      expect(await told(other)).toEqual(new Map([...keys, ['project:3', own!.export().toString('hex')]]));
      expect(await other.obtain('project:2')).toBeUndefined();
      await other.close();
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
