import { createSecretKey, randomBytes } from 'node:crypto';
import type { RingKeyVault } from '@hzm/infra/key-vault/ring-key-vault';
import type { KeyVault } from '@hzm/services/core/ports/key-vault';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/**
 * The contract of every key vault. `at` gives a place for keys, and a way to open a vault on it
 * again and again.
 */
export function keyVaultContract(
  name: string,
  at: () => (secret: Buffer) => Promise<RingKeyVault>,
): void {
  describe(`key vault: ${name}`, () => {
    const secret = randomBytes(32);
    let open: (secret: Buffer) => Promise<RingKeyVault>;
    let vault: RingKeyVault;
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
      for (const scope of ['project:1', 'account:ş'])
        keys.set(scope, (await vault.obtain(scope))!.export().toString('hex'));
      await vault.destroy('project:2');
      keys.set('project:2', null);
      const told = async (of: KeyVault): Promise<Map<string, string | null>> => {
        const all = new Map<string, string | null>();
        for await (const { scope, key } of of.entries())
          all.set(scope, key && key.export().toString('hex'));
        return all;
      };
      expect(await told(vault)).toEqual(keys);
      const destroyed: string[] = [];
      for await (const scope of vault.destroyed()) destroyed.push(scope);
      expect(destroyed).toEqual(['project:2']);
      const other = await at()(secret);
      const own = await other.obtain('project:3');
      for (const _ of [1, 2])
        for await (const { scope, key } of vault.entries()) await other.adopt(scope, key);
      expect(await told(other)).toEqual(
        new Map([...keys, ['project:3', own!.export().toString('hex')]]),
      );
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

    it('has a pepper that stays, and that another vault takes over while it is empty', async () => {
      const pepper = vault.pepper.export();
      await reopen();
      expect(vault.pepper.export()).toEqual(pepper);
      const other = await at()(secret);
      expect(other.pepper.equals(vault.pepper)).toBe(false);
      for (const _ of [1, 2]) await other.adoptPepper(vault.pepper);
      expect(other.pepper.equals(vault.pepper)).toBe(true);
      await other.obtain('project:1');
      await expect(other.adoptPepper(createSecretKey(randomBytes(32)))).rejects.toThrow(
        'Choose an empty one',
      );
      await other.close();
    });

    describe('another secret', () => {
      const next = Buffer.from('another secret, a passphrase');
      const keysOf = async (scopes: readonly string[], of = vault): Promise<string[]> =>
        Promise.all(scopes.map(async scope => (await of.find(scope))!.export().toString('hex')));

      it('takes the place of the first while a process goes on with the first', async () => {
        const scopes = Array.from({ length: 30 }, (_, n) => `project:${n}`);
        for (const scope of scopes) await vault.obtain(scope);
        const [before, pepper, [signing]] = [
          await keysOf(scopes),
          vault.pepper.export(),
          vault.signingKeys,
        ];

        const command = await open(secret);
        for (const _ of [1, 2]) await command.beginRotation(next);
        for (const each of [secret, next]) {
          const either = await open(each);
          expect([either.isRotating, await keysOf(scopes, either)]).toEqual([true, before]);
          await either.close();
        }
        await vault.upkeep();
        // Sessions count until it is over; new ones are signed with another key.
        expect([vault.signingKeys.length, vault.signingKeys.includes(signing!)]).toEqual([2, true]);
        const made = (await vault.obtain('project:meanwhile'))!;

        const second = await open(next);
        await second.finishRotation();
        await command.close();
        await vault.upkeep();
        expect([
          vault.signingKeys.length,
          vault.signingKeys.includes(signing!),
          vault.pepper.export(),
        ]).toEqual([1, false, pepper]);
        const later = (await vault.obtain('project:later'))!;
        await expect(open(secret)).rejects.toThrow('HZM_SECRET');
        const third = await open(next);
        expect(third.isRotating).toBe(false);
        expect(await keysOf(scopes, third)).toEqual(before);
        expect([
          (await third.find('project:meanwhile'))!.equals(made),
          (await third.find('project:later'))!.equals(later),
          third.pepper.export(),
        ]).toEqual([true, true, pepper]);
        // Keys that the process had not looked at yet are found by it, too.
        const elsewhere = (await third.obtain('project:elsewhere'))!;
        expect((await vault.find('project:elsewhere'))!.equals(elsewhere)).toBe(true);
        await Promise.all([second.close(), third.close()]);
      });

      it('may be begun again with one more, when the next was lost', async () => {
        await vault.obtain('project:1');
        await vault.beginRotation(randomBytes(32));
        await vault.beginRotation(next);
        const other = await open(next);
        await other.finishRotation();
        expect((await other.find('project:1'))!.equals((await vault.find('project:1'))!)).toBe(
          true,
        );
        await other.close();
      });

      it('loses no key that a process makes just then, also one that noticed nothing yet', async () => {
        const command = await open(secret);
        await command.beginRotation(next);
        // It does not know of the new root.
        const early = (await vault.obtain('project:1'))!;
        const second = await open(next);
        await second.finishRotation();
        const [third] = await Promise.all([open(next), command.close(), second.close()]);
        expect((await third.find('project:1'))!.equals(early)).toBe(true);
        await third.close();
      });

      it('stops a process that never noticed from making keys that nobody could read', async () => {
        await vault.obtain('project:1');
        const [command, second] = [await open(secret), await open(secret)];
        await command.beginRotation(next);
        await command.close();
        const third = await open(next);
        await third.finishRotation();
        // It was asleep all the time.
        await expect(second.obtain('project:2')).rejects.toThrow('start it again');
        expect(await third.find('project:2')).toBeUndefined();
        expect(await third.obtain('project:2')).toBeDefined();
        await Promise.all([second.close(), third.close()]);
      });
    });

    it('refuses another secret', async () => {
      await expect(open(randomBytes(32))).rejects.toThrow('HZM_SECRET');
    });

    it('says so when it cannot serve', async () => {
      await vault.close();
      await expect(vault.obtain('project:1')).rejects.toThrow(Unavailable);
    });
  });
}
