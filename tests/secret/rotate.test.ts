import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoKeyVault } from '@hzm/infra/key-vault/mongodb/mongo-key-vault';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { keptSecret } from '@hzm/infra/server/secret';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { run, type Program } from '../run/process.ts';

let directory = '';
const programs: Program[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-secret-'));
});
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.process.kill('SIGKILL');
    await program.ended;
  }
  rmSync(directory, { recursive: true });
});

const started = (
  environment: Readonly<Record<string, string>> = {},
  words?: [string, ...string[]],
): Program => {
  const program = run({ HZM_DATA_DIR: directory, ...environment }, '', words);
  programs.push(program);
  return program;
};
const rotating = (environment: Readonly<Record<string, string>> = {}): Program =>
  started(environment, ['infra/server/rotate/main.ts']);
const rotated = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: unknown; said: string }> => {
  const program = rotating(environment);
  return { code: await program.ended, said: program.said() };
};
const stopped = async (program: Program): Promise<unknown> => {
  program.process.kill('SIGTERM');
  return program.ended;
};

const ask = async (
  address: string,
  method: string,
  path: string,
  body?: object,
  token = '',
  // oxlint-disable-next-line typescript/no-explicit-any -- as it comes
): Promise<{ status: number; data: any }> => {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, data: ((await response.json()) as { data?: unknown }).data };
};
const person = { name: 'Ada', email: 'ada@example.com', password: 'gizli-1' };
const signIn = async (address: string): Promise<string> =>
  (await ask(address, 'POST', '/auth/login', { email: person.email, password: person.password }))
    .data.token;
const namesOf = async (address: string, token: string): Promise<string[]> =>
  (await ask(address, 'GET', '/projects?limit=1000', undefined, token)).data.projects
    .map(({ name }: { name: string }) => name)
    .toSorted();

