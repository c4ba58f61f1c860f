import { expect, it } from 'vitest';
import { PartedMap } from './parted-map.ts';

const numbered = (count: number): PartedMap<number> =>
  Array.from({ length: count }, (_, n) => n).reduce(
    (map, n) => map.with(`key ${n}`, n),
    new PartedMap<number>(),
  );

it('has the values that were set last, and no removed ones', () => {
  const map = numbered(3).with('key 1', 10).without('key 2');
  expect(['key 0', 'key 1', 'key 2', 'key 3'].map(key => map.get(key))).toEqual([
    0,
    10,
    undefined,
    undefined,
  ]);
  expect([map.has('key 1'), map.has('key 2')]).toEqual([true, false]);
  expect(map.values().toSorted((a, b) => a - b)).toEqual([0, 10]);
});

it('lists keys as they came first', () => {
  expect(numbered(4).with('key 1', 9).without('key 2').with('key 2', 9).keys()).toEqual([
    'key 0',
    'key 1',
    'key 3',
    'key 2',
  ]);
});

it('leaves the earlier map as it was, and copies a small part of it', () => {
  const before = numbered(2_000);
  const after = before.with('another', 1);
  expect([before.has('another'), after.has('another')]).toEqual([false, true]);
  const copied = after.parts.filter((part, at) => part !== before.parts[at]);
  expect(copied).toHaveLength(1);
  expect(copied[0]!.size).toBeLessThan(100);
});
