import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type DatabaseSync } from '../../sqlite/database.ts';
import { legacyRootOf } from '../ring.ts';
import { wrap } from '../wrapping.ts';
import { isCurrent, SqliteKeyVault } from './sqlite-key-vault.ts';

const secret = randomBytes(32);
let directory: string;
let file: string;
const open: { close(): unknown }[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vault-'));
  file = join(directory, 'vault.db');
});
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
  rmSync(directory, { recursive: true });
});

const vaultOf = (own = secret): SqliteKeyVault => {
  const vault = new SqliteKeyVault(file, own);
  open.push(vault);
  return vault;
};
const bytes = (): Buffer =>
  Buffer.concat(readdirSync(directory).map(name => readFileSync(join(directory, name))));
/** Returns the wrapped key of a scope: the 60 bytes behind its name. */
const wrappedOf = (scope: string): Buffer => {
  const all = bytes();
  const at = all.indexOf(scope) + scope.length;
  return all.subarray(at, at + 60);
};
/** Holds a read transaction open, as a backup does. */
function reader(): DatabaseSync {
  const database = openDatabase(file, { durability: 'full' });
  database.exec('BEGIN; SELECT count(*) FROM keys;');
  open.push({ close: () => database.isOpen && database.close() });
  return database;
}

describe('destroyed key', () => {
  it('leaves no trace in the files, which never contain the plain key', async () => {
    const vault = vaultOf();
    const key = await vault.obtain('project:1');
    expect(bytes().includes(key!.export())).toBe(false);
    const wrapped = wrappedOf('project:1');
    await vault.destroy('project:1');
    await vault.upkeep();
    expect([bytes().includes(wrapped), vault.erasing]).toEqual([false, 0]);
  });

  it('is erased without blocking while a reader is open, and is gone once the reader closes', async () => {
    const vault = vaultOf();
    await vault.obtain('project:1');
    const wrapped = wrappedOf('project:1');
    const backup = reader();
    const before = performance.now();
    await vault.destroy('project:1');
    for (let n = 0; n < 20; n++) await vault.upkeep();
    expect(performance.now() - before).toBeLessThan(1_000);
    expect([vault.erasing, bytes().includes(wrapped), await vault.find('project:1')]).toEqual([
      1,
      true,
      undefined,
    ]);
    backup.close();
    await vault.upkeep();
    expect([vault.erasing, bytes().includes(wrapped)]).toEqual([0, false]);
  });

  it('stays pending across a restart and is erased afterwards', async () => {
    const first = vaultOf();
    await first.obtain('project:1');
    const wrapped = wrappedOf('project:1');
    const backup = reader();
    await first.destroy('project:1');
    await first.upkeep();
    await first.close();
    const second = vaultOf();
    await second.upkeep();
    expect([second.erasing, bytes().includes(wrapped)]).toEqual([1, true]);
    backup.close();
    await second.upkeep();
    expect([second.erasing, bytes().includes(wrapped)]).toEqual([0, false]);
  });
});

it('a write waits for another program without blocking the event loop', async () => {
  const vault = vaultOf();
  const writer = openDatabase(file, { durability: 'full' });
  open.push(writer);
  writer.exec('BEGIN IMMEDIATE');
  let turns = 0;
  const turning = setInterval(() => turns++, 5);
  setTimeout(() => writer.exec('COMMIT'), 200);
  expect(await vault.obtain('project:1')).toBeDefined();
  clearInterval(turning);
  expect(turns).toBeGreaterThan(5);
});

describe('vault file of the previous version', () => {
  /**
   * Writes a file as that version did: no roots, keys wrapped under a key derived from the secret.
   */
  const make = (keys: Readonly<Record<string, Buffer | null>>): void => {
    const database = openDatabase(file, { durability: 'full' });
    database.exec('CREATE TABLE keys (scope TEXT PRIMARY KEY, wrapped BLOB) STRICT, WITHOUT ROWID');
    for (const [scope, key] of Object.entries({ check: Buffer.from('check'), ...keys }))
      database
        .prepare('INSERT INTO keys VALUES (?, ?)')
        .run(scope, key && wrap(legacyRootOf(secret), scope, key));
    database.close();
  };

  it('opens with every key wrapped under a root and stream names of emails unchanged', async () => {
    const [a, b] = [randomBytes(32), randomBytes(32)];
    make({ 'project:a': a, 'account:b': b, 'project:c': null });
    expect(isCurrent(file)).toBe(false);
    expect(() => new SqliteKeyVault(file, randomBytes(32))).toThrow('HZM_SECRET');
    expect(isCurrent(file)).toBe(false);
    const [first, legacy] = [vaultOf(), wrappedOf('project:a')];
    expect(isCurrent(file)).toBe(true);
    expect((await first.find('project:a'))!.export()).toEqual(a);
    const hmac = (key: Parameters<typeof createHmac>[1]): string =>
      createHmac('sha256', key).update('a@example.com').digest('hex');
    expect(hmac(first.pepper)).toBe(hmac(secret));
    await first.upkeep();
    expect(bytes().includes(legacy)).toBe(false);
    const found = new Map<string, string | null>();
    for await (const { scope, key } of vaultOf().entries())
      found.set(scope, key && key.export().toString('hex'));
    expect(found).toEqual(
      new Map([
        ['account:b', b.toString('hex')],
        ['project:a', a.toString('hex')],
        ['project:c', null],
      ]),
    );
  });

  it('is refused by that version afterwards', async () => {
    make({});
    vaultOf();
    const database = openDatabase(file, { durability: 'full' });
    open.push(database);
    expect(() => database.prepare('INSERT INTO keys VALUES (?, ?)')).toThrow('columns');
  });
});
