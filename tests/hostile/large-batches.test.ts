import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApart, type Apart, type Reply } from './apart.ts';

/** Bulk writes of different rows at once; together their rows take more than the heap has. */
const BATCHES = 8;
const ROWS = 6;
const HEAP_MEGABYTES = 512;

let server: Apart;
let directory = '';
let [projectId, tableId] = ['', ''];
let session: { readonly authorization: string };
const batches: string[][] = [];

const asked = async (method: string, path: string, body?: unknown): Promise<Reply['body']> => {
  const answer = await server.ask(method, path, body, session);
  expect([path, answer.status]).toEqual([path, answer.status < 300 ? answer.status : 200]);
  return answer.body.data;
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  server = await serveApart({ HZM_DATA_DIR: directory }, HEAP_MEGABYTES);
  const person = { name: 'Ayşe', email: 'ayse@example.com', password: 'gizli-1' };
  const { data } = (await server.ask('POST', '/auth/register', person)).body;
  session = { authorization: `Bearer ${data.token}` };
  projectId = data.project.id;
  tableId = (await asked('POST', `/tables/project/${projectId}`, { name: 'Belgeler' })).table.id;
  for (const field of [
    { name: 'ad', type: 'string' },
    { name: 'parçalar', type: 'array' },
  ])
    await asked('POST', `/tables/${projectId}/${tableId}/fields`, field);
  // An empty object takes three bytes of JSON, and many times as much in memory.
  const row = JSON.stringify({ ad: 'x', parçalar: Array.from({ length: 330_000 }, () => ({})) });
  for (let batch = 0; batch < BATCHES; batch++) {
    batches.push([]);
    for (let i = 0; i < ROWS; i++)
      batches[batch]!.push((await asked('POST', `/data/table/${tableId}/rows`, row)).row.id);
  }
}, 120_000);
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

describe('bulk writes of large rows', () => {
  it('take turns by account, so that together they do not fill the memory', async () => {
    const change = (ids: readonly string[]): Promise<Reply> =>
      server.ask(
        'POST',
        `/data/table/${tableId}/rows/bulk`,
        { updates: ids.map(id => ({ id, version: 7, values: { ad: 'y' } })) },
        session,
      );
    const statuses = (await Promise.all(batches.map(change))).map(({ status }) => status);
    // Those that wait for too long on a busy machine are told to come again.
    expect(statuses.filter(status => status !== 412 && status !== 503)).toEqual([]);
    expect(statuses).toContain(412);
    expect((await server.ask('GET', '/health')).status).toBe(200);
  }, 60_000);

  it('of bodies that are large in memory few wait, others are told to come again', async () => {
    const ids = batches.flat();
    const parçalar = Array.from({ length: 330_000 }, () => ({}));
    const change = (_: unknown, i: number): Promise<Reply> =>
      server.ask(
        'POST',
        `/data/table/${tableId}/rows/bulk`,
        { updates: [{ id: ids[i % ids.length], version: 7, values: { parçalar } }] },
        session,
      );
    const answers = await Promise.all(Array.from({ length: 64 }, change));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter(status => status !== 412 && status !== 503)).toEqual([]);
    expect(statuses.filter(status => status === 412).length).toBeGreaterThanOrEqual(1);
    expect(statuses.filter(status => status === 503).length).toBeGreaterThanOrEqual(1);
    for (const { status, headers } of answers)
      expect(headers['retry-after'] !== undefined).toBe(status === 503);
    expect((await server.ask('GET', '/health')).status).toBe(200);
  }, 60_000);
});
