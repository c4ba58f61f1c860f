import { beforeAll, describe, expect, it } from 'vitest';
import { serve, type Headed } from './serve.ts';

const { ask, register, table } = serve();
let person: Awaited<ReturnType<typeof register>>;
let tableId = '';
let fieldId = '';
const fit = async (type: string, as: Headed = person.session) =>
  ask('GET', `/tables/${tableId}/fields/${fieldId}/fit?type=${type}`, undefined, as);

beforeAll(async () => {
  person = await register('Fit');
  tableId = await table(person.projectId, person.session, 'Ürünler', {
    not: 'text',
    stok: 'string',
  });
  const { fields } = (
    await ask('GET', `/tables/${person.projectId}/${tableId}/fields`, undefined, person.session)
  ).body.data as { fields: { id: string; name: string }[] };
  fieldId = fields.find(({ name }) => name === 'stok')!.id;
  const rows = [
    ...Array.from({ length: 120 }, (_, n) => ({
      not: `satır ${n}`,
      stok: n % 2 === 0 ? '2026-11-21' : 'yok',
    })),
    { not: 'boş' },
    { not: 'hiç', stok: '' },
    { not: 'uzun', stok: 'x'.repeat(5_000) },
  ];
  await ask('POST', `/data/table/${tableId}/rows/bulk`, { rows }, person.session);
});

describe('how many rows another type would not take', () => {
  it('is told with the first of them; what is nothing fits everywhere', async () => {
    const { status, body } = await fit('date');
    expect([status, body.data.fit]).toEqual([
      200,
      {
        rows: 123,
        isAll: true,
        unfit: 61,
        first: [1, 3, 5].map(n => ({
          rowId: expect.any(String),
          name: `satır ${n}`,
          value: 'yok',
        })),
        converted: 0,
        changed: [],
        numbers: null,
      },
    ]);
    expect((await fit('text')).body.data.fit).toMatchObject({ unfit: 0, first: [] });
  });

  it('tells only the beginning of a long value', async () => {
    await ask(
      'POST',
      `/data/table/${tableId}/rows/bulk`,
      {
        deletes: (
          await ask('GET', `/data/table/${tableId}?limit=120`, undefined, person.session)
        ).body.data.rows.map(({ id }: { id: string }) => id),
      },
      person.session,
    );
    const [{ value }] = (await fit('number')).body.data.fit.first as [{ value: string }];
    expect(value.length).toBeLessThan(220);
  });

  it('is for who may change the field, of a type and a field that there are', async () => {
    const other = await register('Other');
    expect([
      (await fit('date', other.session)).status,
      (await fit('date', person.key)).status,
      (await fit('nope')).status,
    ]).toEqual([404, 403, 400]);
    fieldId = '01937b5e-0000-7000-8000-000000000001';
    expect((await fit('date')).status).toBe(404);
  });
});

describe('how many rows other rules would not take', () => {
  it('is told with the first of them, for limits, patterns, required fields and emptied rules', async () => {
    const id = await table(person.projectId, person.session, 'Kurallar', {
      ad: 'string',
      kod: 'string',
      adet: 'number',
    });
    const path = `/tables/${person.projectId}/${id}/fields`;
    const { fields } = (await ask('GET', path, undefined, person.session)).body.data as {
      fields: { id: string; name: string }[];
    };
    const idOf = (name: string) => fields.find(field => field.name === name)!.id;
    const rows = ['A1', 'B22', '', 'çok uzun', undefined].map((kod, n) => ({
      ad: `r${n}`,
      adet: n * 10,
      ...(kod !== undefined && { kod }),
    }));
    await ask('POST', `/data/table/${id}/rows/bulk`, { rows }, person.session);
    const fitOf = async (name: string, body: object, as: Headed = person.session) => {
      const call = `/tables/${id}/fields/${idOf(name)}/rule-fit`;
      const { status, body: answer } = await ask('POST', call, body, as);
      return status === 200 ? answer.data.fit : [status, answer.details?.[0]?.path];
    };
    expect(await fitOf('kod', { validation: { maxLength: 3 } })).toEqual({
      rows: 5,
      isAll: true,
      unfit: 1,
      first: [{ rowId: expect.any(String), name: 'r3', value: 'çok uzun', reason: 'rule' }],
    });
    expect(await fitOf('kod', { validation: { pattern: '^[A-Z]\\d$' } })).toMatchObject({
      unfit: 2,
    });
    expect(await fitOf('kod', { required: true })).toMatchObject({
      unfit: 2,
      first: [
        { name: 'r2', reason: 'required' },
        { name: 'r4', reason: 'required' },
      ],
    });
    expect(await fitOf('adet', { validation: { minValue: 5, maxValue: 30 } })).toMatchObject({
      unfit: 2,
      first: [{ value: 0 }, { value: 40 }],
    });
    expect(await fitOf('adet', {})).toMatchObject({ rows: 5, unfit: 0, first: [] });
    expect(await fitOf('adet', { validation: { maxLength: 3 } })).toEqual([
      400,
      'validation.maxLength',
    ]);
    const other = await register('Else');
    expect(await fitOf('adet', {}, other.session)).toEqual([404, undefined]);
    expect(await fitOf('adet', {}, person.key)).toEqual([403, undefined]);
  });
});

