import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasPeople, isGiven } from '@hzm/contracts/core/everyday';
import {
  fieldTypeGroups,
  formOf,
  type FieldType,
} from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Table } from '@hzm/contracts/features/tables/table';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleRequests, type ExampleRequest } from '../../web/features/keys/examples/request.ts';
import {
  exampleLanguages,
  writeExample,
  type Credentials,
  type ExampleLanguage,
} from '../../web/features/keys/examples/write-example.ts';
import { needs } from '../run/needs.ts';
import { serve } from './serve.ts';

const run = promisify(execFile);
const programs: Readonly<Record<ExampleLanguage, readonly [string, ...string[]]>> = {
  curl: ['sh', 'example.sh'],
  JavaScript: [process.execPath, 'example.mjs'],
  TypeScript: [process.execPath, '--no-warnings', 'example.mts'],
  Python: ['python3', 'example.py'],
  Go: ['go', 'run', 'example.go'],
};
// Compiling Go's HTTP client takes minutes on a cold cache, so that it runs on demand only.
const languages = exampleLanguages.filter(
  language => language !== 'Go' || process.env['HZM_TEST_GO'] === '1',
);
const probes = { curl: ['curl', '--version'], Python: ['python3', '-V'], Go: ['go', 'version'] };
const missing = new Set<string>();
for (const [language, [program, ...words]] of Object.entries(probes))
  await run(program!, words).catch(() => missing.add(language));
const needOf = (language: ExampleLanguage) => {
  const [name] = programs[language];
  return missing.has(language) ? needs({ name, missing: `there is no ${name}` }) : {};
};

const folder = mkdtempSync(join(tmpdir(), 'hzm-examples-'));
const server = serve();
const { ask } = server;
const TODAY = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Istanbul' });

let place: Omit<Parameters<typeof exampleRequests>[0], 'table'> & { table: Table };
let credentials: { key: string; email: string; password: string };
let headers: Readonly<Record<string, string>>;

const tableOf = async (fields: readonly object[]): Promise<Table> => {
  const { table } = (
    await ask(
      'POST',
      `/tables/project/${place.projectId}`,
      { name: `Tablo ${fields.length}` },
      headers,
    )
  ).body.data;
  for (const field of fields) {
    const path = `/tables/${place.projectId}/${table.id}/fields`;
    expect(await ask('POST', path, field, headers), JSON.stringify(field)).toMatchObject({
      status: 201,
    });
  }
  return (await ask('GET', `/tables/${place.projectId}/${table.id}`, undefined, headers)).body.data
    .table as Table;
};

