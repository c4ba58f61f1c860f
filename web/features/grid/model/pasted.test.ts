import { currencies } from '@hzm/contracts/core/amount';
// @vitest-environment jsdom
import type { Json } from '@hzm/contracts/core/json';
import { weightUnits } from '@hzm/contracts/core/value-schemas';
import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';
import type { FieldOption } from '@hzm/contracts/features/tables/options';
import type { Field } from '@hzm/contracts/features/tables/table';
import { writtenFields } from '@hzm/contracts/features/tables/written-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChoice, isPerson } from '../../../lib/values/choices.ts';
import { copied, formatted, type Words } from '../../../lib/values/value-text.ts';
import { fromHtml, toHtml } from './clipboard-html.ts';
import { fromTsv, toTsv } from './clipboard.ts';
import { readingOf } from './column-reading.ts';
import {
  pasteColumns,
  pastedFrom,
  pastedValue,
  placeOf,
  rowsFrom,
  unknownOptions,
} from './pasted.ts';
import { same } from './row.ts';

const tr: Words = { language: 'tr', yes: 'Evet', no: 'Hayır' };
const en: Words = { language: 'en', yes: 'Yes', no: 'No' };
const people: FieldOption[] = [
  { id: '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f61', name: 'Ayşe, “Reis”', color: 'red' },
  { id: '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f62', name: 'Can (can@example.com)', color: 'gray' },
];
const options: FieldOption[] = [
  { id: 'acil', name: 'Acil', color: 'red' },
  { id: 'boya', name: 'Boya, vernik', color: 'gray' },
  { id: 'cap', name: '5" boru', color: 'blue' },
];
const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  id: 'f',
  name: 'ad',
  type,
  required: false,
  description: '',
  validation: isPerson(type) ? { options: people } : isChoice(type) ? { options } : {},
  isHidden: false,
  relationships: [],
  ...more,
});

const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value || 0);
const day = fc.date({
  min: new Date('1900-01-01T00:00:00Z'),
  max: new Date('2199-12-31T00:00:00Z'),
  noInvalidDate: true,
});
// Not in the hour that a change of clocks repeats: a text in local time cannot tell the two apart.
const moment = day
  .filter(
    at =>
      new Date(`${at.getFullYear()}-01-01T00:00`).getTimezoneOffset() === at.getTimezoneOffset(),
  )
  .map(at => at.toISOString());
const json = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value || 0),
  fc.boolean(),
  fc.constant(null),
) as fc.Arbitrary<Json>;
const small = fc.dictionary(
  fc.string({ maxLength: 5 }).filter(name => name !== '__proto__'),
  json,
  { maxKeys: 3 },
);
const text = fc
  .string({ unit: fc.constantFrom('a', 'ş', '"', '\t', '\n', ' ', ',', '=', '<', '&', 'İ', '日') })
  .filter(value => value.trim() !== '');
const two = (most: number) =>
  fc.integer({ min: 0, max: most }).map(n => String(n).padStart(2, '0'));

/** A value of every type. */
const values = {
  string: text,
  text,
  foreign_key: text,
  relationship: text,
  reference: text,
  boolean: fc.boolean(),
  date: day.map(at => at.toISOString().slice(0, 10)),
  datetime: moment,
  timestamp: moment,
  time: fc.tuple(two(23), two(59)).map(([hour, minute]) => `${hour}:${minute}`),
  duration: fc.oneof(number, fc.nat(100_000)),
  currency: fc
    .record({
      cents: fc.integer({ min: 0, max: 1e9 }),
      currency: fc.constantFrom(...Object.keys(currencies)),
    })
    .map(({ cents, currency }) => ({
      amount: cents / 100,
      currency,
      symbol: currencies[currency as 'TRY'],
    })),
  weight: fc.record({ value: number, unit: fc.constantFrom(...weightUnits) }),
  object: small,
  array: fc.array(json, { maxLength: 3 }),
  vector: fc.array(number, { maxLength: 4 }),
  matrix: fc.array(number, { maxLength: 4 }).map(row => [row, row]),
  tensor: fc.array(number, { maxLength: 4 }).map(row => [[row]]),
  dataset: fc.array(small, { maxLength: 3 }),
  coordinates: fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }).map(value => value || 0),
    lng: fc.double({ min: -180, max: 180, noNaN: true }).map(value => value || 0),
  }),
  ...(Object.fromEntries(
    [
      'number',
      'float',
      'decimal',
      'percentage',
      'ratio',
      'price',
      'tax',
      'discount',
      'interest',
      'length',
      'area',
      'volume',
      'temperature',
      'speed',
      'age',
      'score',
      'rating',
      'probability',
      'frequency',
    ].map(type => [type, number]),
  ) as Record<'number', fc.Arbitrary<Json>>),
  select: fc.constantFrom(...options.map(({ id }) => id)),
  person: fc.constantFrom(...people.map(({ id }) => id)),
  multi_select: fc.subarray(
    options.map(({ id }) => id),
    { minLength: 1 },
  ),
  email: fc.constantFrom('ayse@example.com', 'Ali.Can+1@example.org'),
  url: fc.constantFrom('https://hzm.app/', 'http://example.com/a?b=c#d'),
  phone: fc.constantFrom('+905321234567', '+12025550143', '+4930123456'),
  stars: fc.integer({ min: 0, max: 5 }),
  integer: fc.integer(),
  rank: fc.integer(),
} as unknown as Record<FieldType, fc.Arbitrary<Json>>;
const types = writtenFields(
  Object.values(fieldTypeGroups).flatMap(group => group.map(type => ({ type }))),
).map(({ type }) => type);

