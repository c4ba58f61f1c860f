import { describe, expect, it } from 'vitest';
import { draftOf, readList, readMatrix } from './inputs.ts';

describe('a list', () => {
  it('is separated by commas, as the examples are', () => {
    expect(readList('10, 20, 30', 'tr').values).toEqual(['10', '20', '30']);
    expect(readList('10,20,30', 'tr').values).toEqual(['10', '20', '30']);
  });

  it('keeps the decimal comma where something else separates', () => {
    expect(readList('1,5; 2,5', 'tr').values).toEqual(['1.5', '2.5']);
    expect(readList('1,5\n2,5\n', 'tr').values).toEqual(['1.5', '2.5']);
  });

  it('drops what is no number, and names it', () => {
    expect(readList('1, x, 3', 'tr')).toEqual({ values: ['1', '3'], dropped: ['x'] });
    expect(readList('', 'tr').values).toEqual([]);
  });

  it('is a column that a spreadsheet copied: with money, quotes and no-break spaces', () => {
    expect(readList('Fiyat\r\n₺1.234,50\r\n2,50 ₺\r\n', 'tr')).toEqual({
      values: ['1234.50', '2.50'],
      dropped: ['Fiyat'],
    });
    expect(readList('"$1,234.50"\n$2', 'en').values).toEqual(['1234.50', '2']);
    expect(readList('1\u00a0234,5\n2\u202f000', 'tr').values).toEqual(['1234.5', '2000']);
  });

  it('is read again as it was drafted, in both languages', () => {
    for (const language of ['tr', 'en'] as const)
      for (const values of [['1.5', '-2'], ['1.5'], ['0.5', '0.25'], ['12']])
        expect(readList(draftOf(values, language), language).values).toEqual(values);
  });
});

describe('a matrix', () => {
  it('is read from lines and tabs, with equally many numbers', () => {
    expect(readMatrix('1\t2,5\n3\t4\n', 'tr')).toEqual([
      ['1', '2.5'],
      ['3', '4'],
    ]);
    expect(readMatrix('10, 20\n30, 40', 'en')).toEqual([
      ['10', '20'],
      ['30', '40'],
    ]);
    expect([readMatrix('1 2\n3', 'tr'), readMatrix('1 x', 'tr'), readMatrix('', 'tr')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('numbers of a list that can be read in one way only decide for those that can be in two', () => {
  expect(readList('1.234 1.5', 'tr').values).toEqual(['1.234', '1.5']);
  expect(readList('1.234 1,5', 'tr').values).toEqual(['1234', '1.5']);
  expect(readList('1.234 2.345', 'tr').values).toEqual(['1234', '2345']);
  expect(readMatrix('1,234\t1\n1.5\t2', 'tr')).toEqual([
    ['1234', '1'],
    ['1.5', '2'],
  ]);
});
