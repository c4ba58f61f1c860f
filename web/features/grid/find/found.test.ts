import { describe, expect, it } from 'vitest';
import { cellsOf, findsOf, placeAfter, placeFrom, placeIn, type FoundCell } from './found.ts';

const rows = [
  { id: 'a', fields: ['y', 'x'] },
  { id: 'b', fields: ['z'] },
  { id: 'c', fields: ['x', 'hidden'] },
];
const cells = cellsOf(rows, ['x', 'y', 'z']);
const names = (some: readonly FoundCell[]): string[] =>
  some.map(({ rowId, field }) => `${rowId}${field}`);
const at = (place: number) => ({ ...cells[place]!, place });

describe('found cells', () => {
  it('stand in the order of rows and columns, without hidden columns', () => {
    expect(names(cells)).toEqual(['ax', 'ay', 'bz', 'cx']);
  });

  it('are gone through in both directions and around the ends', () => {
    for (const by of [1, -1] as const) {
      let now = at(0);
      const visited: number[] = [];
      for (const _ of cells) {
        visited.push(now.place);
        now = at(placeAfter(cells, now, by));
      }
      expect(visited.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3]);
      expect(now.place).toBe(0);
    }
    expect([
      placeAfter([], null, 1),
      placeAfter(cells, null, 1),
      placeAfter(cells, null, -1),
    ]).toEqual([-1, 0, 3]);
  });

  it('keep the place of the cell that one is at when others come or go before it', () => {
    const more = [{ rowId: 'n', field: 'x' }, ...cells];
    expect([placeIn(more, at(2)), placeIn(cells.slice(1), at(2)), placeIn(cells, null)]).toEqual([
      3, 1, -1,
    ]);
  });

  it('go on after a cell that is gone with the one after it, or the one before it', () => {
    for (const place of cells.keys()) {
      const left = cells.toSpliced(place, 1);
      expect(placeIn(left, at(place))).toBe(-1);
      expect(left[placeAfter(left, at(place), 1)]).toEqual(cells[(place + 1) % cells.length]);
      expect(left[placeAfter(left, at(place), -1)]).toEqual(cells.at(place - 1));
    }
    expect(placeAfter([], at(3), 1)).toBe(-1);
    expect(placeAfter(cells.slice(0, 1), at(3), 1)).toBe(0);
  });

  it('begin at the first one from a line on, and at the top behind the last one', () => {
    const lines = new Map([
      ['a', 0],
      ['b', 5],
    ]);
    const from = (line: number): number => placeFrom(cells, line, id => lines.get(id));
    expect([0, 1, 5, 6, 900].map(from)).toEqual([0, 2, 2, 3, 3]);
    lines.set('c', 7);
    expect([7, 8].map(from)).toEqual([3, 0]);
    expect(placeFrom([], 0, () => 0)).toBe(-1);
  });

  it('keep the object of a row that stays as it is', () => {
    const before = findsOf(cells, cells[0]!);
    const now = findsOf(cells, cells[3]!, before);
    expect(now.get('a')).toEqual({ fields: new Set(['x', 'y']), at: undefined });
    expect(now.get('c')?.at).toBe('x');
    expect(now.get('b')).toBe(before.get('b'));
  });
});