describe('a field that gets another type', () => {
  let tableOf = '';
  let field = '';
  const texts = ['1,5', '1.5', '1.234,50', 'yok', '', '10'];
  const retype = async (type: string, as: Headed = person.session) => {
    const answer = await ask('PUT', `/tables/${tableOf}/fields/${field}`, { type }, as);
    expect(answer.status).toBe(200);
    return answer.headers.get('x-position')!;
  };
  const rowsOf = async (
    query = '',
    waits: Headed = {},
  ): Promise<{ ad: string; v: unknown; _version: number; id: string }[]> =>
    (
      await ask(
        'GET',
        `/data/table/${tableOf}?sort=created_at&order=asc&limit=2000${query}`,
        undefined,
        {
          ...person.session,
          ...waits,
        },
      )
    ).body.data.rows;
  const values = async (query = '') => (await rowsOf(query)).map(({ v }) => v);

  beforeAll(async () => {
    tableOf = await table(person.projectId, person.session, 'Çevrilen', {
      ad: 'string',
      v: 'string',
    });
    const { fields } = (
      await ask('GET', `/tables/${person.projectId}/${tableOf}/fields`, undefined, person.session)
    ).body.data as { fields: { id: string; name: string }[] };
    field = fields.find(({ name }) => name === 'v')!.id;
    const rows = texts.map((v, n) => ({ ad: `r${n}`, v }));
    await ask('POST', `/data/table/${tableOf}/rows/bulk`, { rows }, person.session);
  });

  it('is told of before: converted and unfit values, and how numbers are read', async () => {
    const path = `/tables/${tableOf}/fields/${field}/fit?type=`;
    const told = (await ask('GET', `${path}number`, undefined, person.session)).body.data.fit;
    expect(told).toMatchObject({
      rows: 6,
      isAll: true,
      unfit: 1,
      first: [{ name: 'r3', value: 'yok' }],
      converted: 4,
      changed: [
        { name: 'r0', value: '1,5', becomes: 1.5 },
        { name: 'r1', value: '1.5', becomes: 1.5 },
        { name: 'r2', value: '1.234,50', becomes: 1234.5 },
      ],
      numbers: 'tr',
    });
  });

  it('has converted values for filters, sorts and searches at once; undone, all are as they were', async () => {
    const before = await rowsOf();
    const changed = await retype('number');
    expect(await values()).toEqual([1.5, 1.5, 1234.5, 'yok', null, 10]);
    expect((await rowsOf()).map(({ _version }) => _version)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(await values('&filter[v][gte]=10')).toEqual([1234.5, 10]);
    expect(await values('&filter[v][eq]=1.5')).toEqual([1.5, 1.5]);
    expect((await rowsOf('&q=1234.5')).map(({ ad }) => ad)).toEqual(['r2']);
    const next = await ask(
      'GET',
      `/tables/${tableOf}/fields/${field}/fit?type=currency`,
      undefined,
      person.session,
    );
    expect(next.body.data.fit, 'amounts are read from the texts again').toMatchObject({
      numbers: 'tr',
    });
    const sorted = await ask(
      'GET',
      `/data/table/${tableOf}?sort=v&order=asc`,
      undefined,
      person.session,
    );
    expect(sorted.body.data.rows.map(({ v }: { v: unknown }) => v)).toEqual([
      null,
      1.5,
      1.5,
      10,
      1234.5,
      'yok',
    ]);

    const one = before[0]!.id;
    const row = `/data/table/${tableOf}/rows/${one}`;
    const then = await ask('GET', `${row}?asOf=${changed}`, undefined, person.session);
    expect(then.body.data.row.v).toBe(1.5);
    const unchanged = await ask('PUT', row, { v: 1.5 }, person.session);
    expect(unchanged.body.data.row).toMatchObject({ v: 1.5, _version: 1 });
    await ask('PUT', row, { ad: 'başka' }, person.session);
    const { versions } = (await ask('GET', `${row}/history`, undefined, person.session)).body.data;
    expect(versions.map(({ data }: { data: { values: object } }) => data.values)).toEqual([
      { ad: 'r0', v: '1,5' },
      { ad: 'başka' },
    ]);

    await retype('decimal');
    await retype('date');
    expect(await values()).toEqual(texts.map(text => text || null));
    const back = await retype('string');
    expect(await values()).toEqual(texts);
    const past = await rowsOf(`&asOf=${changed}`);
    expect(past.map(({ v }) => v)).toEqual([1.5, 1.5, 1234.5, 'yok', null, 10]);
    expect((await rowsOf(`&asOf=${back}`)).map(({ v }) => v)).toEqual(texts);
  });

  it('fits types that are kept alike as it is now', async () => {
    await retype('number');
    const path = `/tables/${tableOf}/fields/${field}/fit?type=float`;
    expect((await ask('GET', path, undefined, person.session)).body.data.fit).toMatchObject({
      unfit: 1,
      first: [{ name: 'r3', value: 'yok' }],
      converted: 0,
    });
    await retype('string');
  });

  it('takes values that were written before and come back from the history', async () => {
    const { id } = (
      await ask('POST', `/data/table/${tableOf}/rows`, { ad: 'eski', v: '2,5' }, person.session)
    ).body.data.row;
    const row = `/data/table/${tableOf}/rows/${id}`;
    await ask('PUT', row, { v: '3' }, person.session);
    await retype('number');
    const restored = await ask('POST', `${row}/restore`, { version: 1 }, person.session);
    expect([restored.status, restored.body.data.row.v]).toEqual([200, 2.5]);
    await ask('DELETE', row, undefined, person.session);
    await retype('string');
  });

  it('is converted in the background where it has many rows', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ ad: `k${n}`, v: `${n},5` }));
    for (let batch = 0; batch < 2; batch++)
      await ask('POST', `/data/table/${tableOf}/rows/bulk`, { rows }, person.session);
    await retype('number');
    await expect
      .poll(async () => (await values()).filter(v => typeof v === 'number').length, {
        timeout: 15_000,
      })
      .toBe(2_000 - 6 + 4);
    await retype('string');
    await expect
      .poll(async () => (await values('&page=2')).filter(v => typeof v === 'number').length, {
        timeout: 15_000,
      })
      .toBe(0);
  });
});
