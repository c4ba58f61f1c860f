import { expect, it } from 'vitest';
import { areStorable, asStorable } from './storable.ts';

it.each([
  ['U+0000', 'a\0b', 'ab'],
  ['half of a character', 'a\ud800', 'a\ufffd'],
  ['U+0000 in a list', ['a', 'b\0'], ['a', 'b']],
  ['U+0000 in a name', { list: [{ 'a\0': 1 }] }, { list: [{ a: 1 }] }],
])('a value with %s cannot be stored as it is', (_, value, stored) => {
  expect(areStorable(value)).toBe(false);
  expect(asStorable(value)).toEqual(stored);
});

it('a value without such texts stays the same', () => {
  const value = { ad: 'Çay 🍵', list: [1, null, true, { a: '' }] };
  expect(areStorable(value)).toBe(true);
  expect(asStorable(value)).toBe(value);
});