beforeAll(async () => {
  const person = { name: 'Ayşe', email: 'ayse@example.com', password: 'gizli-1' };
  const { data } = (await ask('POST', '/auth/register', person)).body;
  headers = { authorization: `Bearer ${data.token}` };
  const body = { name: 'Depo', keyType: 'admin_project' };
  const { project } = (await ask('POST', '/projects', body, headers)).body.data;
  credentials = {
    key: project.apiKey,
    email: person.email,
    password: project.apiKeyPassword,
  };
  place = {
    origin: server.origin(),
    projectId: project.id,
    table: undefined!,
    today: TODAY,
    requireAuth: true,
  };
  place.table = await tableOf([
    { name: `o'nun "adı" $x \`y\` \\n`, type: 'string', required: true },
    { name: 'fiyat', type: 'currency' },
    { name: 'açık', type: 'boolean' },
  ]);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function outputOf(
  language: ExampleLanguage,
  request: ExampleRequest,
  written: Credentials,
  env: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const { fields } = place.table;
  const isNumber = (type: Table['fields'][number]['type']) => numberTypes.has(type);
  const [program, ...words] = programs[language];
  writeFileSync(
    join(folder, words.at(-1)!),
    writeExample(language, request, written, { fields, isNumber }),
  );
  const { stdout } = await run(program, words, {
    cwd: folder,
    env: { ...process.env, GO111MODULE: 'off', ...env },
  });
  const answer = JSON.parse(stdout) as { readonly data?: unknown };
  return answer.data ?? answer;
}

const requestOf = (name: ExampleRequest['name']): ExampleRequest =>
  exampleRequests(place).find(one => one.name === name)!;

const HOSTILE = `'"; touch hit; $(touch hit) \`touch hit\` \\' \n\u007f\u009b200~\u202e\ufeff\u2028 \${1} %s {x}`;

for (const language of languages)
  describe(`examples in ${language}`, { timeout: 240_000, ...needOf(language) }, () => {
    it('add, list and find a row as they stand', async () => {
      const added = (await outputOf(language, requestOf('add'), credentials)) as { row: object };
      const listed = (await outputOf(language, requestOf('list'), credentials)) as {
        rows: object[];
      };
      expect(listed.rows).toContainEqual(added.row);
      const search = exampleRequests({ ...place, row: added.row as never })[1]!;
      expect(search.name).toBe('search');
      const found = (await outputOf(language, search, credentials)) as { rows: object[] };
      expect(found.rows).toContainEqual(added.row);
    });

    it('read key and password from the environment while they are not shown', async () => {
      const hidden = { key: null, email: credentials.email, password: null };
      const env = { HZM_API_KEY: credentials.key, HZM_PASSWORD: credentials.password };
      expect(await outputOf(language, requestOf('add'), hidden, env)).toHaveProperty('row.id');
      expect(await outputOf(language, requestOf('info'), hidden, env)).toBeDefined();
    });

    it('leave a hostile value of a row a value', async () => {
      const body = { [place.table.fields[0]!.name]: HOSTILE };
      const request = { ...requestOf('add'), body };
      const program = writeExample(language, request, credentials, {
        fields: place.table.fields,
        isNumber: type => numberTypes.has(type),
      });
      expect(program).not.toMatch(/[\u007f-\u009f\u2028-\u202e\ufeff]/);
      const { row } = (await outputOf(language, request, credentials)) as { row: object };
      expect(Object.values(row)).toContain(HOSTILE);
      expect(existsSync(join(folder, 'hit'))).toBe(false);
    });
  });

it('every request that is shown is answered', async () => {
  for (const request of exampleRequests(place)) {
    const response = await fetch(request.url, {
      method: request.method,
      headers: {
        'content-type': 'application/json',
        'x-api-key': credentials.key,
        ...(request.isComplete && {
          'x-user-email': credentials.email,
          'x-project-password': credentials.password,
        }),
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
    });
    expect(response.status, request.name).toBe(request.method === 'POST' ? 201 : 200);
  }
});

it('a new row has a value that fits each form of types and its rules', async () => {
  const types = [
    ...Map.groupBy(Object.values(fieldTypeGroups).flat() as readonly FieldType[], formOf).values(),
  ].flatMap(([type]) => (hasPeople(type!) || isGiven(type!) ? [] : [type!]));
  const options = [{ name: 'Açık' }, { name: 'Kapalı' }];
  const rules = [
    ['string', { minLength: 12, maxLength: 14 }],
    ['number', { minValue: 10.25, decimalPlaces: 1 }],
    ['integer', { maxValue: -3 }],
    ['currency', { currency: 'JPY', decimalPlaces: 0, onlyPositive: true }],
    ['weight', { weightUnit: 'g', minWeight: 40 }],
    ['date', { dateType: 'datetime' }],
    ['date', { dateType: 'time' }],
    ['date', { minToday: true, maxToday: true }],
    ['array', { arrayItemType: 'boolean' }],
  ] as const;
  const table = await tableOf([
    ...types.map(type => ({
      name: type,
      type,
      required: true,
      ...(type.includes('select') && { validation: { options } }),
    })),
    ...rules.map(([type, validation], at) => ({
      name: `kural ${at}`,
      type,
      validation,
      required: true,
    })),
  ]);
  const { body } = exampleRequests({ ...place, table }).find(({ name }) => name === 'add')!;
  expect(Object.keys(body!)).toEqual(table.fields.map(({ name }) => name));
  expect(await ask('POST', `/data/table/${table.id}/rows`, body, headers)).toMatchObject({
    status: 201,
  });
});

it('a row is never empty: an unknowable value comes from a row, or the example is left out', async () => {
  const table = await tableOf([
    { name: 'kod', type: 'string', required: true, validation: { pattern: '^[A-Z]{3}-\\d{4}$' } },
  ]);
  const names = (row?: Readonly<Record<string, string>>) =>
    exampleRequests({ ...place, table, row }).map(({ name }) => name);
  expect(names()).not.toContain('add');
  expect(names({ kod: 'ABC-1234' })).toContain('add');
  expect(exampleRequests({ ...place, table: undefined }).map(({ name }) => name)).toEqual([
    'info',
    'tables',
  ]);
});
