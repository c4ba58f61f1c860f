import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { events, upcasters } from '@hzm/contracts/registry';
import { SqliteEventStore } from '@hzm/infra/event-store/sqlite/sqlite-event-store';
import { SqliteKeyVault } from '@hzm/infra/key-vault/sqlite/sqlite-key-vault';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { project } from '@hzm/projections/core/projection';
import { projections } from '@hzm/projections/registry';
import { Codec } from '@hzm/services/core/codec';
import { Projector } from '@hzm/services/core/projector';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run, type Program } from '../run/process.ts';
import { Writer } from './writer.ts';

const ROUNDS = 20;
const WRITERS = 16;
/** The same seed kills at the same moments. */
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);
const secret = 'a secret for tests only';

let directory: string;
let program: Program | undefined;
beforeAll(() => { directory = mkdtempSync(join(tmpdir(), 'hzm-chaos-')); });
afterAll(async () => {
  await kill();
  rmSync(directory, { recursive: true });
});

async function start(): Promise<string> {
  program = run({ HZM_DATA_DIR: directory, HZM_SECRET: secret });
  return program.ready;
}

async function kill(): Promise<void> {
  program?.process.kill('SIGKILL');
  await program?.ended;
  program = undefined;
}

async function ask<Data>(address: string, method: string, path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Data> {
  const response = await fetch(`${address}/api/v1${path}`, { method, headers: { 'content-type': 'application/json', ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const answer = await response.json() as { data: Data };
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer.data;
}

/** All documents of a read model that has caught up with the log, in created order. */
async function documents(file: string, tables: readonly string[]): Promise<string> {
  const store = new SqliteEventStore(join(directory, 'events.db'));
  const vault = new SqliteKeyVault(join(directory, 'vault.db'), Buffer.from(secret));
  const model = new SqliteReadModel(file);
  const known = new Map(projections.map(p => [p.name, p]));
  const projector = new Projector(store, model, new Codec(vault, events, upcasters), projections, ({ name }, event) => project(known.get(name)!, event));
  await projector.start();
  const all: unknown[] = [];
  for (const { name, partitioned } of projections.flatMap(({ collections }) => collections)) {
    for (const partition of partitioned ? tables : [undefined]) {
      all.push(name, (await model.find({ collection: name, limit: 1_000_000, ...(partition !== undefined && { partition }) })).docs);
    }
  }
  await projector.close();
  await Promise.all([store.close(), vault.close(), model.close()]);
  return JSON.stringify(all);
}

it(`kill -9 in the middle of load, ${ROUNDS} times: every acknowledged write is there, once (CHAOS_SEED=${seed})`, async () => {
  const moments = fc.sample(fc.integer({ min: 20, max: 500 }), { numRuns: ROUNDS, seed });
  let address = await start();
  const { token, project: { id: projectId } } = await ask<{ token: string; project: { id: string } }>(address, 'POST', '/auth/register', { name: 'A', email: 'a@example.com', password: 'gizli-1' });
  const headers = { authorization: `Bearer ${token}` };
  const { table } = await ask<{ table: { id: string } }>(address, 'POST', `/tables/project/${projectId}`, { name: 'Kayıtlar' }, headers);
  for (const [name, type] of [['key', 'string'], ['n', 'number']]) await ask(address, 'POST', `/tables/${projectId}/${table.id}/fields`, { name, type }, headers);

  const writers = Array.from({ length: WRITERS }, (_, i) => new Writer(`w${i}`));
  for (const moment of moments) {
    const over = new AbortController();
    const working = Promise.all(writers.map(writer => writer.work({ address, table: table.id, headers }, over.signal)));
    await Promise.race([sleep(moment), working]);
    await kill();
    over.abort();
    await working;
    address = await start();
  }
  for (const writer of writers) await writer.finish({ address, table: table.id, headers });

  const { pagination } = await ask<{ pagination: { total: number } }>(address, 'GET', `/data/table/${table.id}?limit=1`, undefined, headers);
  const rows: { key: string; n: number }[] = [];
  for (let page = 1; rows.length < pagination.total; page++) rows.push(...(await ask<{ rows: typeof rows }>(address, 'GET', `/data/table/${table.id}?limit=10000&page=${page}`, undefined, headers)).rows);
  await kill();

  const expected = writers.flatMap(writer => [...writer.expected]).map(([key, n]) => ({ key, n }));
  const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);
  expect(rows.map(({ key, n }) => ({ key, n })).toSorted(byKey)).toEqual(expected.toSorted(byKey));
  expect(writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)).toBeGreaterThan(ROUNDS * WRITERS);

  // What the restarts made of the read model is what a reading of the whole log makes of an empty one.
  expect(await documents(join(directory, 'views.db'), [table.id]) === await documents(':memory:', [table.id])).toBe(true);
});
