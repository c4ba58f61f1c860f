import { Id, newId } from '@hzm/contracts/core/ids';
import { expect, it } from 'vitest';
import { placeId } from './place-id.ts';

it('placeId is deterministic, distinct per place, and ordered by ordinal', () => {
  const id = newId();
  const ids = [0, 1, 2, 4_095, 4_096, 9_999].map(ordinal => placeId(id, 'table', ordinal));
  expect(ids.every(one => Id.safeParse(one).success)).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(placeId(id, 'table', 1)).toBe(ids[1]);
  expect(new Set([...ids, placeId(id, 'field', 1), placeId(newId(), 'table', 1)]).size).toBe(
    ids.length + 2,
  );
});
