import { describe, expect, it } from 'vitest';
import { converted, LanguageOfNumbers, type Reading } from './conversion.ts';
import type { Json } from './json.ts';
import type { Language } from './language.ts';
import type { Form } from './value-schemas.ts';

const turkish: Reading = {
  language: 'tr',
  timeZone: 'Europe/Istanbul',
  currency: 'TRY',
  unit: 'kg',
};
const english: Reading = { ...turkish, language: 'en' };

describe('converted value', () => {
  it.each<[Form, Json, Json | undefined]>([
    ['number', '1,5', 1.5],
    ['number', '1.5', 1.5],
    ['number', '1.234,56', 1234.56],
    ['number', '1.234', 1234],
    ['number', 'yok', undefined],
    ['number', '-0,5', -0.5],
    ['number', ',05', 0.05],
    ['number', '1e+21', 1e21],
    ['number', '(5)', -5],
    ['number', '12,5 %', 12.5],
    ['number', '%12', 12],
    ['number', '1 234\u00a0567,5', 1234567.5],
    ['number', '5 10', undefined],
    ['number', '10%20', undefined],
    ['number', '%5%', undefined],
    ['number', '0532 123 45 67', undefined],
    ['number', '532 123 45 67', undefined],
    ['number', '+905321234567', undefined],
    ['number', '+90 532 123 456', undefined],
    ['number', '007', undefined],
    ['integer', '007', undefined],
    ['duration', '007', undefined],
    ['duration', '5 10', undefined],
    ['number', '', null],
    ['number', '9007199254740993', undefined],
    ['number', true, undefined],
    ['integer', '3', 3],
    ['integer', '3,5', undefined],
    ['integer', 3.5, undefined],
    ['text', 1.5, '1.5'],
    ['text', true, 'true'],
    ['text', { amount: 100, currency: 'TRY', symbol: '₺' }, '100 TRY'],
    ['text', { value: 2, unit: 'kg' }, '2 kg'],
    ['text', { a: [1] }, '{"a":[1]}'],
    ['boolean', 'Evet', true],
    ['boolean', 'no', false],
    ['boolean', 1, true],
    ['boolean', 2, undefined],
    ['boolean', 'belki', undefined],
    ['moment', '2026-06-01T10:00', '2026-06-01T07:00:00.000Z'],
    ['moment', '2026-06-01 10:00', '2026-06-01T07:00:00.000Z'],
    ['moment', '2026-06-01', '2026-05-31T21:00:00.000Z'],
    ['moment', '2026-02-30', undefined],
    ['date', '2026-06-01', '2026-06-01'],
    ['time', '10:00:00', '10:00'],
    ['duration', 'PT1H30M', 5_400],
    ['duration', '1:30', 5_400],
    ['duration', '90', 90],
    ['duration', 'P1M', undefined],
    ['currency', '1.234,50 ₺', { amount: 1234.5, currency: 'TRY', symbol: '₺' }],
    ['currency', '10 USD', { amount: 10, currency: 'USD', symbol: '$' }],
    ['currency', 7, { amount: 7, currency: 'TRY', symbol: '₺' }],
    ['currency', -7, { amount: -7, currency: 'TRY', symbol: '₺' }],
    ['currency', '₺ 1 234,50', { amount: 1234.5, currency: 'TRY', symbol: '₺' }],
    ['currency', '5 10 TL', undefined],
    ['currency', '05321234567', undefined],
    ['weight', '1 234,5 kg', { value: 1234.5, unit: 'kg' }],
    ['weight', '5 10 kg', undefined],
    ['number', { amount: 7, currency: 'TRY', symbol: '₺' }, undefined],
    ['weight', '2,5 kg', { value: 2.5, unit: 'kg' }],
    ['weight', 3, { value: 3, unit: 'kg' }],
    ['object', '{"a":[1]}', { a: [1] }],
    ['object', '[1]', undefined],
    ['object', '{"a":9007199254740993}', undefined],
    ['object', '{"__proto__":1}', undefined],
    ['array', `${'['.repeat(40)}${']'.repeat(40)}`, undefined],
    ['vector', '[1,2]', [1, 2]],
    ['coordinates', '41.01, 28.97', { lat: 41.01, lng: 28.97 }],
    ['coordinates', '141, 28', undefined],
  ])('as %s of %j is %j', (form, value, expected) => {
    expect(converted(form, value, turkish)).toEqual(expected);
  });

  it('reads a doubted number in the language of the column', () => {
    expect([converted('number', '1.234', turkish), converted('number', '1.234', english)]).toEqual([
      1234, 1.234,
    ]);
  });

  it('is found in linear time in texts of any length', () => {
    const long = ','.repeat(1_000_000);
    for (const form of ['number', 'currency', 'weight', 'moment', 'coordinates', 'array'] as const)
      expect(converted(form, long, turkish)).toBeUndefined();
  });
});

describe('written dates', () => {
  const ordered = (dates: Reading['dates']): Reading => ({ ...turkish, ...(dates && { dates }) });

  it.each([
    ['date', '12.5.2026', 'dmy', '2026-05-12'],
    ['date', '5/12/2026', 'mdy', '2026-05-12'],
    ['date', '2026-05-12', 'dmy', '2026-05-12'],
    ['date', '31.02.2026', 'dmy', undefined],
    ['date', '13.13.2026', 'dmy', undefined],
    ['date', 'yarın', 'dmy', undefined],
    ['moment', '12.5.2026 10:30', 'dmy', '2026-05-12T07:30:00.000Z'],
    ['moment', '12.5.2026 99:99', 'dmy', undefined],
    ['time', '10:30', 'dmy', '10:30'],
  ] as const)('become a %s: %s in the order %s', (form, text, dates, value) => {
    expect(converted(form, text, ordered(dates))).toBe(value);
  });

  it('stay texts in readings of versions that kept no order', () => {
    expect(converted('date', '12.5.2026', ordered(undefined))).toBeUndefined();
  });
});

describe('language of the numbers in a column', () => {
  const languageOf = (texts: readonly string[], usual: Language, form: Form = 'number') => {
    const numbers = new LanguageOfNumbers(form);
    for (const text of texts) numbers.add(text);
    return numbers.language(usual);
  };

  it('follows the texts that can be read in one way only, else the reader', () => {
    expect([
      languageOf(['1,5', '1.234'], 'en'),
      languageOf(['1.5', '1.234'], 'tr'),
      languageOf(['1.234'], 'tr'),
      languageOf(['1.234'], 'en'),
      languageOf(['1,5', '1.5'], 'tr'),
      languageOf(['yok'], 'en'),
    ]).toEqual(['tr', 'en', 'tr', 'en', 'tr', 'en']);
  });

  it('goes by texts that are read as numbers only', () => {
    expect([
      languageOf(['05.01.2024', 'v1.2.3', 'bkz. 1,5', '1.234'], 'en'),
      languageOf(['v1,2', '2,50 elma', '1.234'], 'en'),
      languageOf(['1.5 kg', '1,234'], 'tr'),
      languageOf(['1.5 kg', '1,234'], 'tr', 'weight'),
      languageOf(['₺2,50', '1.234'], 'en', 'currency'),
    ]).toEqual(['en', 'en', 'tr', 'en', 'tr']);
  });
});
