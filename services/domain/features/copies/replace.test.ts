import type { Json } from '@hzm/contracts/core/json';
import {
  fieldTypeGroups,
  type FieldType,
  valueOf,
} from '@hzm/contracts/features/tables/field-types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unfitness } from '../rows/validate.ts';
import { PatternWork } from '../tables/pattern.ts';
import { clockIn } from '../tables/value-clock.ts';
import { kindOf, looksPersonal } from './personal.ts';
import { replacement } from './replace.ts';

const key = Buffer.alloc(32, 7);
const any = (): boolean => true;
const of = (
  name: string,
  value: Json,
  type: FieldType = 'string',
  fits: (candidate: Json) => boolean = any,
  by = key,
) => replacement(by, { name, type }, value, fits);
const told = (...given: Parameters<typeof of>): string => JSON.stringify(of(...given));
const date = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(moment => moment.toISOString());
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 })
  .map(value => Number(value.toFixed(3)));
const values: Readonly<Partial<Record<FieldType, fc.Arbitrary<Json>>>> = {
  string: fc.string({ minLength: 1, unit: 'grapheme' }),
  text: fc.lorem(),
  date: date.map(iso => iso.slice(0, 10)),
  datetime: date,
  timestamp: date,
  time: date.map(iso => iso.slice(11, 19)),
  integer: fc.integer(),
  number,
  price: number,
  duration: fc.nat().map(days => `P${days}D`),
  currency: fc.record({
    amount: fc.nat(1e6),
    currency: fc.constant('TRY'),
    symbol: fc.constant('₺'),
  }),
  weight: fc.record({ value: fc.nat(1e5), unit: fc.constant('kg') }),
  coordinates: fc.record({
    lat: fc.integer({ min: -90, max: 90 }),
    lng: fc.integer({ min: -180, max: 180 }),
  }),
  object: fc.dictionary(fc.string(), fc.oneof(fc.lorem(), fc.integer())),
  array: fc.array(fc.lorem()),
};
const typed = fc
  .constantFrom(...(Object.keys(values) as FieldType[]))
  .chain(type => fc.tuple(fc.constant(type), values[type]!));
const named = fc.constantFrom('ad', 'Soyad', 'E-posta', 'telefon', 'TC', 'not', 'doğum tarihi');