describe('what is copied', () => {
  it.each(types)('of type %s pastes back equal as text, in both languages', type => {
    fc.assert(
      fc.property(values[type], fc.constantFrom(tr, en), (value, words) => {
        const plain = toTsv([[copied(field(type), value, words), 'x']]);
        const [[cell] = []] = pastedFrom('', plain, words.language).rows;
        const parsed = pastedValue(field(type), cell!, words);
        expect('value' in parsed && same(parsed.value, value) ? 'equal' : { plain, parsed }).toBe(
          'equal',
        );
      }),
      { numRuns: 40 },
    );
  });

  it(
    'of every type pastes back equal as HTML, also for a reader of the other language',
    { timeout: 30_000 },
    () => {
      const row = fc.tuple(...types.map(type => values[type]));
      fc.assert(
        fc.property(
          row,
          fc.constantFrom([tr, en] as const, [en, tr] as const),
          (cells, [words, other]) => {
            const html = toHtml({
              language: words.language,
              rows: [
                cells.map((value, at) => ({
                  type: types[at]!,
                  value,
                  text: copied(field(types[at]!), value, words),
                })),
              ],
            });
            const pasted = pastedFrom(html, '', other.language);
            const back = pasted.rows[0]!.map((cell, at) =>
              pastedValue(field(types[at]!), cell, { ...other, language: pasted.language }),
            );
            const wrong = back.filter(
              (parsed, at) => !('value' in parsed) || !same(parsed.value, cells[at]),
            );
            expect(wrong).toEqual([]);
          },
        ),
        { numRuns: 15 },
      );
    },
  );

  it.each(
    types.filter(
      type =>
        ![
          'object',
          'array',
          'vector',
          'matrix',
          'tensor',
          'dataset',
          'coordinates',
          'datetime',
          'timestamp',
          'number',
        ].includes(type),
    ),
  )('of type %s is understood as it is shown', type => {
    const exact = values[type].filter(value => typeof value !== 'number' || Math.abs(value) < 1e15);
    fc.assert(
      fc.property(exact, fc.constantFrom(tr, en), (value, words) => {
        const shown = formatted(field(type), value, words);
        const read = pastedValue(field(type), { text: shown }, words);
        expect('value' in read && formatted(field(type), read.value, words)).toBe(shown);
      }),
      { numRuns: 40 },
    );
  });

  it('is read by the names of options, since another field has ids of its own', () => {
    const other: FieldOption[] = [{ id: 'cok-acil', name: 'acil', color: 'pink' }];
    const cell = { type: 'select', value: 'acil', text: 'Acil' } as const;
    expect(pastedValue(field('select', { validation: { options: other } }), cell, tr)).toEqual({
      value: 'cok-acil',
    });
  });

  it('tells the names that are no options, each once and by field', () => {
    const fields = [field('select'), field('string'), field('multi_select')];
    const rows = [
      [{ text: 'Yeni' }, { text: 'Yeni' }, { text: 'Acil, Ek' }],
      [{ text: 'acil' }, { text: 'x' }, { text: 'ek, Son' }],
      [{ text: '' }, { text: '' }, { text: '"Boya, vernik"' }],
    ];
    const unknown = unknownOptions({ language: 'tr', rows }, fields, false);
    expect(unknown.map(({ field: { type }, names }) => [type, ...names])).toEqual([
      ['select', 'Yeni'],
      ['multi_select', 'Ek', 'Son'],
    ]);
  });

  it('is a table for every program: numbers, truths and days as such, and no text that could become a formula', () => {
    const html = toHtml({
      language: 'tr',
      rows: [
        [
          { type: 'string', value: '=1+1', text: '=1+1' },
          { type: 'number', value: 1234.5, text: '1234,5' },
          { type: 'boolean', value: true, text: 'DOĞRU' },
          { type: 'date', value: '2026-04-22', text: '22.04.2026' },
          { type: 'text', value: 'a\n<b>', text: 'a\n<b>' },
        ],
      ],
    });
    const cells = Array.from(
      new DOMParser().parseFromString(html, 'text/html').querySelectorAll('td'),
    );
    expect(
      cells.map(cell => [
        cell.getAttribute('x:num') ?? cell.getAttribute('x:bool'),
        cell.getAttribute('sdval'),
        cell.getAttribute('data-sheets-value'),
        cell.getAttribute('style'),
      ]),
    ).toEqual([
      [null, null, '{"1":2,"2":"=1+1"}', 'mso-number-format:"\\@"'],
      ['1234.5', '1234.5', '{"1":3,"3":1234.5}', 'mso-number-format:"General"'],
      ['TRUE', '1', '{"1":4,"4":1}', null],
      ['46134', '46134', '{"1":3,"3":46134}', 'mso-number-format:"yyyy\\-mm\\-dd"'],
      [null, null, '{"1":2,"2":"a\\n<b>"}', 'mso-number-format:"\\@"'],
    ]);
    expect(cells[4]!.innerHTML).toBe('a<br style="mso-data-placement:same-cell">&lt;b&gt;');
  });

  it('elsewhere is no table of this program', () => {
    for (const html of [
      '',
      '<table><tr><td>1</td></tr></table>',
      '<table data-hzm-language="de"><tr><td>1</td></tr></table>',
      '<table data-hzm-language="tr"><tr><td data-hzm-value="{">1</td></tr></table>',
    ])
      expect(fromHtml(html)).toBeUndefined();
  });
});

