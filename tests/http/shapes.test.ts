import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register } = serve();
let session: Headed;
let projectId = '';
beforeAll(async () => {
  ({ session, projectId } = await register('Ayse'));
});
const to = (method: string, path: string, body?: unknown) => ask(method, path, body, session);
const types = {
  metin: 'string',
  sayi: 'number',
  evet: 'boolean',
  gun: 'date',
  para: 'currency',
  nesne: 'object',
  dizi: 'array',
};

describe('a table under its newer address', () => {
  it('is made, listed, read, counted, renamed and deleted', async () => {
    const base = `/tables-new/${projectId}`;
    const made = await to('POST', `/tables-new/project/${projectId}`, { name: ' Sipariş ' });
    expect([made.status, made.body.data.table.name, made.body.data.table.fields]).toEqual([
      201,
      'Sipariş',
      [],
    ]);
    const { id } = made.body.data.table;
    await to('POST', `/tables/project/${projectId}/${id}/fields`, {
      name: 'no',
      type: 'integer',
      isRequired: true,
    });
    await to('POST', `/projects/${projectId}/tables/${id}/data`, { no: 1 });
    const listed = await to('GET', `/tables-new/project/${projectId}`);
    expect(listed.body.data.tables[0].fields[0]).toMatchObject({
      name: 'no',
      type: 'integer',
      required: true,
      isHidden: false,
      relationships: [],
    });
    expect((await to('GET', `/tables/project/${projectId}`)).body).toEqual(listed.body);
    expect((await to('GET', `${base}/${id}/stats`)).body.data.stats).toEqual({
      rowCount: 1,
      fieldCount: 1,
    });
    expect((await to('PUT', `${base}/${id}`, { name: 'Siparişler' })).body.data.table.name).toBe(
      'Siparişler',
    );
    expect((await to('GET', `${base}/${id}`)).body.data.table.name).toBe('Siparişler');
    expect((await to('DELETE', `${base}/${id}`)).status).toBe(200);
    expect((await to('GET', `${base}/${id}`)).status).toBe(404);
    expect((await to('GET', `/data/table/${id}`)).status).toBe(404);
  });

  it('is not found in another project than its own', async () => {
    const other = (await to('POST', '/projects', { name: 'Öteki' })).body.data.project.id;
    const { id } = (await to('POST', `/tables/project/${projectId}`, { name: 'Benim' })).body.data
      .table;
    for (const path of [
      `/tables-new/${other}/${id}`,
      `/tables/${other}/${id}`,
      `/projects/${other}/tables/${id}/data`,
    ])
      expect([path, (await to('GET', path)).status]).toEqual([path, 404]);
    expect((await to('POST', `/projects/${other}/tables/${id}/data`, {})).status).toBe(404);
    expect((await to('DELETE', `/tables-new/${other}/${id}`)).status).toBe(404);
  });
});

describe('a row of the seven types of the grid', () => {
  let tableId = '';
  const full = {
    metin: 'İğne',
    sayi: -1.5,
    evet: false,
    gun: '2026-02-28',
    para: { amount: 12.5, currency: 'TRY' },
    nesne: { a: [1, null] },
    dizi: ['x', 1, true],
  };
  const kept = { ...full, para: { ...full.para, symbol: '₺' } };
  beforeAll(async () => {
    tableId = (await to('POST', `/tables/project/${projectId}`, { name: 'Türler' })).body.data.table
      .id;
    for (const [name, type] of Object.entries(types))
      await to('POST', `/tables/${projectId}/${tableId}/fields`, { name, type });
  });

  it.each([
    ['/data/table', () => `/data/table/${tableId}`, () => `/data/table/${tableId}/rows`],
    [
      '/projects',
      () => `/projects/${projectId}/tables/${tableId}/data`,
      () => `/projects/${projectId}/tables/${tableId}/data`,
    ],
  ])('is added, read, changed and removed under %s', async (_, list, rows) => {
    const added = await to('POST', rows(), full);
    expect([added.status, added.headers.get('etag')]).toEqual([201, '"1"']);
    expect(added.body.data.row).toMatchObject(kept);
    const path = `${rows()}/${added.body.data.row.id}`;
    expect((await to('PUT', path, { sayi: 3, dizi: null })).body.data.row).toMatchObject({
      ...kept,
      sayi: 3,
      dizi: null,
      _version: 2,
    });
    expect((await to('GET', path)).body.data.row).toMatchObject({
      metin: 'İğne',
      sayi: 3,
      dizi: null,
    });
    expect(
      (
        await to(
          'GET',
          `${list()}?filter[metin]=igne&filter[sayi][eq]=3&filter[evet][eq]=false&filter[dizi][empty]=true&sort=para&q=IGNE`,
        )
      ).body.data.rows,
    ).toHaveLength(1);
    expect((await to('DELETE', path)).status).toBe(200);
    expect((await to('GET', path)).status).toBe(404);
  });

  it.each([
    ['metin', 5],
    ['sayi', '5'],
    ['evet', 'true'],
    ['gun', '2026-02-30'],
    ['para', { amount: '1', currency: 'TRY' }],
    ['para', { amount: 1, currency: 'ABC' }],
    ['para', 5],
    ['nesne', [1]],
    ['dizi', { a: 1 }],
    ['id', 'x'],
    ['_version', 1],
    ['__proto__', {}],
  ])('refuses %s: %j', async (name, value) => {
    const { status, body } = await ask(
      'POST',
      `/data/table/${tableId}/rows`,
      { [name]: value },
      session,
    );
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
