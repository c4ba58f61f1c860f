import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoKeyVault } from '@hzm/infra/key-vault/mongodb/mongo-key-vault';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { afterAll, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { keyVaultContract } from './key-vault.ts';

const directory = mkdtempSync(join(tmpdir(), 'vault-'));
afterAll(() => rmSync(directory, { recursive: true }));

keyVaultContract('sqlite', () => {
  const file = join(directory, randomUUID());
  return async secret => new SqliteKeyVault(file, secret);
});

describe('on a real server', needs(mongodb), () => {
  keyVaultContract('mongodb', () => {
    const at = newMongoAddress();
    return secret => MongoKeyVault.open(at, secret);
  });

  it('makes one key for a scope in several processes, too', async () => {
    const at = newMongoAddress();
    const vaults = await Promise.all(
      Array.from({ length: 5 }, () => MongoKeyVault.open(at, Buffer.from('the same secret'))),
    );
    const keys = await Promise.all(vaults.map(vault => vault.obtain('project:1')));
    expect(new Set(keys.map(key => key!.export().toString('hex'))).size).toBe(1);
    await Promise.all(vaults.map(vault => vault.close()));
  });
});
