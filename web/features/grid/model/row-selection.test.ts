import { describe, expect, it } from 'vitest';
import { rowsAsText } from './row-copy.ts';
import { noRows, only, present, ranged, toggled } from './row-selection.ts';

describe('chosen rows', () => {
  it('are one alone, one more or less, or all from the anchor on', () => {
    const one = only('b');
    expect([...toggled(one, 'd').ids]).toEqual(['b', 'd']);
    expect([...toggled(toggled(one, 'd'), 'b').ids]).toEqual(['d']);
    const range = ranged(one, ['b', 'c', 'd'], false);
    expect([[...range.ids], range.anchor]).toEqual([['b', 'c', 'd'], 'b']);
    expect([...ranged(range, ['b', 'c'], false).ids]).toEqual(['b', 'c']);
    expect([...ranged(toggled(range, 'g'), ['g', 'h'], true).ids]).toEqual([
      'b',
      'c',
      'd',
      'g',
      'h',
    ]);
    expect(ranged(noRows, ['x', 'y'], false).anchor).toBe('x');
  });

  it('forget what is gone, and go on under the id that the server gave', () => {
    const chosen = toggled(only('new:1'), 'b');
    const now = (id: string): string => (id === 'new:1' ? 'a' : id);
    expect(present(chosen, id => id === 'b', now)).toEqual({ ids: new Set(['a']), anchor: 'b' });
    const still = only('c');
    expect(present(still, () => false, now)).toBe(still);
  });
});

describe('copied rows', () => {
  const where = {
    page: 'https://hzm.example/projects/p/data',
    origin: 'https://hzm.example',
    tableId: 't',
  };
  const rows = [
    { id: 'r1', values: { ad: 'Çay', stok: 3, id: 'x' } },
    { id: 'r2', values: { ad: null } },
  ];

  it('are links, commands or JSON', () => {
    expect(rowsAsText('link', rows, where)).toBe(
      'https://hzm.example/projects/p/data?table=t&row=r1\nhttps://hzm.example/projects/p/data?table=t&row=r2',
    );
    expect(rowsAsText('curl', rows.slice(0, 1), where)).toBe(
      'curl \'https://hzm.example/api/v1/data/table/t/rows/r1\' -H "X-API-Key: $HZM_API_KEY"',
    );
    expect(JSON.parse(rowsAsText('json', rows, where))).toEqual([
      { id: 'r1', ad: 'Çay', stok: 3 },
      { id: 'r2', ad: null },
    ]);
    expect(JSON.parse(rowsAsText('json', rows.slice(1), where))).toEqual({ id: 'r2', ad: null });
  });
});
