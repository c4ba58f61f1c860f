import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromTsv, toTsv } from './clipboard.ts';
import { bodyOf, drawnRows, firstSeen, reveal, ROW, rowTop, scrollTo } from './geometry.ts';
import { did, noActs, turn } from './undo.ts';

describe('the clipboard', () => {
  it('reads what spreadsheets write', () => {
    expect(fromTsv('a\tb\r\nc\td\r\n')).toEqual([['a', 'b'], ['c', 'd']]);
    expect(fromTsv('"a\nb"\t"say ""x"""\n"open')).toEqual([['a\nb', 'say "x"'], ['"open']]);
    expect(fromTsv('')).toEqual([['']]);
    expect(fromTsv('\t\n')).toEqual([['', '']]);
  });

  it('gives back what was copied', () => {
    const cells = fc.integer({ min: 1, max: 4 }).chain(width => fc.array(fc.array(fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', 'ş') }), { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }));
    fc.assert(fc.property(cells, rows => { expect(fromTsv(`${toTsv(rows)}\n`)).toEqual(rows); }));
  });
});

describe('undo', () => {
  const edit = { rowId: 'r', field: 'ad', before: 'a', after: 'b' };
  it('goes back and forth', () => {
    const back = turn(did(noActs, [edit]), 'undo', () => 'b')!;
    expect(back.changes).toEqual([{ ...edit, before: 'b', after: 'a' }]);
    const forth = turn(back.acts, 'redo', () => 'a')!;
    expect(forth.changes).toEqual([edit]);
    expect(turn(forth.acts, 'undo', () => 'b')!.changes).toEqual(back.changes);
    expect(turn(back.acts, 'undo', () => 'a')).toBeUndefined();
  });

  it('leaves alone what somebody else has changed since', () => {
    const both = did(noActs, [edit, { ...edit, field: 'soyad' }]);
    const back = turn(both, 'undo', (_, field) => (field === 'ad' ? 'theirs' : 'b'))!;
    expect([back.changes.map(({ field }) => field), back.refused]).toEqual([['soyad'], 1]);
    expect(turn(back.acts, 'redo', () => 'a')!.changes).toEqual([{ ...edit, field: 'soyad' }]);
  });
});

describe('the window over the rows', () => {
  it('draws a few beyond each edge', () => {
    expect(drawnRows(bodyOf(1_000, 360), 36 * 100)).toEqual({ first: 92, last: 118 });
    expect(drawnRows(bodyOf(0, 360), 0)).toEqual({ first: 0, last: -1 });
  });

  it('reaches every row of any number, within what browsers draw', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 50_000_000 }), fc.integer({ min: ROW, max: 2_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (count, window, part) => {
      const body = bodyOf(count, window);
      expect(body.height).toBeLessThanOrEqual(15_000_000);
      const line = Math.min(count - 1, Math.floor(part * count));
      const top = reveal(body, line, scrollTo(body, Math.floor(count / 2)));
      const y = rowTop(body, line, top) - top;
      expect(y).toBeGreaterThan(-1);
      expect(y + ROW).toBeLessThanOrEqual(Math.max(window, ROW) + 1);
      const { first, last } = drawnRows(body, top);
      expect(first <= line && line <= last).toBe(true);
      expect([line, firstSeen(body, body.height - window)]).toContain(firstSeen(body, scrollTo(body, line)));
    }));
  });
});
