import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import { expect, it } from 'vitest';
import { groupText } from './figure-text.ts';

const named = (type: FieldType, key: string | number | boolean, language: 'tr' | 'en') =>
  groupText(
    { id: 'f', name: 'f', type, validation: {} } as unknown as Field,
    { key, filter: {}, rows: 1, values: [] },
    { language, yes: 'yes', no: 'no' },
  );

it('groups of dates are named as the column shows its values, in each language', () => {
  for (const type of ['date', 'datetime', 'timestamp'] as const) {
    expect(named(type, '2026-11-03', 'tr')).toBe('03.11.2026');
    expect(named(type, '2026-11-03', 'en')).toBe('03 Nov 2026');
    expect(named(type, '2026-11', 'en')).toBe('11.2026');
    expect(named(type, '2026', 'en')).toBe('2026');
  }
});

it('groups of other values are named as they are', () => {
  expect(named('string', '2026-11-03', 'tr')).toBe('2026-11-03');
  expect(named('string', '2026-11', 'tr')).toBe('2026-11');
  expect(named('number', 1.5, 'tr')).toBe('1,5');
  expect(named('boolean', true, 'en')).toBe('yes');
});
