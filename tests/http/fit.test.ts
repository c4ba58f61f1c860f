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
