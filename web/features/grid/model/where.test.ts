import { describe, expect, it } from 'vitest';
import {
  filteredFields,
  filteringOf,
  fits,
  jsonWhere,
  treeOf,
  whereOf,
  withoutItem,
  type Filtering,
} from './where.ts';

const a = { field: 'a', filter: 'x' };
const b = { field: 'b', filter: { gt: '1' } };
const b2 = { field: 'b', filter: { lt: '9' } };
const same = (id: string) => id;

describe('groups of conditions', () => {
  it('are read from an address without what makes no sense', () => {
    expect(whereOf({ any: [a, { all: [b, 5, {}] }, { all: [] }] }, same)).toEqual({
      any: [a, { all: [b] }],
    });
    for (const value of [undefined, null, 'x', [a], {}, { any: 'a' }, { all: [] }])
      expect(whereOf(value, same)).toBeUndefined();
  });

  it('are one tree with the filters of columns, and fall apart into the same again', () => {
    const cases: Filtering[] = [
      { filters: { a: 'x' }, where: undefined },
      { filters: { b: b.filter }, where: { all: [b2] } },
      { filters: {}, where: { any: [a, { all: [b, b2] }] } },
      { filters: { a: 'x' }, where: { any: [b, { all: [a, b2] }] } },
      { filters: { a: 'x' }, where: { all: [{ any: [b, b2] }] } },
    ];
    for (const filtering of cases) {
      const { tree, apart } = treeOf(filtering);
      expect(filteringOf(tree, apart)).toEqual(filtering);
    }
    expect(filteringOf({ any: [a] }, {})).toEqual({ filters: { a: 'x' }, where: undefined });
    expect(treeOf({ filters: { a: 'x' }, where: { any: [b, b2] } }).tree).toEqual({
      all: [a, { any: [b, b2] }],
    });
  });

  it('judge a row as the server does, and name the fields that may move it', () => {
    const fields = [
      { id: 'a', type: 'string' as const, validation: {} },
      { id: 'b', type: 'number' as const, validation: {} },
    ];
    const filtering: Filtering = { filters: { a: 'x' }, where: { any: [b2, { all: [b, a] }] } };
    expect(fits(fields, { a: 'x', b: 5 }, filtering)).toBe(true);
    expect(fits(fields, { a: 'x', b: 12 }, filtering)).toBe(true);
    expect(fits(fields, { a: 'x' }, filtering)).toBe(false);
    expect(fits(fields, { a: 'y', b: 5 }, filtering)).toBe(false);
    expect(new Set(filteredFields(filtering))).toEqual(new Set(['a', 'b']));
  });

  it('go to the server as a query in JSON has them', () => {
    expect(
      jsonWhere({
        all: [{ field: 'a', filter: { in: '["x","y,z"]', empty: 'false' } }, { any: [a, b] }],
      }),
    ).toEqual({
      all: [{ field: 'a', filter: { in: ['x', 'y,z'], empty: false } }, { any: [a, b] }],
    });
  });

  it('lose one item, and the last one leaves none', () => {
    const where = { all: [a, b] };
    expect(withoutItem(where, a)).toEqual({ all: [b] });
    expect(withoutItem({ any: [a] }, a)).toBeUndefined();
  });
});