describe('what spreadsheets write', () => {
  const lira = (amount: number, currency = 'TRY', symbol = '₺') => ({ amount, currency, symbol });
  it.each<[FieldType, string, Json, Json]>([
    ['currency', '1.234,50 ₺', lira(1234.5), lira(1234.5)],
    ['currency', '₺1.234,50', lira(1234.5), lira(1234.5)],
    ['currency', '1.234,50 TL', lira(1234.5), lira(1234.5)],
    ['currency', '1.234,50TL', lira(1234.5), lira(1234.5)],
    ['currency', '3740,97 TRY', lira(3740.97), lira(3740.97)],
    ['currency', '$1,234.50', lira(1234.5, 'USD', '$'), lira(1234.5, 'USD', '$')],
    ['currency', 'C$5', lira(5, 'CAD', 'C$'), lira(5, 'CAD', 'C$')],
    ['currency', '5 €', lira(5, 'EUR', '€'), lira(5, 'EUR', '€')],
    ['boolean', 'DOĞRU', true, true],
    ['boolean', 'YANLIŞ', false, false],
    ['boolean', 'TRUE', true, true],
    ['boolean', 'yes', true, true],
    ['boolean', 'evet', true, true],
    ['date', '22.04.2026', '2026-04-22', '2026-04-22'],
    ['date', '22/04/2026', '2026-04-22', '2026-04-22'],
    ['date', '04/22/2026', '2026-04-22', '2026-04-22'],
    ['date', '2026-04-22', '2026-04-22', '2026-04-22'],
    ['date', '22 Apr 2026', '2026-04-22', '2026-04-22'],
    ['date', '22 Nisan 2026', '2026-04-22', '2026-04-22'],
    ['number', '1.234,50 ₺', 1234.5, 1234.5],
    ['number', '(12,5)', -12.5, -12.5],
    ['number', '−5', -5, -5],
    ['percentage', '%12,5', 12.5, 12.5],
    ['percentage', '12.5%', 12.5, 12.5],
    ['number', '1.234', 1234, 1.234],
    ['number', '1,234', 1.234, 1234],
    ['weight', '3,5kg', { value: 3.5, unit: 'kg' }, { value: 3.5, unit: 'kg' }],
    ['duration', '1:30', 5400, 5400],
    ['coordinates', '41.01, 28.97', { lat: 41.01, lng: 28.97 }, { lat: 41.01, lng: 28.97 }],
  ])('for a %s: %s', (type, written, turkish, english) => {
    expect([
      pastedValue(field(type), { text: written }, tr),
      pastedValue(field(type), { text: written }, en),
    ]).toEqual([{ value: turkish }, { value: english }]);
  });

  it('are lines and columns', () =>
    expect(pastedFrom('<table><tr><td>1</td></tr></table>', '1\t2\r\n3\t4\r\n', 'tr').rows).toEqual(
      [
        [{ text: '1' }, { text: '2' }],
        [{ text: '3' }, { text: '4' }],
      ],
    ));
});

