import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { start, type Running } from '@hzm/infra/server/start';
import { openDatabase, type DatabaseSync } from '@hzm/infra/sqlite/database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eraseProject } from '../run/erase-project.ts';

let directory = '';
let server: Running;
let reader: DatabaseSync | undefined;
const configuration = () => ({
  port: 0,
  host: '127.0.0.1',
  dataDirectory: directory,
  secret: Buffer.from('a secret for tests only'),
});
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  server = await start(configuration());
});
afterEach(async () => {
  if (reader?.isOpen) reader.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

const ask = async (
  method: string,
  path: string,
  body?: unknown,
  token = '',
  // oxlint-disable-next-line typescript/no-explicit-any -- as it comes
): Promise<{ status: number; data: any }> => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, data: ((await response.json()) as { data?: unknown }).data };
};
const vaultFile = (suffix = ''): string => join(directory, `vault.db${suffix}`);
const bytes = (): Buffer =>
  Buffer.concat(['', '-wal'].map(suffix => readFileSync(vaultFile(suffix))));

it('a backup of the keys holds up neither the deletion of a project nor anybody else; what was destroyed is shown until it is gone, also after a restart', async () => {
  const person = { email: 'ada@example.com', password: 'gizli-1' };
  const {
    data: { token, project },
  } = await ask('POST', '/auth/register', { name: 'Ada', ...person });
  reader = openDatabase(vaultFile(), { durability: 'full' });
  const wrapped = Buffer.from(
    reader.prepare('SELECT wrapped FROM keys WHERE scope = ?').get(`project:${project.id}`)![
      'wrapped'
    ] as Uint8Array,
  );
  reader.exec('BEGIN; SELECT count(*) FROM keys;');
  expect(bytes().includes(wrapped)).toBe(true);

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = performance.now();
  expect((await eraseProject(ask, project, token)).status).toBe(200);
  expect(performance.now() - before).toBeLessThan(2_000);
  const erasing = async (as = token): Promise<number> =>
    (await ask('GET', '/admin/status', undefined, as)).data.keyVault.erasing;
  for (let n = 0; n < 10; n++) {
    expect(await erasing()).toBe(1);
    await new Promise(resolve => {
      setTimeout(resolve, 100);
    });
  }
  delay.disable();
  // It was blocked for five seconds by one attempt.
  expect(delay.max / 1e6).toBeLessThan(1_000);
  expect(await (await fetch(`http://127.0.0.1:${server.port}/api/v1/metrics`)).text()).toMatch(
    /^hzm_key_erasures_pending 1$/m,
  );
  expect(bytes().includes(wrapped)).toBe(true);

  await server.close();
  server = await start(configuration());
  const again = (await ask('POST', '/auth/login', person)).data.token;
  expect(await erasing(again)).toBe(1);
  reader.close();
  await expect.poll(() => erasing(again), { timeout: 5_000 }).toBe(0);
  expect(bytes().includes(wrapped)).toBe(false);
}, 30_000);
