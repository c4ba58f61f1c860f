import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SqliteKeyVault } from './sqlite-key-vault.ts';

it('leaves no trace of a destroyed key in its files, and never the key itself', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'vault-'));
  const vault = new SqliteKeyVault(join(directory, 'vault.db'), randomBytes(32));
  const key = await vault.obtain('project:1');
  const wrapped = (): Buffer => Buffer.concat(readdirSync(directory).map(file => readFileSync(join(directory, file))));
  const before = wrapped();
  expect(before.includes(key!.export())).toBe(false);
  await vault.destroy('project:1');
  const after = wrapped();
  // The wrapped key is 60 bytes behind the scope's name in the file: none of it is there any more.
  const at = before.indexOf('project:1') + 'project:1'.length;
  expect(after.includes(before.subarray(at, at + 60))).toBe(false);
  await vault.close();
  rmSync(directory, { recursive: true });
});
