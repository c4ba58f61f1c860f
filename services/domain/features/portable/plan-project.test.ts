import type { Json } from '@hzm/contracts/core/json';
import { expect, it } from 'vitest';
import { Notes } from './notes.ts';
import { planProject } from './plan-project.ts';

const given = (value: Json) => ({ value });

/** A field of 5 options, into which 1,000 others were merged. */
const merging = (name: string): Json => ({
  name,
  type: 'select',
  validation: {
    options: Array.from({ length: 5 }, (_, of) => ({
      id: `o-${of}`,
      name: `Seçenek ${of}`,
      color: 'gray',
      merged: Array.from({ length: 200 }, (_merged, i) => `m-${of}-${i}`),
    })),
  },
});

it('a table of a file keeps as many options, merged ones included, as any other', async () => {
  const report = {
    refused: new Notes({ total: 0, first: [] }),
    changed: new Notes({ total: 0, first: [] }),
  };
  const planned = await planProject(
    {
      kind: 'project',
      place: 0,
      from: 0,
      to: 0,
      isObject: true,
      isLarge: false,
      members: new Map([['name', given('Proje')]]),
      tables: [
        {
          id: undefined,
          name: given('Tablo'),
          fields: ['bir', 'iki', 'üç'].map(name => given(merging(name))),
          isObject: true,
          rows: 0,
        },
      ],
      lists: new Map(),
    },
    report,
  );
  expect(
    planned?.tables[0]?.fields.map(({ validation: { options } }) => options?.length ?? 0),
  ).toEqual([5, 0, 0]);
  expect(report.changed.list.first.map(({ name, reason }) => [name, reason])).toEqual([
    ['iki', 'field-rules'],
    ['üç', 'field-rules'],
  ]);
});