describe('replacement', () => {
  it('differs from the value, has its type, and is deterministic', () => {
    fc.assert(
      fc.property(typed, named, ([type, value], name) => {
        const fits = (candidate: Json) => valueOf[type].safeParse(candidate).success;
        const found = of(name, value, type, fits);
        if (found === undefined) return;
        expect(JSON.stringify(found)).not.toBe(JSON.stringify(value));
        expect(fits(found)).toBe(true);
        expect(typeof found).toBe(typeof value);
        expect(of(name, value, type, fits)).toEqual(found);
      }),
      { numRuns: 500 },
    );
  });

  it.each(Object.keys(values) as FieldType[])('exists for values of a field of type %s', type => {
    const fits = (candidate: Json) => valueOf[type].safeParse(candidate).success;
    const something = values[type]!.filter(value =>
      /[\p{L}\d]/u.test(
        JSON.stringify(typeof value === 'object' && value !== null ? Object.values(value) : value),
      ),
    );
    fc.assert(
      fc.property(something, value => {
        expect(of('alan', value, type, fits)).toBeDefined();
      }),
    );
  });

  it('is a valid place on earth for coordinates', () => {
    const places = [-90, -1, 0, 9, 10, 90].flatMap(lat =>
      [-180, -175, -1, 99, 100, 180].map(lng => ({ lat, lng })),
    );
    for (const place of places)
      expect(
        of(
          'konum',
          place,
          'coordinates',
          candidate => valueOf.coordinates.safeParse(candidate).success,
        ),
      ).toBeDefined();
  });

  it('satisfies the rules that the value satisfied', () => {
    const field = {
      type: 'string',
      required: false,
      validation: { pattern: '^[A-Z]{2}\\d{4}$', maxLength: 6 },
    } as const;
    const fits = (candidate: Json) =>
      unfitness(
        field,
        candidate,
        clockIn('UTC', new Date('2026-01-01T12:00Z')),
        new PatternWork(),
      ) === undefined;
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{2}\d{4}$/), value => {
        expect(of('kod', value, 'string', fits)).toMatch(/^[A-Z]{2}\d{4}$/);
      }),
    );
    const age = {
      type: 'integer',
      required: true,
      validation: { minValue: 18, maxValue: 70 },
    } as const;
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 65 }), value => {
        expect(
          of(
            'yaş',
            value,
            'integer',
            candidate =>
              unfitness(
                age,
                candidate,
                clockIn('UTC', new Date('2026-01-01T12:00Z')),
                new PatternWork(),
              ) === undefined,
          ),
        ).toBeGreaterThanOrEqual(18);
      }),
    );
  });

  it('keeps the number of digits and moves a date by at most 180 days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 48 }), value => {
        expect(told('sayı', value, 'integer')).toHaveLength(String(value).length);
      }),
    );
    fc.assert(
      fc.property(date, iso => {
        expect(
          Math.abs(
            Date.parse(JSON.parse(told('gün', iso, 'datetime')) as string) - Date.parse(iso),
          ) / 86_400_000,
        ).toBeLessThanOrEqual(180);
      }),
    );
  });

  it('resembles the original', () => {
    expect(of('E-posta', 'ali.veli@firma.com.tr')).toMatch(/^[a-z]+\.[a-z]+\d{3}@example\.com$/);
    expect(of('Telefon', '+90 (532) 123-45-67')).toMatch(/^\+\d\d \(\d{3}\) \d{3}-\d\d-\d\d$/);
    expect(of('Ad Soyad', 'Ali Veli')).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u);
    expect(of('Soyad', 'Veli')).toMatch(/^\p{Lu}\p{Ll}+$/u);
    expect(of('Adres', 'Çam Sk. No: 12')).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]\. [A-Z][a-z]: \d\d$/);
    expect(of('tutar', { amount: 125, currency: 'TRY', symbol: '₺' }, 'currency')).toMatchObject({
      currency: 'TRY',
      symbol: '₺',
    });
  });

  it('is unpredictable without the key, and does not exist for booleans', () => {
    const [mine, theirs] = [key, Buffer.alloc(32, 8)].map(by =>
      Array.from({ length: 20 }, (_, i) =>
        of('telefon', `0532 000 00 ${i + 10}`, 'string', any, by),
      ),
    );
    expect(mine!.filter((value, i) => value === theirs![i])).toEqual([]);
    expect(of('onay', true, 'boolean')).toBeUndefined();
  });

  it('of a megabyte of text takes bounded time', () => {
    const begun = performance.now();
    expect(told('not', 'a1 '.repeat(350_000), 'text')).toHaveLength(1_050_000 + '""'.length);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});

describe('looksPersonal', () => {
  it.each([
    'E-posta',
    'e_posta',
    'email',
    'Mail',
    'TELEFON',
    'tel',
    'phoneNumber',
    'GSM',
    'Ad',
    'soyadı',
    'İsim',
    'name',
    'lastName',
    'Adres',
    'TC',
    'tc kimlik no',
    'IBAN',
    'Ad Soyad',
  ])('accepts %s', name => {
    expect(looksPersonal({ name, type: 'string' })).toBe(true);
  });

  it.each(['Adet', 'tutar', 'Telif', 'stok', 'açıklama', 'otel', 'Adım'])('rejects %s', name => {
    expect(looksPersonal({ name, type: 'string' })).toBe(false);
  });

  it('goes by the name, but rejects booleans and ids of other rows', () => {
    expect(kindOf('Ad Soyad')).toBe('name');
    for (const type of ['boolean', ...fieldTypeGroups.relational] as const)
      expect(looksPersonal({ name: 'telefon', type })).toBe(false);
  });
});
