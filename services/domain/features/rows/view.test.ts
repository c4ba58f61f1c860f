import type { Field } from '@hzm/contracts/features/tables/table';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import { expect, test } from 'vitest';
import { rowOf, bytewiseFields } from './view.ts';

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
