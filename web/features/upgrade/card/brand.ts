export type Brand = 'visa' | 'mastercard' | 'troy' | 'amex';

/** Ranges of leading digits, both ends inclusive and of equal length. */
const ranges: readonly (readonly [brand: Brand, from: string, to: string])[] = [
  ['visa', '4', '4'],
  ['mastercard', '51', '55'],
  ['mastercard', '2221', '2720'],
  ['troy', '9792', '9792'],
  ['amex', '34', '34'],
  ['amex', '37', '37'],
];

/** Returns the brand once the first digits determine it. */
export const brandOf = (digits: string): Brand | undefined =>
  ranges.find(
    ([, from, to]) =>
      digits.length >= from.length &&
      digits.slice(0, from.length) >= from &&
      digits.slice(0, from.length) <= to,
  )?.[0];

/** Names as the brands spell them, in every language. */
export const brandNames: Readonly<Record<Brand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  troy: 'Troy',
  amex: 'American Express',
};

const lengthOf = (digits: string): number => (brandOf(digits) === 'amex' ? 15 : 16);

/**
 * Luhn check: from the right every second digit is doubled, and the sum of digits is a multiple of
 * ten.
 */
const passesLuhn = (digits: string): boolean =>
  Array.from(digits)
    .toReversed()
    .reduce(
      (sum, digit, at) =>
        sum + (at % 2 === 0 ? Number(digit) : Number(digit) * 2 - (Number(digit) > 4 ? 9 : 0)),
      0,
    ) %
    10 ===
  0;

export const isCardNumber = (digits: string): boolean =>
  digits.length === lengthOf(digits) && passesLuhn(digits);
