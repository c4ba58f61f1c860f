import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandOf, isCardNumber } from './brand.ts';

describe('card brand', () => {
  it.each([
    ['4', 'visa'],
    ['51', 'mastercard'],
    ['55', 'mastercard'],
    ['2221', 'mastercard'],
    ['2720', 'mastercard'],
    ['9792', 'troy'],
    ['34', 'amex'],
    ['37', 'amex'],
    ['', undefined],
    ['5', undefined],
    ['50', undefined],
    ['56', undefined],
    ['2220', undefined],
    ['2721', undefined],
    ['22', undefined],
    ['979', undefined],
    ['35', undefined],
    ['6011', undefined],
  ] as const)('%s is %s', (digits, brand) => {
    expect(brandOf(digits)).toBe(brand);
  });
});

describe('check digit', () => {
  it.each([
    '4242424242424242',
    '5555555555554444',
    '2223003122003222',
    '9792030394440796',
    '378282246310005',
  ])('fits %s', digits => {
    expect(isCardNumber(digits)).toBe(true);
  });
  it.each(['4242424242424241', '424242424242424', '', '0', '37828224631000', '3782822463100050'])(
    'does not fit %s',
    digits => {
      expect(isCardNumber(digits)).toBe(false);
    },
  );
  it('detects every single wrong digit, and exists for every number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: 15, maxLength: 15 }),
        fc.integer({ min: 1, max: 14 }),
        fc.integer({ min: 1, max: 9 }),
        (first, at, by) => {
          const body = ['4', ...first.slice(1)].join('');
          const last = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter(digit =>
            isCardNumber(`${body}${digit}`),
          );
          expect(last).toHaveLength(1);
          const whole = `${body}${last[0]}`;
          const wrong =
            whole.slice(0, at) + String((Number(whole[at]) + by) % 10) + whole.slice(at + 1);
          expect(isCardNumber(wrong)).toBe(false);
        },
      ),
    );
  });
});
