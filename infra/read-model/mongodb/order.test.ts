import { sectionsOf } from '@hzm/services/core/ports/value';
import { expect, it } from 'vitest';
import { runsAfter, runsOf, type OrderKey } from './order.ts';

const texts = Array.from({ length: 200 }, (_, at) => `o${at}`);
const key = (field: string): OrderKey => ({
  field,
  descending: false,
  empty: { [field]: null },
  sections: sectionsOf({ texts, areLists: false }),
});

it('makes no more runs of several keys with many sections than there are sections', () => {
  const keys = ['k.1', 'k.2'].map(key);
  expect(runsOf(keys, {}).length).toBeLessThan(300);
  const end = { keys: ['2o3', '2o5'], seq: 7 };
  expect(runsAfter({ keys, descending: false }, end, {}).length).toBeLessThan(600);
});
