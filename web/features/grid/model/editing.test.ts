// @vitest-environment jsdom
import type { Field } from '@hzm/contracts/features/tables/table';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromTsv, toTsv } from './clipboard.ts';
import { filledTo, sourceOf } from './fill.ts';
import { listOf, listText, type Filters } from './filter.ts';
import {
  bodyOf,
  drawnColumns,
  drawnRows,
  firstSeen,
  originOf,
  reveal,
  ROW_HEIGHT_PX,
  scrollTo,
  TOUCHED_ROW_HEIGHT_PX,
} from './geometry.ts';
import { push, isOfCell, emptyUndoStack, turn, type Change } from './undo.ts';
import { fits } from './where.ts';

describe('the clipboard', () => {
  it('reads what spreadsheets write', () => {
    expect(fromTsv('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(fromTsv('"a\nb"\t"say ""x"""\n"open')).toEqual([['a\nb', 'say "x"'], ['"open']]);
    expect(fromTsv('')).toEqual([['']]);
    expect(fromTsv('\t\n')).toEqual([['', '']]);
  });

  it('gives back what was copied', () => {
    const cells = fc.integer({ min: 1, max: 4 }).chain(width =>
      fc.array(
        fc.array(fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', 'ş') }), {
          minLength: width,
          maxLength: width,
        }),
        { minLength: 1, maxLength: 4 },
      ),
    );
    const several = cells.filter(rows => rows.flat().length > 1);
    fc.assert(
      fc.property(several, rows => {
        expect(fromTsv(`${toTsv(rows)}\n`)).toEqual(rows);
      }),
    );
  });

  it('is of one cell alone just its text', () => {
    expect(toTsv([['say "x"\nagain']])).toBe('say "x"\nagain');
  });
});

describe('undo', () => {
  const edit: Change = { rowId: 'r', field: 'ad', before: 'a', after: 'b' };
  const gone: Change = { rowId: 'q', isThere: false, values: { ad: 'q' } };
  const always = () => undefined;
  it('goes back and forth, the last of an act first', () => {
    const back = turn(push(emptyUndoStack, [edit, gone]), 'undo', always)!;
    expect(back.changes).toEqual([
      { ...gone, isThere: true },
      { ...edit, before: 'b', after: 'a' },
    ]);
    const forth = turn(back.acts, 'redo', always)!;
    expect(forth.changes).toEqual([edit, gone]);
    expect(turn(forth.acts, 'undo', always)!.changes).toEqual(back.changes);
    expect(turn(back.acts, 'undo', always)).toBeUndefined();
  });

  it('leaves alone where somebody else has been since, and does not do again what it did not take back', () => {
    const both = push(emptyUndoStack, [edit, { ...edit, field: 'soyad' }]);
    const back = turn(both, 'undo', change =>
      isOfCell(change) && change.field !== 'ad' ? undefined : 'changed',
    )!;
    expect([back.changes, back.refused]).toEqual([
      [{ ...edit, field: 'soyad', before: 'b', after: 'a' }],
      [{ change: { ...edit, before: 'b', after: 'a' }, by: 'changed' }],
    ]);
    expect(turn(back.acts, 'redo', always)!.changes).toEqual([{ ...edit, field: 'soyad' }]);
  });
});

describe('filling', () => {
  const source = { top: 2, bottom: 3, left: 1, right: 2 };
  it('grows to the side that the handle is pulled to most', () => {
    expect(filledTo(source, 6, 3)).toEqual({ ...source, bottom: 6 });
    expect(filledTo(source, 0, 2)).toEqual({ ...source, top: 0 });
    expect(filledTo(source, 4, 5)).toEqual({ ...source, right: 5 });
    expect(filledTo(source, 3, 0)).toEqual({ ...source, left: 1 });
    expect(filledTo(source, 3, 2)).toEqual(source);
  });

  it('repeats the source over the target', () => {
    expect([0, 1, 4, 5, 6].map(row => sourceOf(source, row, 1).row)).toEqual([2, 3, 2, 3, 2]);
    expect([3, 4, 5].map(col => sourceOf(source, 2, col).col)).toEqual([1, 2, 1]);
  });
});

describe('a filter', () => {
  const fields = [
    { id: 'ad', type: 'string', validation: {} },
    { id: 'yaş', type: 'number', validation: {} },
    { id: 'fiyat', type: 'currency', validation: {} },
    { id: 'var', type: 'boolean', validation: {} },
    {
      id: 'durum',
      type: 'multi_select',
      validation: {
        options: [
          { id: 'acil', name: 'Acil', color: 'red', merged: ['ivedi'] },
          { id: 'ev', name: 'Evde', color: 'pink' },
        ],
      },
    },
  ] as const satisfies readonly Pick<Field, 'id' | 'type' | 'validation'>[];
  const fit = (values: object, filters: Filters): boolean =>
    fits(fields, values as never, { filters, where: undefined });
  it('knows which rows fit, as the server does', () => {
    expect(fit({ ad: 'IĞDIR' }, { ad: 'ığdır' })).toBe(true);
    expect(
      fit({ ad: 'Van', fiyat: { amount: 5, currency: 'TRY' } }, { ad: 'v', fiyat: '5 try' }),
    ).toBe(true);
    expect(fit({ yaş: null }, { yaş: '1' })).toBe(false);
    expect(fit({ yaş: 12 }, { yaş: '1' })).toBe(true);
    expect(
      [9, 10, 20, 21, null].map(yaş => fit({ yaş }, { yaş: { gte: '10', lte: '20' } })),
    ).toEqual([false, true, true, false, false]);
    expect(
      [
        { amount: 5, currency: 'TRY' },
        { amount: 50, currency: 'USD' },
      ].map(fiyat => fit({ fiyat }, { fiyat: { gt: '10' } })),
    ).toEqual([false, true]);
    expect([true, false, null].map(one => fit({ var: one }, { var: { eq: 'false' } }))).toEqual([
      false,
      true,
      false,
    ]);
    expect([null, '', 'x'].map(ad => fit({ ad }, { ad: { empty: 'true' } }))).toEqual([
      true,
      true,
      false,
    ]);
    expect(
      ['Van', 'Muş, merkez', 'Iğdır'].map(ad =>
        fit({ ad }, { ad: { in: listText(['van', 'MUŞ, MERKEZ']) } }),
      ),
    ).toEqual([true, true, false]);
    expect(['Çay', 'Cay', null].map(ad => fit({ ad }, { ad: { ne: 'çay' } }))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('finds rows by any of their options, by id, by name and by the id of a merged one', () => {
    const found = (filter: Filters[string]): boolean[] =>
      [['ivedi'], ['ev'], ['acil', 'ev'], null].map(durum => fit({ durum }, { durum: filter }));
    expect(found({ eq: 'acil' })).toEqual([true, false, true, false]);
    expect(found({ in: 'ACİL,ev' })).toEqual([true, true, true, false]);
    expect(found({ ne: 'Acil' })).toEqual([false, true, false, true]);
    expect(found({ gt: 'acil' })).toEqual([false, true, true, false]);
    expect(found({ empty: 'true' })).toEqual([false, false, false, true]);
    expect(found('evd')).toEqual([false, true, true, false]);
  });

  it('lists values whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), values => {
        expect(listOf(listText(values))).toEqual(values);
      }),
    );
  });
});

