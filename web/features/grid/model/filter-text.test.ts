import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Words } from '../../../lib/values/value-text.ts';
import { filterText, readFilter } from './filter-text.ts';
import type { Filter } from './filter.ts';

const tr: Words = { language: 'tr', yes: 'Evet', no: 'Hayır' };
const en: Words = { language: 'en', yes: 'Yes', no: 'No' };
const field = (type: FieldType) => ({ type, validation: {} });
const local = (day: string, days = 0): string => {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + days);
  return at.toISOString();
};

describe('a filter that is typed', () => {
  it.each<[FieldType, string, Filter]>([
    ['string', 'çay', 'çay'],
    ['string', '=Çay', { eq: 'Çay' }],
    ['string', '!= Çay', { ne: 'Çay' }],
    ['string', '=', { empty: 'true' }],
    ['string', '!=', { empty: 'false' }],
    ['string', '>a', '>a'],
    ['string', 'a..b', 'a..b'],
    ['number', '11.842,80', '11842.8'],
    ['number', '>10', { gt: '10' }],
    ['number', '≥ 1.000', { gte: '1000' }],
    ['number', '10..20', { gte: '10', lte: '20' }],
    ['number', '..2,5', { lte: '2.5' }],
    ['number', '<>7', { ne: '7' }],
    ['number', '=5', { eq: '5' }],
    ['percentage', '%12,5', '12.5'],
    ['currency', '1.234,50 ₺', '1234.5 TRY'],
    ['currency', '₺', 'TRY'],
    ['currency', 'TL', 'TRY'],
    ['currency', '12,5', '12.5'],
    ['currency', '>1.000 TL', { gt: '1000 TRY' }],
    ['date', '05.09.2025', '2025-09-05'],
    ['date', '5 eylül 2025', '2025-09-05'],
    ['date', '09.2025', '2025-09'],
    ['date', '2025', '2025'],
    ['date', '05.09', '-09-05'],
    ['date', '<2026-01-01', { lt: '2026-01-01' }],
    ['date', '01.01.2026..31.01.2026', { gte: '2026-01-01', lte: '2026-01-31' }],
    ['datetime', '05.09.2025', { gte: local('2025-09-05'), lt: local('2025-09-05', 1) }],
    ['datetime', '>05.09.2025', { gte: local('2025-09-05', 1) }],
    ['datetime', '<=05.09.2025', { lt: local('2025-09-05', 1) }],
    [
      'datetime',
      '05.09.2025..06.09.2025',
      { gte: local('2025-09-05'), lt: local('2025-09-06', 1) },
    ],
    ['time', '9:30', '09:30'],
    ['duration', '1 sa 30 dk', { eq: 'PT1H30M' }],
    ['duration', '1:30', { eq: 'PT1H30M' }],
    ['duration', 'PT', 'PT'],
    ['coordinates', '41.01, 28.97', '41.01, 28.97'],
    ['coordinates', '41', '41'],
    ['time', '>9:30', { gt: '09:30' }],
    ['object', '{"a', '{"a'],
    ['array', '>3', '>3'],
  ])('over a %s: %s', (type, text, filter) =>
    expect(readFilter(field(type), text, tr)).toEqual({ filter }),
  );

  it.each<[FieldType, string, string]>([
    ['number', 'on', 'number'],
    ['number', '>', 'number'],
    ['number', '1..on', 'number'],
    ['currency', 'çok', 'number'],
    ['date', 'yakında', 'date'],
    ['date', '>yakında', 'date'],
    ['datetime', '99.99.2025', 'moment'],
  ])('over a %s cannot be %s', (type, text, problem) =>
    expect(readFilter(field(type), text, tr)).toEqual({ problem }),
  );

  it('reads the same again from what is shown of it, in both languages', () => {
    const day = fc
      .date({
        min: new Date('1990-01-01T00:00:00Z'),
        max: new Date('2060-01-01T00:00:00Z'),
        noInvalidDate: true,
      })
      .map(at => at.toISOString().slice(0, 10));
    const number = fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
      .map(String);
    const op = fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte');
    const filter = fc.oneof(
      fc.record({
        type: fc.constant('number' as const),
        filter: fc.oneof(
          number,
          fc.tuple(op, number).map(([name, value]) => ({ [name]: value })),
          fc.record({ gte: number, lte: number }),
        ),
      }),
      fc.record({
        type: fc.constant('date' as const),
        filter: fc.oneof(
          day,
          fc.tuple(op, day).map(([name, value]) => ({ [name]: value })),
          fc.record({ gte: day, lte: day }),
        ),
      }),
      fc.record({
        type: fc.constant('datetime' as const),
        filter: fc.oneof(
          day.map(one => ({ gte: local(one), lt: local(one, 1) })),
          day.map(one => ({ lt: local(one) })),
          day.map(one => ({ gte: local(one) })),
        ),
      }),
      fc.record({
        type: fc.constant('string' as const),
        filter: fc.constantFrom<Filter>(
          'çay',
          { eq: 'Çay' },
          { ne: 'a b' },
          { empty: 'true' },
          { empty: 'false' },
        ),
      }),
    );
    fc.assert(
      fc.property(filter, fc.constantFrom(tr, en), ({ type, filter: wanted }, words) => {
        expect(readFilter(field(type), filterText(field(type), wanted, words), words)).toEqual({
          filter: wanted,
        });
      }),
    );
  });

  describe('over options', () => {
    const options = [
      { id: 'bekliyor', name: 'Bekliyor', color: 'yellow' },
      { id: 'bekleme', name: 'Bekle', color: 'gray' },
      { id: 'boya', name: 'Boya, vernik', color: 'red' },
    ] as const;
    const of = { type: 'select' as const, validation: { options: [...options] } };

    it.each<[string, Filter, string]>([
      ['bek', { in: 'bekliyor,bekleme' }, 'Bekliyor, Bekle'],
      ['bekle', { eq: 'bekleme' }, 'Bekle'],
      ['=Bekliyor', { eq: 'bekliyor' }, 'Bekliyor'],
      ['boya, vernik', { eq: 'boya' }, '"Boya, vernik"'],
      ['Bekle, boya', { in: 'bekleme,boya' }, 'Bekle, "Boya, vernik"'],
      ['!=Bekle', { ne: 'bekleme' }, '!=Bekle'],
      ['=', { empty: 'true' }, '='],
      ['<>', { empty: 'false' }, '!='],
    ])('reads %s, and reads the same from what is shown', (text, filter, shown) => {
      expect(readFilter(of, text, tr)).toEqual({ filter });
      expect(filterText(of, filter, tr)).toBe(shown);
      expect(readFilter(of, shown, tr)).toEqual({ filter });
    });

    it.each(['yok', '=bek', '!=yok', '!=Bekle, Bekliyor', 'Bekle, yok'])('cannot be %s', text =>
      expect(readFilter(of, text, tr)).toEqual({ problem: 'option' }),
    );
  });

  it('shows durations and places as cells do, and reads them again', () => {
    for (const [type, text] of [
      ['duration', '=1 sa 30 dk'],
      ['coordinates', '41.01, -28.97'],
    ] as const) {
      const read = readFilter(field(type), text, tr);
      expect('filter' in read && filterText(field(type), read.filter, tr)).toBe(text);
    }
  });
});
