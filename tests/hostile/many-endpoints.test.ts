import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveApart, type Apart, type Reply } from './apart.ts';

/** One account publishes endpoints as large as they may be; a few of the thousand versions that it may keep. */
const ENDPOINTS = 80;
const FIELDS = 200;
/** Of processor time, in milliseconds. In one turn each, a list took 100 and a description 300. */
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
  const { id: tableId } = (await asked('POST', `/tables/project/${projectId}`, { name: 'Siparişler' })).table;
  const fields: string[] = [];
  for (let i = 0; i < FIELDS; i++) {
    const path = `/tables/${projectId}/${tableId}/fields`;
    fields.push((await asked('POST', path, { name: `alan ${i}`, type: 'string' })).field.id);
  }
  const chosen = fields.map((field, i) => ({ field, name: `alan ${i} `.padEnd(88, 'x') }));
  for (let i = 0; i < ENDPOINTS; i++) {
    const definition = { method: 'ANY', path: `liste${i}`, action: { kind: 'rows', tableId, fields: chosen } };
    const added = await asked('POST', `/custom-endpoints/project/${projectId}`, { name: `Liste ${i}`, definition });
    await asked('POST', `/custom-endpoints/${added.endpoint.id}/publish`, {});
  }
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

describe('many large endpoints', () => {
  it('are listed in short turns', async () => {
    const { result, turn } = await server.turnDuring(() => asked('GET', `/custom-endpoints/project/${projectId}`));
    expect(result.endpoints.map(({ state }: { state: string }) => state)).toEqual(Array(ENDPOINTS).fill('live'));
    expect(turn).toBeLessThan(LONGEST_TURN);
  });

  it('are described in short turns, to a key alone, by all their addresses and methods', async () => {
    const path = `/projects/${projectId}/openapi.json`;
    const { result, turn } = await server.turnDuring(() => server.ask('GET', path, undefined, { 'x-api-key': key }));
    const { openapi, info, paths, components } = result.body;
    expect([openapi, info.version, Object.keys(components)]).toEqual(['3.1.0', '1', ['schemas', 'securitySchemes']]);
    const addresses = Array.from({ length: ENDPOINTS }, (_, i) => [`liste${i}`, `v1/liste${i}`]).flat();
    expect(Object.keys(paths)).toEqual(addresses.map(address => `/custom/${projectId}/${address}`));
    const methods = ['get', 'post', 'put', 'patch', 'delete'];
    for (const operations of Object.values(paths)) expect(Object.keys(operations as object)).toEqual(methods);
    expect(turn).toBeLessThan(LONGEST_TURN);
  });
});
