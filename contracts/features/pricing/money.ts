import * as z from 'zod';

/**
 * Maximum amount, in whole units of a currency: 120 of them in the smallest unit, times ten
 * thousand, are still an exact integer.
 */
export const MAX_AMOUNT = 100_000_000;

const WRITTEN = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Converts an amount with at most two decimals (`19.9`) into integers of the smallest unit (1990),
 * digit by digit; undefined if negative, with a third decimal, or longer than 12 digits.
 */
export function minorOf(amount: number): number | undefined {
  const [, whole, part = ''] = WRITTEN.exec(String(amount)) ?? [];
  return whole === undefined ? undefined : Number(`${whole}${part.padEnd(2, '0')}`);
}

/** Converts the smallest unit into an amount written with the same digits. */
export function amountOf(minor: number): number {
  const digits = String(minor).padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/**
 * Converts an amount into the smallest unit.
 * @throws RangeError if it has more than two decimals or is negative
 */
export function minor(amount: number): number {
  const units = minorOf(amount);
  if (units === undefined) throw new RangeError(`${amount} is no amount of money`);
  return units;
}

/**
 * Divides two non-negative integers below 2^52 and rounds half up. The divisor is even; all
 * intermediate results are integers.
 */
export function dividedRounded(dividend: number, divisor: number): number {
  const raised = dividend + divisor / 2;
  return (raised - (raised % divisor)) / divisor;
}

/** An amount of money on the wire: not negative, at most two decimals. */
export const Money = z
  .number()
  .min(0)
  .max(MAX_AMOUNT)
  .refine(
    amount => minorOf(amount) !== undefined || amount < 0 || amount > MAX_AMOUNT,
    'money-decimals',
  )
  .meta({ description: 'A decimal number with at most two decimals' });

export const Currency = z.enum(['TL', 'USD', 'EUR']);
export type Currency = z.output<typeof Currency>;
