import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { expect, test } from 'vitest';
import { rowOf, bytewiseFields, wireBytes } from './view.ts';

const field = (id: string, name: string): Field => ({
  id,
  name,
  type: 'text',
  required: false,
  description: '',
  validation: {},
  isHidden: false,
  relationships: [],
});

test('rows of undecoded documents are, as Latin-1, the JSON of rows in UTF-8, whatever fields are called', () => {
  const names = ['plain', 'Şehir ışığı', '漢字 😀', 'a "name" \\', 'half \ud83d of a sign', '2024'];
  const fields = names.map((name, i) => field(`f${i}`, name));
  const docs = names.map((name, i): RowDoc => ({
    id: `r${i}`,
    tableId: 't',
    created_at: 'c',
    updated_at: 'u',
    created_by: null,
    updated_by: null,
    version: i + 1,
    position: '0' as RowDoc['position'],
    revision: -1,
    values: { f1: name, [`f${i}`]: { [name]: [name, null, 1.5] }, gone: name },
  }));
  const bytewise = JSON.parse(Buffer.from(JSON.stringify(docs)).toString('latin1')) as RowDoc[];
  expect(
    Buffer.from(
      JSON.stringify(bytewise.map(doc => rowOf(doc, bytewiseFields(fields)))),
      'latin1',
    ).toString(),
  ).toBe(JSON.stringify(docs.map(doc => rowOf(doc, fields))));
});

test.each(['text', 'created_at', 'updated_by'] as const)(
  'an empty row of fields of the type %s is within its bound',
  type => {
    const fields = Array.from({ length: 200 }, (_, n) => ({
      ...field(`f${n}`, `alan ${n}`),
      type,
    }));
    const doc = {
      id: '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f60',
      version: 1,
      values: {},
      created_at: '2026-11-27T10:00:00.000Z',
      updated_at: '2026-11-27T11:00:00.000Z',
      created_by: null,
      updated_by: '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f61',
    };
    expect(jsonBytes(rowOf(doc, fields))).toBeLessThanOrEqual(wireBytes(fields));
  },
);
