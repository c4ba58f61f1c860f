import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApart, type Apart, type Reply } from './apart.ts';

/** One account publishes endpoints as large as they may be; it may keep a thousand. */
const ENDPOINTS = 80;
const FIELDS = 200;
/**
 * Bounds the processor time of a turn, in milliseconds. Made in one turn, a list took 100 and a
 * description 300.
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
    expect(Object.keys(paths)).toEqual(expected);
    const methods = ['get', 'post', 'put', 'patch', 'delete'];
    for (const operations of Object.values<object>(paths)) {
      expect(Object.keys(operations)).toEqual(methods);
    }
    expect(turn).toBeLessThan(LONGEST_TURN);
  });
});
