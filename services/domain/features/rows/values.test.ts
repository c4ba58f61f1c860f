import { ExactSum, exactNumber, unfitNumberIn } from '@hzm/contracts/core/exact';
import type { Json } from '@hzm/contracts/core/json';
import { dayIn, momentOf } from '@hzm/contracts/core/moment';
import { weightUnits } from '@hzm/contracts/core/value-schemas';
import { readOperand, readValue } from '@hzm/contracts/features/tables/canonical';
import { FieldType, valueOf } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import { compile, matches } from '@hzm/services/core/ports/condition';
import { compareKeys, equalKey, orderKey } from '@hzm/services/core/ports/value';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const zones = ['UTC', 'Europe/Istanbul', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'];
const zone = fc.constantFrom(...zones);
const instant = fc.date({
  min: new Date('0001-02-01'),
  max: new Date('9999-11-01'),
  noInvalidDate: true,
});
const two = (n: number): string => String(n).padStart(2, '0');

/** A moment as the clock at this offset, in minutes, writes it. */
function at(moment: Date, offset: number): string {
  const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, 23);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
}
const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });

/** Units of weight in 10^-11 g, a whole number for a hundredth of each. */
const tenPicograms = {
  g: 1e11,
  kg: 1e14,
  t: 1e17,
  lb: 45_359_237e6,
  oz: 28_349_523_125e2,
} as const;

/**
 * Values of types that accept several forms, with what they are: equal things are equal numbers.
 */
const forms: Partial<Record<FieldType, fc.Arbitrary<readonly [Json, number]>>> = {
  datetime: fc
    .tuple(instant, offset)
    .map(([moment, ahead]) => [at(moment, ahead), moment.getTime()] as const),
  timestamp: fc
    .tuple(instant, offset)
    .map(([moment, ahead]) => [at(moment, ahead), moment.getTime()] as const),
  duration: fc.oneof(
    fc.nat(1_000_000).map(seconds => [seconds, seconds] as const),
    fc.nat(10_000).map(minutes => [`PT${minutes}M`, minutes * 60] as const),
    fc.nat(100).map(hours => [`PT${hours}H`, hours * 3600] as const),
    fc
      .tuple(fc.nat(30), fc.nat(23))
      .map(([days, hours]) => [`P${days}DT${hours}H`, days * 86_400 + hours * 3600] as const),
  ),
  weight: fc
    .tuple(fc.nat(5_000), fc.constantFrom(0, 1, 2), fc.constantFrom(...weightUnits))
    .map(
      ([digits, places, unit]) =>
        [
          { value: digits / 10 ** places, unit },
          digits * (tenPicograms[unit] / 10 ** places),
        ] as const,
    ),
  time: fc
    .tuple(fc.nat(23), fc.nat(59), fc.nat(59), fc.boolean())
    .map(
      ([h, m, s, short]) =>
        [
          short ? `${two(h)}:${two(m)}` : `${two(h)}:${two(m)}:${two(s)}`,
          h * 3600 + m * 60 + (short ? 0 : s),
        ] as const,
    ),
};
const typed = fc
  .constantFrom(...(Object.keys(forms) as FieldType[]))
  .chain(type => fc.record({ type: fc.constant(type), a: forms[type]!, b: forms[type]! }));

describe('values of types with several forms', () => {
  it('compare as the things that they stand for', () => {
    fc.assert(
      fc.property(typed, zone, ({ type, a, b }, timeZone) => {
        const [first, second] = [a, b].map(([value]) => readValue(type, value, timeZone)!);
        expect(Math.sign(compareKeys(orderKey(first), orderKey(second)))).toBe(
          Math.sign(a[1] - b[1]),
        );
        expect(equalKey(first) === equalKey(second)).toBe(a[1] === b[1]);
      }),
      { numRuns: 500 },
    );
  });

  it('stay as they are when they are read again, in whatever zone', () => {
    fc.assert(
      fc.property(typed, zone, zone, ({ type, a: [value] }, timeZone, other) => {
        const kept = readValue(type, value, timeZone)!;
        expect(readValue(type, kept, other)).toEqual(kept);
      }),
    );
  });

  it('are found by an operand in any of their forms', () => {
    fc.assert(
      fc.property(typed, zone, ({ type, a: [value] }, timeZone) => {
        const text =
          typeof value === 'object'
            ? `${(value as { value: number }).value} ${(value as { unit: string }).unit}`
            : String(value);
        expect(equalKey(readOperand(type, text, timeZone) as Json | undefined)).toEqual(
          equalKey(readValue(type, value, timeZone)),
        );
      }),
    );
  });
});

