import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesBetween, differencesOf, rowsOf } from './differences.ts';

describe('differences of an event', () => {
  it.each([
    [
      'a row added',
      { values: { ad: 'Çay', stok: 5 } },
      [
        { name: 'ad', before: null, after: 'Çay' },
        { name: 'stok', before: null, after: 5 },
      ],
    ],
    [
      'a row changed',
      { values: { stok: 4 }, before: { stok: 5 } },
      [{ name: 'stok', before: 5, after: 4 }],
    ],
    ['a row removed', { before: { ad: 'Çay' } }, [{ name: 'ad', before: 'Çay', after: null }]],
    [
      'a field changed',
      { field: { name: 'b', type: 'string' }, before: { name: 'a', type: 'string' } },
      [{ name: 'name', before: 'a', after: 'b' }],
    ],
    [
      'settings',
      {
        settings: { requireAuth: false },
        isPublic: true,
        before: { requireAuth: true, isPublic: false },
      },
      [
        { name: 'requireAuth', before: true, after: false },
        { name: 'isPublic', before: false, after: true },
      ],
    ],
    [
      'a name',
      { name: 'Yeni', before: { name: 'Eski' } },
      [{ name: 'name', before: 'Eski', after: 'Yeni' }],
    ],
    ['nothing that is left to read', null, []],
  ])('%s', (_, data, expected) => {
    expect(differencesOf({ data })).toEqual(expected);
  });

  it('list the included rows of an event and count the others', () => {
    expect(
      rowsOf({ data: { count: 3, rows: [{ id: 'a', values: { n: 2 }, before: { n: 1 } }] } }),
    ).toEqual({ rows: [{ id: 'a', differences: [{ name: 'n', before: 1, after: 2 }] }], more: 2 });
  });

  it('are empty for equal values, and name each member once', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }));
    fc.assert(
      fc.property(object, object, (a, b) => {
        expect(differencesBetween(a as never, a as never)).toEqual([]);
        const names = differencesBetween(a as never, b as never).map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});
