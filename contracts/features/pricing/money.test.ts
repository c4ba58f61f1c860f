import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, dividedRounded, MAX_AMOUNT, minor, minorOf, Money } from './money.ts';

describe('money', () => {
  it('converts digit by digit', () => {
    expect(
      [0, -0, 1, 0.1, 0.29, 19.9, 19.99, 1.15, 4.35, 1_000_000.01, MAX_AMOUNT].map(minorOf),
    ).toEqual([0, 0, 100, 10, 29, 1990, 1999, 115, 435, 100_000_001, MAX_AMOUNT * 100]);
    expect([0, 5, 10, 29, 1990, 1999, 100_000_001].map(amountOf)).toEqual([
      0, 0.05, 0.1, 0.29, 19.9, 19.99, 1_000_000.01,
    ]);
  });
  it('rejects a third decimal, a sign and an exponent', () => {
    expect(
      [-1, -0.01, 0.001, 19.999, 0.1 + 0.2, 1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY].map(
        minorOf,
      ),
    ).toEqual(Array.from({ length: 9 }, () => undefined));
    expect(() => minor(0.001)).toThrow(RangeError);
  });
  it('survives a round trip, also through JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12 * MAX_AMOUNT * 100 }), units => {
        expect(minorOf(amountOf(units))).toBe(units);
        expect(minorOf(JSON.parse(JSON.stringify(amountOf(units))) as number)).toBe(units);
      }),
    );
  });
  it('is refused on the wire with the reason', () => {
    const reasonOf = (value: unknown) =>
      Money.safeParse(value).error?.issues.map(({ code, message }) =>
        code === 'custom' ? message : code,
      );
    expect([0, 19.99, MAX_AMOUNT].map(reasonOf)).toEqual([undefined, undefined, undefined]);
    expect(reasonOf(19.999)).toEqual(['money-decimals']);
    expect(reasonOf(-0.01)).toEqual(['too_small']);
    expect(reasonOf(MAX_AMOUNT + 1)).toEqual(['too_big']);
    expect([reasonOf('19.99'), reasonOf(null), reasonOf(Number.NaN)]).toEqual([
      ['invalid_type'],
      ['invalid_type'],
      ['invalid_type'],
    ]);
  });
  it('rounds half up using integers only', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 51 }),
        fc.integer({ min: 1, max: 2 ** 40 }),
        (dividend, half) => {
          const divisor = 2n * BigInt(half);
          expect(dividedRounded(dividend, 2 * half)).toBe(
            Number((2n * BigInt(dividend) + divisor) / (2n * divisor)),
          );
        },
      ),
    );
  });
});