describe('weights', () => {
  it('of as many digits as a double holds are ordered by all of them', () => {
    const grams = [123_456_789_012_345, 123_456_789_012_346, 9_007_199_254_740_991];
    const keys = [
      ...grams.map(value => orderKey({ value, unit: 'g' })),
      ...grams.map(value => orderKey({ value, unit: 'kg' })),
    ];
    expect(keys.toSorted(compareKeys)).toEqual(keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(orderKey({ value: 1.005, unit: 'kg' })).toBe(1005);
    expect(equalKey({ value: 0.3, unit: 'lb' })).toBe(equalKey({ value: 4.8, unit: 'oz' }));
  });

  it('are the one type with units in its values', () => {
    const withUnit = FieldType.options.filter(type =>
      ['kg', 'm', 'cm', 'm2', 'l', 'C', 'km/h', 'h'].some(
        unit => type !== 'object' && valueOf[type].safeParse({ value: 1, unit }).success,
      ),
    );
    expect(withUnit).toEqual(['weight']);
  });
});

describe('amounts', () => {
  const money = fc.record({
    amount: fc.nat(1_000_000_000).map(cents => cents / 100),
    currency: fc.constantFrom('TRY', 'USD', 'EUR'),
  });
  const kept = (value: Json): Json => readValue('currency', value, 'UTC')!;

  it('are ordered by their currency, then by what they are', () => {
    fc.assert(
      fc.property(money, money, (a, b) => {
        const order =
          a.currency === b.currency
            ? Math.sign(a.amount - b.amount)
            : a.currency < b.currency
              ? -1
              : 1;
        expect(compareKeys(orderKey(kept(a)), orderKey(kept(b))) + 0).toBe(order + 0);
        expect(equalKey(kept(a)) === equalKey(kept(b))).toBe(order === 0);
      }),
    );
  });

  it('pass an operand of their currency, or one of every currency, by their amount', () => {
    fc.assert(
      fc.property(money, money, fc.boolean(), (value, { amount, currency }, isNamed) => {
        const operand = readOperand(
          'currency',
          isNamed ? `${amount} ${currency}` : `${amount}`,
          'UTC',
        )!;
        const isWithin = !isNamed || value.currency === currency;
        const passes = (op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte'): boolean =>
          matches({ v: kept(value) }, compile({ path: 'v', op, value: operand }));
        expect([passes('gt'), passes('gte'), passes('lt'), passes('lte')]).toEqual(
          [
            value.amount > amount,
            value.amount >= amount,
            value.amount < amount,
            value.amount <= amount,
          ].map(holds => isWithin && holds),
        );
        expect([passes('eq'), passes('ne')]).toEqual([
          isWithin && value.amount === amount,
          !(isWithin && value.amount === amount),
        ]);
      }),
    );
  });
});

describe('moments', () => {
  it('in a text are compared as the text that holds them', () => {
    const [ahead, utc] = ['2026-06-01T10:00+03:00', '2026-06-01T07:00:00.000Z'];
    expect(equalKey(ahead)).not.toBe(equalKey(utc));
    expect(compareKeys(orderKey(ahead), orderKey(utc))).toBe(1);
  });

  it('without a zone are read by the clock of the zone, which shows them again', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        zone,
        (moment, timeZone) => {
          const clock = new Intl.DateTimeFormat('sv-SE', {
            timeZone,
            dateStyle: 'short',
            timeStyle: 'medium',
          });
          const local = clock.format(moment).replace(' ', 'T');
          expect(clock.format(new Date(momentOf(local, timeZone)!)).replace(' ', 'T')).toBe(local);
        },
      ),
    );
    expect(momentOf('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
    expect(momentOf('2026-06-01', 'Europe/Istanbul')).toBe('2026-05-31T21:00:00.000Z');
    expect(dayIn(new Date('2026-06-01T22:00:00Z'), 'Europe/Istanbul')).toBe('2026-06-02');
  });

  it('may leave out their seconds, with a zone, too', () => {
    for (const [text, moment] of [
      ['2026-06-01T10:00+03:00', '2026-06-01T07:00:00.000Z'],
      ['2026-06-01T10:00Z', '2026-06-01T10:00:00.000Z'],
      ['2026-06-01T10:00', '2026-06-01T07:00:00.000Z'],
    ] as const) {
      expect(readValue('datetime', text, 'Europe/Istanbul')).toBe(moment);
      expect(readOperand('timestamp', text, 'Europe/Istanbul')).toBe(moment);
    }
    expect(readValue('datetime', '2026-06-01T25:00Z', 'UTC')).toBeUndefined();
  });

  it('are refused where parts of a millisecond would be lost', () => {
    expect(readValue('datetime', '2026-06-01T10:00:00.123400Z', 'UTC')).toBeUndefined();
    expect(readValue('datetime', '2026-06-01T10:00:00.123000+03:00', 'UTC')).toBe(
      '2026-06-01T07:00:00.123Z',
    );
  });
});

describe('durations', () => {
  it.each(['P1M', 'P1Y', 'P1Y2M', 'PT', 'P'])('%s is refused: it is no fixed time', text => {
    expect(readValue('duration', text, 'UTC')).toBeUndefined();
  });
});

describe('numbers', () => {
  it('are what they are written as, or refused', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), value => {
        const read = exactNumber(String(value));
        expect(read === undefined || BigInt(read) === value || String(read) === String(value)).toBe(
          true,
        );
      }),
    );
    fc.assert(
      fc.property(fc.maxSafeInteger(), value => {
        expect(exactNumber(String(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        expect(exactNumber(String(value))).toBe(value === 0 ? Number(String(value)) : value);
      }),
    );
    expect(
      [
        '9007199254740993',
        '1e999',
        '0x10',
        'Infinity',
        '',
        '1,5',
        '0.1000000000000000055',
        '12345678901234567890',
      ].map(exactNumber),
    ).toEqual(Array.from({ length: 8 }));
    expect(['0.10000000000000001', '1.50', '1e3', '9007199254740992'].map(exactNumber)).toEqual([
      0.1,
      1.5,
      1000,
      2 ** 53,
    ]);
  });

  it('are found in JSON wherever a double does not hold them, and nowhere else', () => {
    fc.assert(
      fc.property(fc.json(), json => {
        expect(unfitNumberIn(json)).toBeUndefined();
      }),
    );
    expect(unfitNumberIn('{"a":["9007199254740993",{"b":-9007199254740993}]}')).toBe(
      '-9007199254740993',
    );
    expect(unfitNumberIn('{"a\\"9007199254740993":1}')).toBeUndefined();
  });

  it('are summed exactly, in whatever order', () => {
    const cents = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(cents, amounts => {
        const sum = new ExactSum();
        for (const amount of amounts) sum.add(amount / 100);
        expect(sum.number).toBe(amounts.reduce((a, b) => a + b, 0) / 100);
      }),
    );
  });
});

