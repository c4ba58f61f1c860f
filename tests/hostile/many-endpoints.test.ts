import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApart, type Apart, type Reply } from './apart.ts';

/** One account publishes endpoints as large as they may be; it may keep a thousand. */
const ENDPOINTS = 80;
const FIELDS = 200;
/** Rows of almost a mebibyte that take as long as possible to parse. */
const LARGE_ROWS = 16;
/**
 * Bounds the processor time of a turn, in milliseconds. Made in one turn, a list took 100, a
 * description 300 and a lookup of large rows more than 500.
 */
const LONGEST_TURN = 60;

let server: Apart;
let directory = '';
let [projectId, key] = ['', ''];
let session: { readonly authorization: string };

const asked = async (method: string, path: string, body?: unknown): Promise<Reply['body']> => {
  const answer = await server.ask(method, path, body, session);
  expect([path, answer.status]).toEqual([path, answer.status < 300 ? answer.status : 200]);
  return answer.body.data;
};

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  server = await serveApart({ HZM_DATA_DIR: directory });
  const person = { name: 'Ayşe', email: 'ayse@example.com', password: 'gizli-1' };
  const { data } = (await server.ask('POST', '/auth/register', person)).body;
  session = { authorization: `Bearer ${data.token}` };
  [projectId, key] = [data.project.id, data.credentials.apiKey];
  const made = await asked('POST', `/tables/project/${projectId}`, { name: 'Siparişler' });
  const tableId = made.table.id;
  const fields: string[] = [];
  for (let i = 0; i < FIELDS; i++) {
    const path = `/tables/${projectId}/${tableId}/fields`;
    fields.push((await asked('POST', path, { name: `alan ${i}`, type: 'string' })).field.id);
  }
  const chosen = fields.map((field, i) => ({ field, name: `alan ${i} `.padEnd(88, 'x') }));
  for (let i = 0; i < ENDPOINTS; i++) {
    const action = { kind: 'rows', tableId, fields: chosen };
    const draft = { name: `Liste ${i}`, definition: { method: 'ANY', path: `liste${i}`, action } };
    const added = await asked('POST', `/custom-endpoints/project/${projectId}`, draft);
    await asked('POST', `/custom-endpoints/${added.endpoint.id}/publish`, {});
  }
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

describe('many large endpoints', () => {
  it('are listed in short turns', async () => {
    const path = `/custom-endpoints/project/${projectId}`;
    const { result, turn } = await server.turnDuring(() => asked('GET', path));
    const states: string[] = result.endpoints.map(({ state }: { state: string }) => state);
    expect(states).toEqual(Array(ENDPOINTS).fill('live'));
    expect(turn).toBeLessThan(LONGEST_TURN);
  });

  it('are described in short turns by all their addresses and methods', async () => {
    const path = `/projects/${projectId}/openapi.json`;
    const alone = { 'x-api-key': key };
    const described = () => server.ask('GET', path, undefined, alone);
    const { result, turn } = await server.turnDuring(described);
    const { openapi, info, paths, components } = result.body;
    expect([openapi, info.version]).toEqual(['3.1.0', '1']);
    expect(Object.keys(components)).toEqual(['schemas', 'securitySchemes']);
    const addresses = Array.from({ length: ENDPOINTS }, (_, i) => [`liste${i}`, `v1/liste${i}`]);
    const expected = addresses.flat().map(address => `/custom/${projectId}/${address}`);
    const called = Object.entries<object>(paths).filter(([path]) => path.startsWith('/custom/'));
    const told = called.map(([path]) => path);
    // Endpoints beyond the size of a description are counted.
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual(expected.slice(0, told.length));
    expect(result.body['x-omitted']).toBe(expected.length - told.length);
    const methods = ['get', 'post', 'put', 'patch', 'delete'];
    for (const [, operations] of called) {
      expect(Object.keys(operations)).toEqual(methods);
    }
    expect(turn).toBeLessThan(LONGEST_TURN);
  });
});

describe('rows of a mebibyte', () => {
  const rowIds: string[] = [];
  let [large, name, reference, named] = ['', '', '', ''];

  const field = async (tableId: string, body: object): Promise<string> =>
    (await asked('POST', `/tables/${projectId}/${tableId}/fields`, body)).field.id;

  beforeAll(async () => {
    const tableNamed = async (title: string): Promise<string> =>
      (await asked('POST', `/tables/project/${projectId}`, { name: title })).table.id;
    [large, named] = [await tableNamed('Belgeler'), await tableNamed('Bağlar')];
    name = await field(large, { name: 'ad', type: 'string' });
    await field(large, { name: 'parçalar', type: 'array' });
    reference = await field(named, { name: 'belge', type: 'reference' });
    const parts = Array.from({ length: 22_000 }, (_, i) => ({
      a: i,
      b: `metin${i}`,
      c: [1, 2, 3],
    }));
    for (let i = 0; i < LARGE_ROWS; i++) {
      const row = { ad: `belge ${i}`, parçalar: parts };
      rowIds.push((await asked('POST', `/data/table/${large}/rows`, row)).row.id);
    }
    const rows = rowIds.map(belge => ({ belge }));
    await asked('POST', `/data/table/${named}/rows/bulk`, { rows });
  }, 60_000);

  it('are looked up for a stranger in short turns', async () => {
    const fields = [{ field: name, name: 'ad' }];
    const action = {
      kind: 'rows',
      tableId: named,
      fields: [{ field: 'id', name: 'id' }],
      lookups: [{ field: reference, tableId: large, name: 'belge', fields }],
    };
    const definition = { method: 'GET', path: 'baglar', caller: 'public', action };
    const draft = { name: 'Bağlar', definition };
    const added = await asked('POST', `/custom-endpoints/project/${projectId}`, draft);
    await asked('POST', `/custom-endpoints/${added.endpoint.id}/publish`, {});
    const path = `/custom/${projectId}/baglar`;
    const { result, turn } = await server.turnDuring(() => server.ask('GET', path));
    const names: string[] = result.body.data.rows.map(
      ({ belge }: { belge: { ad: string } }) => belge.ad,
    );
    expect(names).toEqual(rowIds.map((_, i) => `belge ${i}`));
    expect(turn).toBeLessThan(LONGEST_TURN);
  });
});
