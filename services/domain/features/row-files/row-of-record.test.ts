import type { Field } from '@hzm/contracts/features/tables/table';
import { expect, it } from 'vitest';
import { clockIn } from '../tables/value-clock.ts';
import { RowsOfRecords } from './row-of-record.ts';

const field = (id: string, more: Partial<Field>): Field =>
  ({ id, name: `alan ${id}`, type: 'number', required: false, validation: {}, ...more }) as Field;
const fields = [
  field('a', {}),
  field('b', { isHidden: true, validation: { minValue: 10 } }),
  field('c', { isHidden: true, required: true }),
];
const columns = [
  { column: 0, name: 'a', field: 'a', numbers: 'tr', dates: 'dmy' },
  { column: 1, name: 'b', field: 'b', numbers: 'tr', dates: 'dmy' },
] as never;
const refusals = (shown?: readonly string[]) => {
  const clock = clockIn('Europe/Istanbul', new Date(0));
  const judged = new RowsOfRecords(columns, fields, clock, false, shown).row(['yok', 3]);
  return 'refusals' in judged
    ? judged.refusals.map(({ field: name, message: { key } }) => [name, key])
    : [];
};

it('refusals tell nothing of fields that their reader is not shown', () => {
  expect(refusals(['a'])).toEqual([
    ['alan a', 'value-type'],
    ['', 'hidden-value-unfit'],
    ['', 'hidden-value-unfit'],
  ]);
  expect(refusals(['a', 'b', 'c'])).toEqual([
    ['alan a', 'value-type'],
    ['alan b', 'value-too-small'],
    ['alan c', 'value-required'],
  ]);
  // An import that runs tells what was mapped at its start.
  expect(refusals()).toEqual([
    ['alan a', 'value-type'],
    ['alan b', 'value-too-small'],
    ['', 'hidden-value-unfit'],
  ]);
});