describe('the window over the rows', () => {
  it('draws a few beyond each edge', () => {
    expect(drawnRows(bodyOf(1_000, 360), 36 * 100)).toEqual({ first: 92, last: 118 });
    expect(drawnRows(bodyOf(0, 360), 0)).toEqual({ first: 0, last: -1 });
  });

  it('draws the columns that are seen, a few beyond, and of narrow tables all', () => {
    const widths = Array.from({ length: 200 }, () => 100);
    expect(drawnColumns(widths, 72, 5_000, 800)).toEqual({ first: 48, last: 59 });
    expect(drawnColumns(widths, 72, 0, 800)).toEqual({ first: 0, last: 9 });
    expect(drawnColumns([100, 100], 72, 0, 800)).toEqual({ first: 0, last: 1 });
    expect(drawnColumns([], 72, 0, 800)).toEqual({ first: 0, last: -1 });
  });

  it('reaches every row of any number, within what browsers draw', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50_000_000 }),
        fc.integer({ min: TOUCHED_ROW_HEIGHT_PX, max: 2_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(ROW_HEIGHT_PX, TOUCHED_ROW_HEIGHT_PX),
        (count, window, part, row) => {
          const body = bodyOf(count, window, row);
          expect(body.height).toBeLessThanOrEqual(15_000_000);
          const line = Math.min(count - 1, Math.floor(part * count));
          const top = reveal(body, line, scrollTo(body, Math.floor(count / 2)));
          const origin = originOf(body, top);
          const y = origin.y + (line - origin.line) * row - top;
          expect(y).toBeGreaterThan(-1);
          expect(y + row).toBeLessThanOrEqual(Math.max(window, row) + 1);
          const { first, last } = drawnRows(body, top);
          expect(first <= line && line <= last).toBe(true);
          expect([line, firstSeen(body, body.height - window)]).toContain(
            firstSeen(body, scrollTo(body, line)),
          );
        },
      ),
    );
  });
});
