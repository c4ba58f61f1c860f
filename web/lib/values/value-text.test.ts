import { isGiven } from '@hzm/contracts/core/everyday';
import { readNumber } from '@hzm/contracts/core/written-number';
import { fieldTypeGroups, type FieldType } from '@hzm/contracts/features/tables/field-types';
import type { Field } from '@hzm/contracts/features/tables/table';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChoice } from './choices.ts';
import { draftNumber, writeNumber } from './number-text.ts';
import { draftOf, formatted, valueFrom, type Words } from './value-text.ts';

const tr: Words = { language: 'tr', yes: 'Evet', no: 'Hayır' };
const field = (type: FieldType, more: Partial<Field> = {}): Field => ({
  id: 'f',
  name: 'ad',
  type,
  required: false,
  description: '',
  validation: isChoice(type) ? { options: [{ id: 'acil', name: 'Acil', color: 'red' }] } : {},
  isHidden: false,
  relationships: [],
  ...more,
});
const currency = (amount: number, code = 'TRY', symbol = '₺') => ({
  amount,
  currency: code,
  symbol,
});

describe('numbers', () => {
  it.each([
    ['1.234,5', 1234.5],
    ['1234,5', 1234.5],
    ['1.5', 1.5],
    ['1.500', 1500],
    ['-0,25', -0.25],
    ['12', 12],
    ['', undefined],
    ['1,2,3', undefined],
    ['abc', undefined],
    ['1e400', undefined],
  ])('%s parses to %s in Turkish', (text, value) => {
    expect(readNumber(text, 'tr')).toBe(value);
  });

  it('round-trip through their draft and their text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        expect(readNumber(draftNumber(value, 'tr'), 'tr')).toBe(value || 0);
        expect(readNumber(draftNumber(value, 'en'), 'en')).toBe(value || 0);
      }),
    );
    fc.assert(
      fc.property(fc.integer(), value => {
        expect(readNumber(writeNumber(value, 'tr'), 'tr')).toBe(value);
      }),
    );
  });
});

describe('values', () => {
  it.each<[FieldType, string, unknown]>([
    ['string', 'Ayşe ', 'Ayşe '],
    ['number', '1.234,5', 1234.5],
    ['boolean', 'true', true],
    ['boolean', 'HAYIR', false],
    ['date', '3.11.2026', '2026-11-03'],
    ['date', '2026-11-03', '2026-11-03'],
    ['time', '09:30', '09:30'],
    ['currency', '12,5 USD', currency(12.5, 'USD', '$')],
    ['currency', '7', currency(7)],
    ['weight', '3,5 kg', { value: 3.5, unit: 'kg' }],
    ['object', '{"a":1}', { a: 1 }],
    ['array', '[1,"x"]', [1, 'x']],
    [
      'matrix',
      '[[1,2],[3,4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['coordinates', '{"lat":41,"lng":29}', { lat: 41, lng: 29 }],
    ['duration', 'pt1h', 3600],
    ['duration', '90', 90],
    ['string', '', null],
  ])('of type %s parse from %s', (type, draft, value) => {
    expect(valueFrom(field(type), draft, tr)).toEqual({ value });
  });

  it.each<[FieldType, string, string]>([
    ['number', 'on', 'number'],
    ['integer', '1,5', 'integer'],
    ['currency', '1,005 TRY', 'amount'],
    ['object', '[1]', 'object'],
    ['array', '{}', 'array'],
    ['object', '{', 'json'],
    ['matrix', '[[1],[1,2]]', 'value'],
    ['date', '2026-13-40', 'date'],
  ])('of type %s reject %s', (type, draft, problem) => {
    expect(valueFrom(field(type), draft, tr)).toEqual({ problem });
  });

  it('of type currency are negative unless the field has the rule against it', () => {
    const strict = field('currency', { validation: { onlyPositive: true } });
    expect(valueFrom(field('currency'), '-1 TRY', tr)).toEqual({ value: currency(-1) });
    expect(valueFrom(strict, '-1 TRY', tr)).toEqual({ problem: 'positive' });
  });

  it('are required if the field says so', () => {
    expect(valueFrom(field('string', { required: true }), '  ', tr)).toEqual({
      problem: 'required',
    });
  });

  it("are formatted in the reader's language", () => {
    expect(formatted(field('currency'), currency(1234.5), tr)).toBe('1.234,50 ₺');
    expect(formatted(field('boolean'), false, tr)).toBe('Hayır');
    expect(formatted(field('date'), '2026-11-03', tr)).toBe('03.11.2026');
    expect(formatted(field('number'), null, tr)).toBe('');
  });

  it('of every type that people write round-trip through their draft', () => {
    const samples: Partial<Record<FieldType, unknown>> = {
      boolean: false,
      date: '2026-11-03',
      object: { a: [1] },
      array: [1],
      matrix: [[1]],
      vector: [1],
      tensor: [[[1]]],
      coordinates: { lat: 1, lng: 2 },
      dataset: [{ a: 1 }],
      currency: currency(0.01),
      weight: { value: 2, unit: 'g' },
      datetime: '2026-11-03T07:00:00.000Z',
      timestamp: '2026-11-03T07:00:00.000Z',
      time: '07:00',
      duration: 3600,
      person: '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f60',
      select: 'acil',
      multi_select: ['acil'],
      email: 'ayse@example.com',
      url: 'https://hzm.app/',
      phone: '+905321234567',
      stars: 4,
      string: 'x',
      text: 'x\ny',
      foreign_key: 'x',
      relationship: 'x',
      reference: 'x',
    };
    const written = Object.values(fieldTypeGroups)
      .flat()
      .filter(type => !isGiven(type));
    for (const type of written) {
      const value = (samples[type] ?? 7) as never;
      expect({ type, ...valueFrom(field(type), draftOf(field(type), value, tr), tr) }).toEqual({
        type,
        value,
      });
    }
  });

  it.each<[FieldType, string, unknown]>([
    ['url', 'hzm.app/yardim', 'https://hzm.app/yardim'],
    ['url', 'http://hzm.app', 'http://hzm.app/'],
    ['email', ' mailto:Ayse@EXAMPLE.com', 'Ayse@example.com'],
    ['phone', '0090 532 123 45 67', '+905321234567'],
    ['stars', '★★★☆☆', 3],
    ['stars', '0', 0],
  ])('of type %s read %s as %s', (type, text, value) => {
    expect(valueFrom(field(type), text, tr)).toEqual({ value });
  });

  it.each<[FieldType, string, string]>([
    ['url', 'javascript:alert(1)', 'url'],
    ['url', 'yarın', 'url'],
    ['email', 'ayse', 'email'],
    ['phone', '0532 123 45 67', 'phone'],
    ['stars', '6', 'stars'],
    ['select', 'Yok', 'option'],
    ['multi_select', 'Acil, Yok', 'option'],
  ])('of type %s refuse %s with a reason of their own', (type, text, problem) => {
    expect(valueFrom(field(type), text, tr)).toEqual({ problem });
  });
});