describe('operands', () => {
  it.each(['true', 'TRUE', '1', 'yes', 'Evet', 'EVET', 'doğru', 'Dogru'])('%s is yes', word => {
    expect(readOperand('boolean', word, 'UTC')).toBe(true);
  });
  it.each(['false', '0', 'no', 'Hayır', 'hayir', 'YANLIŞ'])('%s is no', word => {
    expect(readOperand('boolean', word, 'UTC')).toBe(false);
  });
  it.each(['', 'x', 'maybe', 'tru', '2', 'evet hayır'])('"%s" is neither', word => {
    expect(readOperand('boolean', word, 'UTC')).toBeUndefined();
  });

  it('that are no value of their type are refused', () => {
    for (const type of [
      ...numberTypes,
      'currency',
      'datetime',
      'timestamp',
      'time',
      'date',
      'duration',
      'weight',
      'boolean',
    ] as FieldType[]) {
      expect([type, readOperand(type, 'çay', 'UTC')]).toEqual([type, undefined]);
    }
    expect(weightUnits.map(unit => readOperand('weight', `1${unit}`, 'UTC'))).toEqual([
      1, 1000, 453.59237, 28.349523125, 1_000_000,
    ]);
  });

  it('each type has a form of its values', () => {
    expect(FieldType.options.filter(type => !(type in valueOf))).toEqual([]);
  });
});
