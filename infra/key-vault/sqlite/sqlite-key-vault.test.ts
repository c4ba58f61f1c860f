import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KeyVaultUnavailable } from '@hzm/services/core/ports/key-vault';
import { SqliteKeyVault } from './sqlite-key-vault.ts';

const secret = randomBytes(32);
let directory: string;
let vault: SqliteKeyVault;
const open = () => new SqliteKeyVault(join(directory, 'vault.db'), secret);

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vault-'));
  vault = open();
});
afterEach(async () => {
  await vault.close();
  rmSync(directory, { recursive: true });
});

it('makes one key for a scope, whoever asks first', async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => vault.obtain('project:1')));
  expect(new Set(keys.map(key => key!.export().toString('hex'))).size).toBe(1);
  expect((await vault.obtain('project:2'))!.equals(keys[0]!)).toBe(false);
});

it('finds only what was made', async () => {
  expect(await vault.find('project:1')).toBeUndefined();
  const key = await vault.obtain('project:1');
  expect((await vault.find('project:1'))!.equals(key!)).toBe(true);
});

it('keeps keys over a restart', async () => {
  const key = await vault.obtain('account:ş');
  await vault.close();
  vault = open();
  expect((await vault.find('account:ş'))!.equals(key!)).toBe(true);
});

it('destroys for ever, also over a restart, and however often', async () => {
  await vault.obtain('project:1');
  await vault.destroy('project:1');
  await vault.destroy('project:1');
  await vault.destroy('project:never-made');
  for (const again of [false, true]) {
    if (again) {
      await vault.close();
      vault = open();
    }
    expect(await vault.find('project:1')).toBeUndefined();
    expect(await vault.obtain('project:1')).toBeUndefined();
    expect(await vault.obtain('project:never-made')).toBeUndefined();
  }
});

it('leaves no trace of a destroyed key in its files, and never the key itself', async () => {
  const key = await vault.obtain('project:1');
  const wrapped = (): Buffer => Buffer.concat(readdirSync(directory).map(file => readFileSync(join(directory, file))));
  const before = wrapped();
  expect(before.includes(key!.export())).toBe(false);
  await vault.destroy('project:1');
  const after = wrapped();
  // The wrapped key is 60 bytes behind the scope's name in the file: none of it is there any more.
  const at = before.indexOf('project:1') + 'project:1'.length;
  expect(after.includes(before.subarray(at, at + 60))).toBe(false);
});

it('refuses another secret', () => {
  expect(() => new SqliteKeyVault(join(directory, 'vault.db'), randomBytes(32))).toThrow('HZM_SECRET');
});

it('says so when it cannot serve', async () => {
  await vault.close();
  await expect(vault.obtain('project:1')).rejects.toThrow(KeyVaultUnavailable);
});
