import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import type { SourcedFind } from '@hzm/services/core/ports/read-model';
import { expect, it, vi } from 'vitest';
import { fieldNamed, findOf, type RowQuery } from './query.ts';

const fields = [
  { id: 'd', name: 'gün', type: 'date', validation: {}, relationships: [] },
] as unknown as Field[];
const asking = {
  by: 'a',
  clock: { timeZone: 'Europe/Istanbul' },
} as unknown as Parameters<typeof findOf>[3];
const found = (query: Partial<RowQuery>): SourcedFind<RowDoc> =>
  findOf('t', fields, { page: 1, limit: 10, order: 'asc', count: 'none', ...query }, asking);

const among = (values: number) => ({
  field: 'gün',
  filter: { in: Array.from({ length: values }, () => '2026-01-01').join() },
});

it('a query reads a bounded number of values in all its lists together, also the same again and again', () => {
  const of = (lists: number) => ({ any: Array.from({ length: lists }, () => among(1000)) });
  expect(found({ where: of(2) }).groups).toHaveLength(1);
  expect(() => found({ where: of(3) })).toThrow('VALIDATION_ERROR');
  const { filter } = among(1);
  expect(() => found({ filter: { gün: filter }, where: of(2) })).toThrow('VALIDATION_ERROR');
  expect(() => found({ where: { all: [{ all: [of(1)] }, of(2)] } })).toThrow('VALIDATION_ERROR');
});

it('a name of a field in decomposed letters is composed once, however many fields there are', () => {
  const many = Array.from({ length: 200 }, (_, n) => ({ ...fields[0]!, name: `gün ${n}` }));
  const composed = vi.spyOn(String.prototype, 'normalize');
  const field = fieldNamed(many, 'gu\u0308n 199', 'fields.0');
  const times = composed.mock.calls.length;
  composed.mockRestore();
  expect([field.name, times]).toEqual(['gün 199', 1]);
});
