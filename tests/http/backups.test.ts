import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupState } from '@hzm/contracts/core/backups';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const parent = mkdtempSync(join(tmpdir(), 'hzm-backups-'));
const directory = join(parent, 'backups');
mkdirSync(directory);
afterAll(() => rmSync(parent, { recursive: true }));

const { ask, origin, register, table } = serve({
  backups: { directory, times: ['03:00'], keep: 2 },
});
let admin: Headed;
let tableId = '';
const state = async (): Promise<BackupState> =>
  (await ask('GET', '/admin/backups', undefined, admin)).body.data.backups;
/** The backup that was under way is over. */
const settled = async (): Promise<BackupState> => {
  await expect
    .poll(
      async () => {
        const { running, backups } = await state();
        return running === null && backups.length > 0;
      },
      { timeout: 80_000 },
    )
    .toBe(true);
  return state();
};
/** Asks again while another process has not heard yet that nothing is under way. */
const asked = async (path: string, headers: Headed = admin) => {
  let answer = await ask('POST', path, {}, headers);
  await expect
    .poll(
      async () =>
        (answer.status === 202 ? answer : (answer = await ask('POST', path, {}, headers))).status,
      { timeout: 80_000 },
    )
    .toBe(202);
  return answer;
};
const rows = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n++)
    await ask('POST', `/data/table/${tableId}/rows`, { ad: `${n}` }, admin);
};

beforeAll(async () => {
  const { projectId, session } = await register('Yonetici');
  admin = session;
  tableId = await table(projectId, admin, 'Ürünler', { ad: 'string' });
  await rows(20);
});

describe('backups', { timeout: 160_000 }, () => {
  it('what was missed is made soon after the start, and rehearsed: the views that it makes are those that run', async () => {
    await expect
      .poll(async () => (await state()).backups[0]?.rehearsal ?? (await state()).failed, {
        timeout: 80_000,
      })
      .toMatchObject({ isGood: true, reason: null });
  });

  it('one is made on request, also while people write, and rehearsed; the older ones go', async () => {
    const before = await settled();
    expect((await asked('/admin/backups')).body.data.backups).toMatchObject({
      directory,
      keep: 2,
      times: ['03:00'],
    });
    await rows(30);
    await expect
      .poll(async () => (await state()).backups[0]?.name, { timeout: 80_000 })
      .not.toBe(before.backups[0]!.name);
    await rows(30);
    const {
      backups: [newest],
    } = await settled();
    expect(newest).toMatchObject({
      problem: null,
      rehearsal: { isGood: true, reason: null, events: newest!.events },
    });
    expect(newest!.rehearsal!.documents).toBeGreaterThan(50);
    await asked('/admin/backups');
    await expect
      .poll(async () => (await state()).backups[0]?.name, { timeout: 80_000 })
      .not.toBe(newest!.name);
    const { backups } = await settled();
    expect(backups.map(({ name }) => name)).toEqual([expect.any(String), newest!.name]);
    // A folder that is its user's alone, with nothing left of the rehearsal.
    expect(readdirSync(directory).toSorted()).toEqual(
      backups.flatMap(({ name }) => [name, `${name}.rehearsal.json`]).toSorted(),
    );
    for (const { name } of backups)
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  });

  it('are asked for one at a time, by administrators, and never leave by HTTP', async () => {
    await settled();
    const person = (await register('Ayse')).session;
    for (const [method, path] of [
      ['GET', '/admin/backups'],
      ['POST', '/admin/backups'],
      ['POST', '/admin/backups/rehearsal'],
    ] as const) {
      expect([
        (await ask(method, path, method === 'GET' ? undefined : {}, person)).status,
        (await ask(method, path, method === 'GET' ? undefined : {})).status,
      ]).toEqual([403, 401]);
    }
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => ask('POST', '/admin/backups/rehearsal', {}, admin)),
    );
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
    await settled();
    const { name } = (await state()).backups[0]!;
    for (const path of [`/admin/backups/${name}`, `/admin/backups/../../${name}`])
      expect((await ask('GET', path, undefined, admin)).status).toBe(404);
  });

  it('the same request again is the same request', async () => {
    await settled();
    const named = { ...admin, 'x-request-id': 'backup-1' };
    const [one, two] = [
      await asked('/admin/backups/rehearsal', named),
      await ask('POST', '/admin/backups/rehearsal', {}, named),
    ];
    expect([one.status, two.status, two.headers.get('x-position')]).toEqual([
      202,
      202,
      one.headers.get('x-position'),
    ]);
    await settled();
  });

  it('a damaged one is named, is not rehearsed, and turns the rehearsal red where only its content tells', async () => {
    const {
      backups: [newest],
    } = await settled();
    const file = join(directory, newest!.name);
    const bytes = readFileSync(file);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    writeFileSync(file, bytes);
    await asked('/admin/backups/rehearsal');
    await expect
      .poll(async () => (await state()).backups[0]?.rehearsal?.isGood, { timeout: 80_000 })
      .toBe(false);
    const {
      backups: [red],
    } = await settled();
    expect(red!.rehearsal!.reason).toContain('its checksums are wrong');
    const metrics = await (await fetch(`${origin()}/api/v1/metrics`)).text();
    expect(metrics).toMatch(/^hzm_backup_rehearsal_good 0$/m);
    expect(metrics).toMatch(/^hzm_backup_newest_size_bytes [1-9]/m);
    expect(metrics).toMatch(/^hzm_backup_failed 0$/m);
  });

  it('a folder that is gone is told, and everything else goes on', async () => {
    rmSync(directory, { recursive: true });
    await asked('/admin/backups');
    await expect
      .poll(async () => (await state()).failed, { timeout: 80_000 })
      .toMatchObject({ kind: 'backup', reason: expect.stringContaining('is no folder') as string });
    expect([
      existsSync(directory),
      (await ask('POST', `/data/table/${tableId}/rows`, { ad: 'sonra' }, admin)).status,
    ]).toEqual([false, 201]);
    expect(await (await fetch(`${origin()}/api/v1/metrics`)).text()).toMatch(
      /^hzm_backup_failed 1$/m,
    );
  });
});
