import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveApart, type Apart } from './apart.ts';

/** Milliseconds of processor time. */
const LONGEST_TURN = 50;
const MANY = 20_000;
let server: Apart;
let directory = '';
let session: { readonly authorization: string };

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
  server = await serveApart({ HZM_DATA_DIR: directory });
  const {
    data: { token },
  } = (
    await server.ask('POST', '/auth/register', {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'gizli-1',
    })
  ).body;
  session = { authorization: `Bearer ${token}` };
}, 60_000);
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const many = (text: string): string => Array.from({ length: MANY }, () => text).join(',');
const table = (members: string): string =>
  `{"projects":[{"name":"Stok","tables":[{"name":"Ürünler",${members}}]}]}`;

/** Several times as much as one body may have. */
const MOST = 1_300_000;
const names = Array.from({ length: MOST / 4 }, (_, i) => `"k${i}":1`).join(',');

it.each([
  ['row of many names', table(`"fields":[],"rows":[{${names}}]`)],
  ['row of many values', table(`"fields":[],"rows":[{"a":[${'{},'.repeat(MOST)}{}]}]`)],
  ['field of many rules', table(`"fields":[{"validation":[${'{},'.repeat(MOST)}{}]}]`)],
])('a file with a %s is looked through in slices', async (_, file) => {
  const { result, turn } = await server.turnDuring(() =>
    server.ask('POST', '/admin/restore?preview=true', file, session),
  );
  expect([result.status, result.body.data?.import?.refused?.total]).toEqual([202, 1]);
  expect(turn).toBeLessThan(LONGEST_TURN);
});

it('a project with 300,000 empty fields is refused before it fills the memory', async () => {
  const { status, body } = await server.ask(
    'POST',
    '/admin/restore?preview=true',
    table(`"fields":[${'{},'.repeat(300_000)}{}]`),
    session,
  );
  expect(status).toBe(202);
  expect(body.data.import.refused.first).toMatchObject([{ reason: 'project-size' }]);
});

it.each([
  ['empty projects', `{"projects":[${many('{}')}]}`, { refused: MANY }],
  ['projects with a name', `{"projects":[${many('{"name":"a"}')}]}`, { refused: MANY / 2 }],
  [
    'fields of one table',
    table(`"fields":[${many('{"name":"a","type":"string","validation":{"minLength":1}}')}]`),
    { refused: MANY - 1 },
  ],
  ['rows that are none', table(`"fields":[],"rows":[${many('1')}]`), { refused: MANY }],
])('a file of 20,000 %s is looked through in slices', async (_, file, { refused }) => {
  const { result, turn } = await server.turnDuring(() =>
    server.ask('POST', '/admin/restore?preview=true', file, session),
  );
  expect([result.status, result.body.data?.import?.refused?.total]).toEqual([202, refused]);
  expect(turn).toBeLessThan(LONGEST_TURN);
});
