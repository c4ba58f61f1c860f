import type { Field } from '@hzm/contracts/features/tables/table';
import { expect, it } from 'vitest';
import { clockIn } from '../tables/value-clock.ts';
import { importedRow } from './import-row.ts';

const field = (id: string, type: Field['type']): Field => ({
  id,
  name: id,
  type,
  required: false,
  description: '',
  validation: {},
  isHidden: false,
  relationships: [],
});
const fields = [field('ad', 'string'), field('stok', 'number')];

it('a row with a value that does not fit keeps no text that stores read differently', () => {
  const now = new Date('2026-11-27T10:00:00.000Z');
  const row = importedRow({ ad: 'a\u0000b', stok: 'yok' }, fields, clockIn('UTC', now), now);
  expect(row?.values).toEqual({ ad: 'ab', stok: 'yok' });
});