describe('where a paste goes', () => {
  const paste = (plain: string) => ({
    language: 'tr' as const,
    rows: fromTsv(plain).map(cells => cells.map(one => ({ text: one }))),
  });
  it('counts lines and names columns beyond the grid', () => {
    expect(
      placeOf(
        paste('a\tb\tc\nd\te\tf'),
        { top: 9, bottom: 9, left: 2, right: 2 },
        { rows: 10, fields: 3 },
      ),
    ).toEqual({
      target: { top: 9, bottom: 9, left: 2, right: 3 },
      isFill: false,
      rowsBeyond: 1,
      columnsBeyond: ['c'],
    });
    expect(
      placeOf(paste('a'), { top: 0, bottom: 4, left: 1, right: 2 }, { rows: 5, fields: 2 }),
    ).toMatchObject({ isFill: true, rowsBeyond: 0, columnsBeyond: [] });
  });
  it('makes rows of lines, but for those that lack what is required', () => {
    const fields = [
      field('string', { required: true }),
      field('number', { id: 'g', name: 'adet' }),
    ];
    const pasted = { language: 'tr', rows: paste('a\t5\n\t6\nb\tçok').rows } as const;
    expect(rowsFrom(pasted.rows, pasteColumns(pasted, fields, tr, false), fields)).toEqual({
      rows: [{ f: 'a', g: 5 }, undefined, { f: 'b' }],
      unfit: [{ line: 2, field: 'g', text: 'çok', problem: 'number' }],
    });
  });

  const readAs = (type: FieldType, texts: readonly string[], words = tr) => {
    const { rule, words: read } = readingOf(field(type), texts, words);
    return [
      rule,
      texts.map(text => {
        const parsed = pastedValue(field(type), { text }, read);
        return 'value' in parsed ? parsed.value : parsed.problem;
      }),
    ];
  };
  it('reads all numbers of a column by the sign that one of them can only mean', () => {
    expect(readAs('number', ['1.234', '12.5'])).toEqual(['point', [1.234, 12.5]]);
    expect(readAs('number', ['1.234', '12,5'])).toEqual(['comma', [1234, 12.5]]);
    expect(readAs('number', ['1,234', '1.234.567'], en)).toEqual(['comma', [1.234, 1_234_567]]);
    expect(readAs('number', ['1.234'])).toEqual(['comma', [1234]]);
    expect(readAs('number', ['1.234'], en)).toEqual(['point', [1.234]]);
    expect(readAs('number', ['7', '12,5'])).toEqual([undefined, [7, 12.5]]);
  });
  it('reads all dates of a column by the order that one of them can only have', () => {
    expect(readAs('date', ['3/4/2026', '12/25/2026'])).toEqual([
      'monthFirst',
      ['2026-03-04', '2026-12-25'],
    ]);
    expect(readAs('date', ['3/4/2026', '25/12/2026'])).toEqual([
      'dayFirst',
      ['2026-04-03', '2026-12-25'],
    ]);
    expect(readAs('date', ['3/4/2026'])).toEqual(['dayFirst', ['2026-04-03']]);
    expect(readAs('date', ['25/12/2026', '12/25/2026', '2026-12-25', 'bugünkü'])).toEqual([
      undefined,
      ['2026-12-25', 'date', '2026-12-25', 'date'],
    ]);
  });
  it('reads a column of one order as that order, whatever day it is', () => {
    const days = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 })),
    );
    fc.assert(
      fc.property(days, all => {
        const texts = [[25, 12] as const, ...all].map(([day, month]) => `${month}/${day}/2026`);
        const two = (n: number): string => String(n).padStart(2, '0');
        expect(readAs('date', texts)[1]).toEqual(
          [[25, 12] as const, ...all].map(([day, month]) => `2026-${two(month)}-${two(day)}`),
        );
      }),
    );
  });
});
