import type { Field } from '@hzm/contracts/features/tables/table';
import { expect, it } from 'vitest';
import { includedFields } from './included.ts';

it('includes a field once, however often it is named', () => {
  const related = { name: 'müşteri', relationships: [{ targetTableId: 'm' }] };
  const shown = [related] as unknown as readonly Field[];
  expect(includedFields(shown, 'müşteri,müşteri')).toHaveLength(1);
  expect(includedFields(shown, JSON.stringify(Array(500).fill('müşteri')))).toHaveLength(1);
});
