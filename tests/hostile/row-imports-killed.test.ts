import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { run, type Program } from '../run/process.ts';

const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
const running: Program[] = [];
afterAll(async () => {
  for (const program of running) program.process.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  rmSync(directory, { recursive: true, force: true });
});

const ROWS = 60_000;
const LONG = { timeout: 120_000, interval: 100 };

async function started(): Promise<{ program: Program; address: string }> {
  const program = run({ HZM_DATA_DIR: directory });
  running.push(program);
  return { program, address: await program.ready };
}

const asking =
  (address: string, token: string) => async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': typeof body === 'string' ? 'application/octet-stream' : 'application/json',
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- judged by the test
    return ((await response.json()) as { data: any }).data;
  };

it('an import whose process is killed goes on with the next one and adds no row twice', async () => {
  const first = await started();
  const { token, project } = await asking(first.address, '')('POST', '/auth/register', {
    name: 'Ayşe',
    email: 'ayse@example.com',
    password: 'gizli-1',
  });
  const path = `/projects/${project.id}/row-imports`;
  const file = `no\n${Array.from({ length: ROWS }, (_, i) => i).join('\n')}\n`;
  const before = asking(first.address, token);
  const { id } = (await before('POST', `${path}?file_name=a.csv`, file)).import;
  const { tableId } = (
    await before('POST', `${path}/${id}/start`, {
      source: { format: 'csv', encoding: 'utf-8', delimiter: 'comma', header: true, sheet: 0 },
      target: { newTable: { name: 'Sayılar' } },
      columns: [
        {
          column: 0,
          name: 'no',
          newField: { name: 'no', type: 'integer' },
          numbers: 'en',
          dates: 'ymd',
        },
      ],
    })
  ).import;
  const count = (ask: typeof before) => async (): Promise<number> =>
    (await ask('GET', `/data/table/${tableId}?limit=1`)).pagination.total;
  await expect.poll(count(before), LONG).toBeGreaterThan(2_000);
  first.program.process.kill('SIGKILL');
  await first.program.ended;

  const second = await started();
  const after = asking(second.address, token);
  const state = async () => (await after('GET', path))?.imports?.[0];
  await expect.poll(async () => (await state())?.state, LONG).toBe('done');
  expect(await state()).toMatchObject({ read: ROWS, added: ROWS, refused: 0 });
  expect(await count(after)()).toBe(ROWS);
  const seen = new Set<number>();
  for (let page = 1; page <= ROWS / 10_000; page++)
    for (const { no } of (await after('GET', `/data/table/${tableId}?limit=10000&page=${page}`))
      .rows)
      seen.add(no);
  expect(seen.size).toBe(ROWS);
}, 300_000);