describe('a secret that the data directory keeps', () => {
  it(
    'is changed while the server runs and makes keys, however often the command is killed',
    { timeout: 120_000 },
    async () => {
      const server = started();
      const address = await server.ready;
      const { data } = await ask(address, 'POST', '/auth/register', person);
      const before = keptSecret(directory)!;
      const vaultFile = join(directory, 'vault.db');
      const keys = async (secret: Buffer): Promise<number> => {
        const vault = new SqliteKeyVault(vaultFile, secret);
        let count = 0;
        for await (const { key } of vault.entries()) if (key) count++;
        await vault.close();
        return count;
      };

      // The first person may have any number of projects, each with a key of its own.
      const writing = new AbortController();
      const made: string[] = ['Varsayılan Proje'];
      const writer = (async () => {
        for (let n = 0; !writing.signal.aborted; n++) {
          const { status } = await ask(
            address,
            'POST',
            '/projects',
            { name: `Proje ${n}` },
            data.token,
          );
          // The session ends with the rotation; until then nothing fails.
          if (status === 401) return;
          expect(status).toBe(201);
          made.push(`Proje ${n}`);
          await sleep(20);
        }
      })();
      for (const life of [300, 600, 800, 1_000, 1_300, 2_000, 4_000]) {
        const program = rotating();
        await Promise.race([sleep(life), program.ended]);
        program.process.kill('SIGKILL');
        await program.ended;
        // The current secret opens everything, whatever an interrupted rotation left behind.
        expect(await keys(keptSecret(directory)!)).toBeGreaterThan(1);
      }
      expect(await rotated()).toMatchObject({
        code: 0,
        said: expect.stringContaining('Everyone must sign in again') as string,
      });
      writing.abort();
      await writer;

      const after = keptSecret(directory)!;
      expect(after.equals(before)).toBe(false);
      expect(() => new SqliteKeyVault(vaultFile, before)).toThrow('HZM_SECRET');
      expect(await keys(after)).toBe(made.length + 1);
      expect(readdirSync(directory).filter(name => name.startsWith('secret'))).toEqual(['secret']);

      // The server that was there all the time goes on; everybody signs in again.
      expect((await ask(address, 'GET', '/auth/me', undefined, data.token)).status).toBe(401);
      const token = await signIn(address);
      expect(await namesOf(address, token)).toEqual(made.toSorted());
      expect((await ask(address, 'POST', '/projects', { name: 'Sonra' }, token)).status).toBe(201);
      expect(await stopped(server)).toBe(0);
      const again = await started().ready;
      expect(await namesOf(again, await signIn(again))).toEqual([...made, 'Sonra'].toSorted());
      expect((await ask(again, 'GET', '/auth/me', undefined, token)).status).toBe(200);
    },
  );

  it('says what is missing, and changes nothing', async () => {
    expect(await rotated()).toMatchObject({
      code: 1,
      said: `There is no vault.db in ${directory}.\n`,
    });
    expect(await rotated({ HZM_NEW_SECRET: 'a new secret of letters' })).toMatchObject({
      code: 1,
      said: expect.stringContaining('HZM_SECRET') as string,
    });
    expect(
      await rotated({ HZM_SECRET: 'an old secret of letters', HZM_NEW_SECRET: 'short' }),
    ).toMatchObject({ code: 1, said: 'HZM_NEW_SECRET must have at least 16 characters.\n' });
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each([
    ['empty', ''],
    ['truncated', 'abcdef'],
    ['not one', 'ş'.repeat(60)],
  ])('does not become another one when the file is %s', async (_, text) => {
    writeFileSync(join(directory, 'secret'), text);
    const program = started();
    expect(await program.ended).toBe(1);
    expect(program.said()).toContain(
      `${join(directory, 'secret')} holds no secret of at least 32 bytes`,
    );
    expect(readFileSync(join(directory, 'secret'), 'utf8')).toBe(text);
  });

  it('is refused when what stands behind base64url: is too short', async () => {
    const program = started({ HZM_SECRET: 'base64url:c2hvcnQgYnV0IGxvbmcgZW5vdWdo' });
    expect(await program.ended).toBe(1);
    expect(program.said()).toContain('HZM_SECRET must hold at least 32 bytes');
  });
});

describe('a secret in the environment, keys in MongoDB', needs(mongodb), () => {
  it(
    'is changed in two steps, and both open everything between them',
    { timeout: 60_000 },
    async () => {
      const readModel = newMongoAddress();
      const [old, next] = ['the first long secret', 'the second long secret'];
      const environment = { HZM_READ_MODEL: readModel };
      const opens = async (secret: string): Promise<boolean> =>
        MongoKeyVault.open(readModel, Buffer.from(secret)).then(
          vault => vault.close().then(() => true),
          () => false,
        );
      expect(
        await rotated({ ...environment, HZM_SECRET: old, HZM_NEW_SECRET: next }),
      ).toMatchObject({ code: 1, said: expect.stringContaining('Start this one once') as string });
      const first = started({ ...environment, HZM_SECRET: old });
      const address = await first.ready;
      const { data } = await ask(address, 'POST', '/auth/register', person);

      for (const _ of [1, 2])
        expect(
          await rotated({ ...environment, HZM_SECRET: old, HZM_NEW_SECRET: next }),
        ).toMatchObject({ code: 0, said: expect.stringContaining('Both secrets open') as string });
      expect([await opens(old), await opens(next), await opens('some other secret')]).toEqual([
        true,
        true,
        false,
      ]);
      expect((await ask(address, 'POST', '/projects', { name: 'Arada' }, data.token)).status).toBe(
        201,
      );
      await stopped(first);

      const second = started({ ...environment, HZM_SECRET: next });
      const again = await second.ready;
      expect((await ask(again, 'GET', '/auth/me', undefined, data.token)).status).toBe(200);
      expect(await rotated({ ...environment, HZM_SECRET: next })).toMatchObject({
        code: 0,
        said: expect.stringContaining('Done') as string,
      });
      expect([await opens(old), await opens(next)]).toEqual([false, true]);
      await expect
        .poll(async () => (await ask(again, 'GET', '/auth/me', undefined, data.token)).status)
        .toBe(401);
      expect(await namesOf(again, await signIn(again))).toEqual(['Arada', 'Varsayılan Proje']);
    },
  );
});

it("the data directory is its user's alone, also one that was not", async () => {
  const modes = (): Record<string, string> =>
    Object.fromEntries(
      ['.', ...readdirSync(directory)].map(name => [
        name,
        (statSync(join(directory, name)).mode & 0o777).toString(8),
      ]),
    );
  const expected = (): Record<string, string> =>
    Object.fromEntries(Object.keys(modes()).map(name => [name, name === '.' ? '700' : '600']));
  const first = run({ HZM_DATA_DIR: directory }, 'umask 022');
  programs.push(first);
  await ask(await first.ready, 'POST', '/auth/register', person);
  expect(Object.keys(modes()).filter(name => name.endsWith('-wal')).length).toBeGreaterThan(1);
  expect(modes()).toEqual(expected());
  // As the version before left it, killed.
  first.process.kill('SIGKILL');
  await first.ended;
  for (const name of Object.keys(modes()))
    chmodSync(join(directory, name), name === '.' ? 0o755 : 0o644);
  await started().ready;
  expect(modes()).toEqual(expected());
});
