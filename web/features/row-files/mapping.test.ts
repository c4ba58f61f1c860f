import type { FoundColumn } from '@hzm/contracts/features/row-files/row-import';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Table } from '@hzm/contracts/features/tables/table';
import { expect, it } from 'vitest';
import { suggested } from './mapping.ts';

const found = (name: string, column: number): FoundColumn => ({
  column,
  name,
  type: 'string',
  numbers: 'tr',
  dates: 'dmy',
  isDateUnsure: false,
  filled: 1,
});
const goalsOf = (names: readonly string[], table?: Table): string[] =>
  suggested({ columns: names.map(found), mapping: [] }, table, true).map(({ goal }) => goal.kind);
const fieldOf = (name: string, type: FieldType, relationships: readonly unknown[] = []) => ({
  name,
  type,
  relationships,
});
const table = {
  fields: [fieldOf('Müşteri', 'relationship', [{}]), fieldOf('Eklenme', 'created_at')],
} as unknown as Table;

it('a column without a field becomes a new one, also without a name', () => {
  expect(goalsOf(['Ad', ''])).toEqual(['new', 'new']);
  expect(goalsOf(['Ad', ''], table)).toEqual(['new', 'new']);
});

it('leaves out names of related rows behind their ids, and fields that the product fills', () => {
  expect(goalsOf(['Müşteri', 'Müşteri: Ad', 'EKLENME'], table)).toEqual(['new', 'skip', 'skip']);
  expect(goalsOf(['Müşteri: Ad', 'Müşteri'], table)).toEqual(['new', 'new']);
});
