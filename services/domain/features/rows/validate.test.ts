import { Problem } from '@hzm/contracts/core/problem';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import { say } from '@hzm/services/core/say';
import { describe, expect, it } from 'vitest';
import { PatternWork } from '../tables/pattern.ts';
import { clockIn } from '../tables/value-clock.ts';
import { brokenRule, cellsAgain, cellsOf, unfitness } from './validate.ts';

const field = (type: FieldType, validation: FieldValidation = {}, required = false): Field => ({
  id: 'f',
  name: 'ad',
  type,
  required,
  description: '',
  validation,
  isHidden: false,
  relationships: [],
});
const clock = clockIn('Europe/Istanbul', new Date('2026-06-15T12:00:00Z'));
const keep = (f: Field, value: never) => cellsOf([f], { ad: value }, true, clock)['f'];
const refusal = (f: Field, values: Record<string, never>, whole = true): string[] => {
  try {
    cellsOf([f], values, whole, clock);
  } catch (error) {
    return (error as Problem).details!.map(d => `${d.path}: ${d.message.key}`);
  }
  return [];
};

describe('values of a row', () => {
  it.each([
    ['string', 'İstanbul'],
    ['number', -0.5],
    ['boolean', false],
    ['date', '2026-02-28'],
    ['object', { a: [1] }],
    ['array', [1, 'a', null]],
    ['integer', 3],
    [
      'matrix',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['tensor', [[[1]], [[2]]]],
    ['coordinates', { lat: 41, lng: 29 }],
    ['time', '09:30'],
    ['duration', 300],
    ['currency', { amount: -1, currency: 'TRY', symbol: '₺' }],
  ] as const)('keep a %s', (type, value) =>
    expect(keep(field(type), value as never)).toEqual(value),
  );

  it.each([
    ['duration', 'PT5M', 300],
    ['datetime', '2026-06-01T10:00:00+03:00', '2026-06-01T07:00:00.000Z'],
    ['timestamp', '2026-06-01T10:00', '2026-06-01T07:00:00.000Z'],
    ['datetime', '2026-06-01', '2026-05-31T21:00:00.000Z'],
    ['date', '2026-06-01', '2026-06-01'],
    ['time', '09:30:00', '09:30'],
    ['time', '09:30:15.50', '09:30:15.5'],
  ] as const)('keep a %s, %s, in its canonical form', (type, value, kept) =>
    expect(keep(field(type), value as never)).toEqual(kept),
  );

  it('take the day of the project for today', () => {
    const late = clockIn('Europe/Istanbul', new Date('2026-06-15T22:30:00Z'));
    const early = clockIn('America/New_York', new Date('2026-06-16T02:30:00Z'));
    expect([late.today, early.today]).toEqual(['2026-06-16', '2026-06-15']);
    const notPast = field('date', { minToday: true });
    expect(() => cellsOf([notPast], { ad: '2026-06-15' }, true, late)).toThrow(Problem);
    expect(cellsOf([notPast], { ad: '2026-06-15' }, true, early)).toEqual({ f: '2026-06-15' });
  });

  it('complete a currency with its symbol', () =>
    expect(keep(field('currency'), { amount: 12.5, currency: 'TRY' } as never)).toEqual({
      amount: 12.5,
      currency: 'TRY',
      symbol: '₺',
    }));

  it.each([
    ['number', '5'],
    ['number', true],
    ['boolean', 'false'],
    ['date', '2026-02-30'],
    ['date', 'yarın'],
    ['object', [1]],
    ['array', { 0: 1 }],
    ['integer', 1.5],
    ['matrix', [[1], [1, 2]]],
    ['tensor', [[1], 2]],
    ['currency', { amount: '1', currency: 'TRY' }],
    ['currency', { amount: 1, currency: 'XXX' }],
    ['currency', 5],
  ] as const)('refuse for a %s: %j', (type, value) =>
    expect(refusal(field(type), { ad: value as never })).toEqual(['ad: value-type']),
  );

  it.each([
    ['string', { minLength: 3 }, 'ab', 'value-too-short'],
    ['string', { maxLength: 1 }, 'ab', 'value-too-long'],
    ['string', { pattern: '^\\d+$' }, 'ab', 'value-pattern'],
    ['number', { minValue: 5 }, 4, 'value-too-small'],
    ['number', { maxValue: 5 }, 6, 'value-too-large'],
    ['number', { decimalPlaces: 2 }, 1.005, 'value-decimals'],
    ['number', { decimalPlaces: 2 }, 1e-7, 'value-decimals'],
    ['currency', { onlyPositive: true }, { amount: -1, currency: 'TRY' }, 'value-not-positive'],
    ['currency', { onlyPositive: true }, { amount: 0, currency: 'TRY' }, 'value-not-positive'],
    ['currency', { currency: 'EUR' }, { amount: 1, currency: 'TRY' }, 'value-currency'],
    ['date', { minToday: true }, '2026-06-14', 'value-before-today'],
    ['date', { maxToday: true }, '2026-06-16', 'value-after-today'],
    ['date', { dateType: 'time' }, '2026-06-16', 'value-date-type'],
    ['array', { arrayItemType: 'number' }, [1, '2'], 'value-items'],
  ] as const)('keep the rules: %s %j refuses %j', (type, rules, value, key) =>
    expect(refusal(field(type, rules), { ad: value as never })).toEqual([`ad: ${key}`]),
  );

  it('say a day in words, in either language', () => {
    const day = (rules: object, value: string) =>
      brokenRule(field('date', rules), value, clock, new PatternWork())!;
    const early = day({ minToday: true }, '2026-06-14');
    expect(
      [say('tr', early), say('en', early)].map(text => text.replace(/[\u2068\u2069]/g, '')),
    ).toEqual(['15 Haziran 2026 tarihinden önce olamaz', 'Must not be before 15 June 2026']);
  });

  it('name every wrong field', () =>
    expect(refusal(field('number', {}, true), { ad: 'x', yok: 1 } as never)).toEqual([
      'ad: value-type',
      'yok: field-unknown',
    ]));
  it('need what is required, but a change needs to name only what changes', () => {
    expect(refusal(field('string', {}, true), {})).toEqual(['ad: value-required']);
    expect(refusal(field('string', {}, true), {}, false)).toEqual([]);
    expect(refusal(field('string', {}, true), { ad: null as never }, false)).toEqual([
      'ad: value-required',
    ]);
  });
  it('do not fall for names that every object has', () =>
    expect(
      refusal(field('string'), JSON.parse('{"__proto__":1,"constructor":1,"toString":1}')),
    ).toEqual([
      '__proto__: field-unknown',
      'constructor: field-unknown',
      'toString: field-unknown',
    ]));
  it('are there only as their own: a required field may be named like something that every object has', () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty', 'constructor', '__proto__'])
      expect(refusal({ ...field('string', {}, true), name }, {})).toEqual([
        `${name}: value-required`,
      ]);
  });
  it('are judged in time linear to the text', () =>
    expect(
      refusal(field('string', { pattern: '^(a+)+$' }), { ad: `${'a'.repeat(20_000)}!` as never }),
    ).toEqual(['ad: value-pattern']));
});

it('a text of spaces alone is no value of a required field, and stays one of others', () => {
  const required = field('text', {}, true);
  expect(() => keep(required, ' \u00a0' as never)).toThrow(
    expect.objectContaining({ details: [{ path: 'ad', message: { key: 'value-required' } }] }),
  );
  expect(unfitness(required, ' ', clock, new PatternWork())).toEqual({ key: 'value-required' });
  expect(keep(field('text'), ' ' as never)).toBe(' ');
});

it('a row that has a text of spaces in a required field can be restored', () => {
  const required = field('text', {}, true);
  expect(cellsAgain([required], { f: ' ' }, clock, [required])).toEqual({ f: ' ' });
  expect(() => cellsAgain([required], { f: '' }, clock, [required])).toThrow('VALIDATION_ERROR');
});

it('a text that cannot be stored is refused, and loses those characters where a row held it', () => {
  const text = field('text');
  for (const value of ['a\0', 'a\ud800'])
    expect(refusal(text, { ad: value as never })).toEqual(['ad: text-unstorable']);
  expect(cellsAgain([text], { f: 'a\0b' }, clock, [text])).toEqual({ f: 'ab' });
});
