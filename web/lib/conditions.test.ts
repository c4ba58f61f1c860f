import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { expect, it } from 'vitest';
import { constantOf, fitted, optionsFor } from './conditions.ts';

it("constantOf parses a constant of the field's type", () => {
  expect([
    constantOf('number', '1,5', 'tr'),
    constantOf('number', 'x', 'tr'),
    constantOf('boolean', 'true', 'tr'),
    constantOf('text', '3', 'tr'),
  ]).toEqual([1.5, 'x', true, '3']);
});

it('constantOf reads groups of digits as the language writes them', () => {
  expect([
    constantOf('number', '1.250', 'tr'),
    constantOf('number', '1.250,5', 'tr'),
    constantOf('number', '1,250', 'en'),
    constantOf('number', '1.250', 'en'),
  ]).toEqual([1250, 1250.5, 1250, 1.25]);
});

it('fitted takes three decimals for no group of digits', () => {
  expect([fitted('number', 1.125), fitted('number', '1.125')]).toEqual([1.125, 1.125]);
});

it('fitted turns a constant into one of another type, the first one if it is of another kind', () => {
  expect([
    fitted('boolean', ''),
    fitted('boolean', false),
    fitted('text', true),
    fitted('number', '1,5'),
    fitted('text', 20),
  ]).toEqual([true, false, '', 1.5, '20']);
});

it('optionsFor offers the options of a choice field, and none where a text is compared', () => {
  const options = [{ id: 'acil', name: 'Acil', color: 'red' as const }];
  const field = (id: string, type: FieldType, validation = {}) => ({
    id,
    name: id,
    type,
    validation,
  });
  const table = { fields: [field('d', 'select', { options }), field('s', 'string')] } as never;
  expect(optionsFor(table, { field: 'd', op: 'in' })).toEqual(options);
  expect(optionsFor(table, { field: 'd', op: 'contains' })).toBeUndefined();
  expect(optionsFor(table, { field: 's', op: 'eq' })).toBeUndefined();
  expect(optionsFor(table, { field: 'id', op: 'eq' })).toBeUndefined();
});
