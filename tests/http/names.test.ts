import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, send, register, table } = serve();
/** Names of members that every object has, and that people may yet give to fields. */
const NAMES = [
  'toString',
  'hasOwnProperty',
  'valueOf',
  'isPrototypeOf',
  'toLocaleString',
  'propertyIsEnumerable',
];
const FIRST = Object.fromEntries(NAMES.map((name, i) => [name, `${name} ${i}`]));
let session: Headed;
let projectId = '';
let tableId = '';
let rowId = '';
let position = '';

beforeAll(async () => {
  ({ session, projectId } = await register('Ayse'));
  tableId = await table(
    projectId,
    session,
    'Adlar',
    Object.fromEntries([...NAMES, 'ad'].map(name => [name, 'string'])),
  );
});

const rows = (method: string, path = '', body?: unknown, headers: Headed = {}) =>
  ask(method, `/data/table/${tableId}${path}`, body, {
    ...session,
    'accept-language': 'en',
    ...headers,
  });
const found = async (query: string): Promise<(string | null)[]> =>
  (await rows('GET', `?${query}`)).body.data.rows.map((row: { ad: string | null }) => row.ad);
const pathsOf = ({ body }: Awaited<ReturnType<typeof rows>>): string[] =>
  body.details.map(({ path }: { path: string }) => path);

describe('fields named like what every object has', () => {
  it('are empty until somebody fills them', async () => {
    const { body } = await rows('POST', '/rows', { ad: 'boş' });
    for (const name of NAMES) expect([name, body.data.row[name]]).toEqual([name, null]);
    expect(await found('filter[toString][empty]=true&filter[valueOf][empty]=true')).toEqual([
      'boş',
    ]);
    expect(await found('filter[toString]=function')).toEqual([]);
    expect(await found('filter[hasOwnProperty][ne]=x&sort=valueOf&order=desc')).toEqual(['boş']);
  });

  it('are required where they are required', async () => {
    const { fields } = (
      await ask('GET', `/tables/${projectId}/${tableId}/fields`, undefined, session)
    ).body.data;
    for (const { id, name } of fields)
      if (NAMES.includes(name))
        await ask('PUT', `/tables/${tableId}/fields/${id}`, { required: true }, session);
    const missing = await rows('POST', '/rows', { ad: 'x' });
    expect([missing.status, pathsOf(missing)]).toEqual([400, NAMES]);
    expect(
      pathsOf(await rows('POST', '/rows/bulk', { rows: [{ ...FIRST, ad: 'x' }, { ad: 'y' }] })),
    ).toEqual(NAMES.map(name => `rows.1.${name}`));
    const added = await rows('POST', '/rows', { ...FIRST, ad: 'dolu' });
    expect([added.status, added.body.data.row]).toMatchObject([201, FIRST]);
    rowId = added.body.data.row.id;
    position = added.headers.get('x-position')!;
  });

  it('are found and sorted by', async () => {
    expect(await found('filter[toString]=tostring')).toEqual(['dolu']);
    expect(
      await found('filter[hasOwnProperty][eq]=hasOwnProperty 1&filter[valueOf][in]=valueOf 2,x'),
    ).toEqual(['dolu']);
    expect(await found('filter[toString][empty]=true')).toEqual(['boş']);
    expect(await found('sort=toString')).toEqual(['boş', 'dolu']);
    expect(await found('sort=valueOf&order=desc')).toEqual(['dolu', 'boş']);
    expect(await found('q=isprototypeof')).toEqual(['dolu']);
  });

  it('are changed, told, restored and seen as they were', async () => {
    await rows('POST', '/rows/bulk', {
      updates: [{ id: rowId, values: { toString: 'b', valueOf: 'c' } }],
    });
    const changed = await rows('PUT', `/rows/${rowId}`, { hasOwnProperty: 'd' });
    expect(changed.body.data.row).toMatchObject({
      ...FIRST,
      toString: 'b',
      valueOf: 'c',
      hasOwnProperty: 'd',
    });
    const { versions } = (await rows('GET', `/rows/${rowId}/history`)).body.data;
    expect(versions.map((version: { summary: string }) => version.summary).slice(1)).toEqual([
      'Ayse changed a row of “Adlar”: toString: toString 0 → b, valueOf: valueOf 2 → c',
      'Ayse changed a row of “Adlar”: hasOwnProperty: hasOwnProperty 1 → d',
    ]);
    expect((await ask('GET', `/projects/${projectId}/history`, undefined, session)).status).toBe(
      200,
    );
    expect(
      (await rows('GET', `?asOf=${position}&filter[toString]=tostring`)).body.data.rows,
    ).toMatchObject([FIRST]);
    expect(
      (await rows('POST', `/rows/${rowId}/restore`, { version: 1 })).body.data.row,
    ).toMatchObject(FIRST);
  });

  it('are told when they were never there before', async () => {
    const empty = (await rows('GET', '?filter[ad]=boş')).body.data.rows[0];
    await rows('PUT', `/rows/${empty.id}`, { isPrototypeOf: 'now' });
    expect((await rows('GET', `/rows/${empty.id}/history`)).body.data.versions[1].summary).toBe(
      'Ayse changed a row of “Adlar”: isPrototypeOf: — → now',
    );
  });
});

it.each(['__proto__', 'constructor', 'prototype'])('%s is no field, in no place', async name => {
  const text = `{"ad":"x",${JSON.stringify(name)}:{"required":true}}`;
  const headers = { ...session, 'content-type': 'application/json' };
  for (const [method, path, body] of [
    ['POST', 'rows', text],
    ['PUT', `rows/${rowId}`, text],
    ['POST', 'rows/bulk', `{"rows":[${text}]}`],
  ] as const) {
    const answer = await send(method, `/data/table/${tableId}/${path}`, body, headers);
    expect([method, path, answer.status, answer.body.code]).toEqual([
      method,
      path,
      400,
      'VALIDATION_ERROR',
    ]);
  }
  expect((await rows('GET', `?filter[${name}]=x`)).status).toBe(400);
  expect(
    (await rows('GET', `?filter%5B${name.replaceAll('_', '%5F').replaceAll('o', '%6f')}%5D=x`))
      .status,
  ).toBe(400);
  expect((await rows('GET', `?sort=${name}`)).status).toBe(400);
  expect(
    (await ask('POST', `/tables/${projectId}/${tableId}/fields`, { name, type: 'string' }, session))
      .status,
  ).toBe(400);
});
