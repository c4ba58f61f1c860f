import type { Field } from '@hzm/contracts/features/tables/table';
import { expect, it } from 'vitest';
import { Labels } from './row-labels.ts';

const ROW = {
  id: 'r',
  values: {},
  created_at: '2026-11-27T10:00:00.000Z',
  updated_at: '2026-11-27T11:00:00.000Z',
};

it('rows are named by the times that they have in the place of values', async () => {
  const label = { id: 'u', type: 'updated_at', validation: {} } as unknown as Field;
  const labelled = { fieldId: 'f', tableId: 't', label };
  const model = { find: async () => ({ docs: [ROW] }) } as never;
  const labels = new Labels([labelled], read => read({ model, by: 'somebody' }));
  await labels.learn([{ f: 'r' }]);
  expect(labels.nameIn(labelled, { f: 'r' })).toBe(ROW.updated_at);
});
