import { currencies } from '@hzm/contracts/core/amount';
import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Summing } from './summary.ts';

const field = (id: string, type: FieldType, validation: object = {}): Field =>
  ({ id, name: id, type, validation, relationships: [] }) as unknown as Field;
const fields = {
  n: field('n', 'decimal'),
  m: field('m', 'currency'),
  t: field('t', 'string'),
  b: field('b', 'boolean'),
  d: field('d', 'datetime'),
  o: field('o', 'select', {
    options: [
      { id: 'z', name: 'Z', merged: ['y'] },
      { id: 'a', name: 'A' },
    ],
  }),
};
const summed = async (
  rows: readonly JsonObject[],
  columns: ConstructorParameters<typeof Summing>[0],
  grouping?: ConstructorParameters<typeof Summing>[1],
) => {
  const summing = new Summing(columns, grouping, 'Europe/Istanbul');
  for (const values of rows)
    summing.add({
      values: values as Cells,
      created_at: '',
      updated_at: '',
      created_by: null,
      updated_by: null,
    });
  return summing.result();
};

describe('a summary of rows', () => {
  it('is exact for decimals, and tells money by currency', async () => {
    const rows = [
      { n: 0.1, m: { amount: 0.1, currency: 'TRY', symbol: '₺' } },
      { n: 0.2, m: { amount: 0.2, currency: 'TRY', symbol: '₺' } },
      { n: 'remains', m: { amount: 5, currency: 'USD', symbol: '$' } },
      { n: null },
    ];
    const { values } = await summed(rows, [
      { field: fields.n, compute: 'sum' },
      { field: fields.n, compute: 'average' },
      { field: fields.n, compute: 'minimum' },
      { field: fields.n, compute: 'maximum' },
      { field: fields.m, compute: 'sum' },
      { field: fields.m, compute: 'maximum' },
      { field: fields.n, compute: 'sum' },
    ]);
    const money = [
      { TRY: 0.3, USD: 5 },
      { TRY: 0.2, USD: 5 },
    ];
    expect(values).toEqual([0.3, 0.15, 0.1, 0.2, ...money, 0.3]);
    expect((await summed([], [{ field: fields.n, compute: 'sum' }])).values).toEqual([null]);
  });

  it('takes no size of what remains of another type, however long it is', async () => {
    const long = 'z'.repeat(100_000);
    const rows = [
      { d: '2026-01-31', m: { amount: 1, currency: 'TRY' } },
      { d: '2026-02-01T10:00:00.000Z', m: { amount: 2, currency: long } },
      { d: long, m: { amount: 3, currency: '__proto__' } },
    ];
    const { values } = await summed(rows, [
      { field: fields.d, compute: 'minimum' },
      { field: fields.d, compute: 'maximum' },
      { field: fields.m, compute: 'sum' },
    ]);
    expect(values).toEqual(['2026-01-31', '2026-02-01T10:00:00.000Z', { TRY: 1 }]);
  });

  it('bounds the figures that it holds for groups together', async () => {
    const codes = Object.keys(currencies);
    const rows = Array.from({ length: 1_000 * codes.length }, (_, i) => ({
      t: `${i % 1_000}`,
      m: { amount: i, currency: codes[Math.floor(i / 1_000)]! },
    }));
    const computes = ['sum', 'average', 'minimum', 'maximum'] as const;
    const columns = Array.from({ length: 12 }, (_, i) =>
      computes.map(compute => ({ field: { ...fields.m, id: i === 0 ? 'm' : `m${i}` }, compute })),
    ).flat();
    const many = rows.map(({ t, m }) => ({
      t,
      ...Object.fromEntries(columns.map(({ field: { id } }) => [id, m])),
    }));
    const grouping = { field: fields.t, by: 'day' } as const;
    await expect(summed(many, columns, grouping)).rejects.toThrow('PAYLOAD_TOO_LARGE');
    const again = Array.from({ length: 50 }, () => columns[0]!);
    const { groups } = await summed(rows, again, grouping);
    expect(groups![1]!.values[49]).toEqual(groups![1]!.values[0]);
  });

  it('finds the groups at the end of years', async () => {
    const rows = [{ d: '9999-12-31' }, { d: '9999-12-31T20:00:00.000Z' }];
    const { groups } = await summed(rows, [], { field: fields.d, by: 'year' });
    expect(groups).toMatchObject([
      { key: '9999', rows: 2, filter: { gte: '9999-01-01', lte: '9999-12-31T23:59:59.999Z' } },
    ]);
  });

  it('groups by options in their order, those of merged ones with it, then those without', async () => {
    const rows = ['a', 'y', 'z', null, 'gone', 'a'].map(o => ({ o }));
    const { groups } = await summed(rows, [], { field: fields.o, by: 'day' });
    expect(groups!.map(({ key, rows: count, filter }) => [key, count, filter])).toEqual([
      ['z', 2, { eq: 'z' }],
      ['a', 2, { eq: 'a' }],
      [null, 1, { empty: true }],
      [null, 1, null],
    ]);
  });

  it('groups moments by the days, months and years of the zone of the project', async () => {
    const rows = [
      '2025-12-31T20:59:00.000Z',
      '2025-12-31T21:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
    ].map(d => ({ d }));
    const keys = async (by: 'day' | 'month' | 'year') => {
      const { groups } = await summed(rows, [], { field: fields.d, by });
      return groups!.map(({ key, filter }) => [key, filter]);
    };
    expect((await keys('day')).slice(0, 2)).toEqual([
      ['2025-12-31', { gte: '2025-12-31', lt: '2026-01-01' }],
      ['2026-01-01', { gte: '2026-01-01', lt: '2026-01-02' }],
    ]);
    expect((await keys('month')).at(0)).toEqual([
      '2025-12',
      { gte: '2025-12-01', lt: '2026-01-01' },
    ]);
    expect(await keys('year')).toEqual([
      ['2025', { gte: '2025-01-01', lt: '2026-01-01' }],
      ['2026', { gte: '2026-01-01', lt: '2027-01-01' }],
    ]);
  });

  it('refuses more than a thousand groups', async () => {
    const rows = Array.from({ length: 1_001 }, (_, n) => ({ n }));
    const grouping = { field: fields.n, by: 'day' } as const;
    await expect(summed(rows, [], grouping)).rejects.toThrow('PAYLOAD_TOO_LARGE');
    expect((await summed(rows.slice(1), [], grouping)).groups).toHaveLength(1_000);
  });

  it('is that of a naive model, in all and by group', async () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    const row = fc.record({
      n: fc.option(cents.map(value => value / 100)),
      t: fc.option(fc.constantFrom('Çay', 'cay', 'ÇAY', 'su', '', 'x'.repeat(201))),
      b: fc.option(fc.boolean()),
    });
    const filled = (value: Json): boolean => value !== null && value !== '';
    const naive = (rows: readonly { readonly n: number | null; readonly t: string | null }[]) => {
      const numbers = rows.map(({ n }) => n).filter(n => n !== null);
      const texts = rows.map(({ t }) => t).filter(t => t !== null && t !== '');
      return {
        rows: rows.length,
        values: [
          numbers.length === 0
            ? null
            : Number(numbers.reduce((sum, n) => sum + BigInt(Math.round(n * 100)), 0n)) / 100,
          texts.length,
          rows.length - texts.length,
          new Set(texts.map(text => fold(text!))).size,
        ],
      };
    };
    const columns = [
      { field: fields.n, compute: 'sum' },
      { field: fields.t, compute: 'filled' },
      { field: fields.t, compute: 'empty' },
      { field: fields.t, compute: 'unique' },
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 40 }), async rows => {
        const { groups, ...all } = await summed(rows, columns, { field: fields.t, by: 'day' });
        expect(all).toEqual(naive(rows));
        const nameOf = ({ t }: { t: string | null }): string =>
          !filled(t) ? 'empty' : t!.length > 200 ? 'others' : `=${fold(t!)}`;
        const expected = Map.groupBy(rows, nameOf);
        expect(groups!.length).toBe(expected.size);
        for (const { id, key: _key, filter: _filter, ...of } of groups!)
          expect(of).toEqual(naive(expected.get(id.replace(/^=2/, '='))!));
      }),
      { numRuns: 60, seed: 56 },
    );
  });
});
