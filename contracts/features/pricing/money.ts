import * as z from 'zod';

/**
 * The largest amount that can be sent, in whole units of a currency. A hundred and twenty of them,
 * counted in the smallest unit, are an exact integer also ten thousand times.
 */
export const MAX_AMOUNT = 100_000_000;

const WRITTEN = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/**
 * Converts an amount with at most two decimals (`19.9`) into integers of the smallest unit (1990),
 * digit by digit; undefined for a negative one, a third decimal or more than 12 digits.
 */
export function minorOf(amount: number): number | undefined {
  const [, whole, part = ''] = WRITTEN.exec(String(amount)) ?? [];
  return whole === undefined ? undefined : Number(`${whole}${part.padEnd(2, '0')}`);
}

/**
 * Converts integers of the smallest unit into an amount: the number that is written with these
 * digits.
 */
export function amountOf(minor: number): number {
  const digits = String(minor).padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** An amount that is known to have at most two decimals. @throws RangeError for any other */
export function minor(amount: number): number {
  const units = minorOf(amount);
  if (units === undefined) throw new RangeError(`${amount} is no amount of money`);
  return units;
}

/**
 * The quotient of two integers, rounded half up. Both are below 2^52 and not negative, the divisor
 * is even; only integers occur on the way.
 */
export function dividedRounded(dividend: number, divisor: number): number {
  const raised = dividend + divisor / 2;
  return (raised - (raised % divisor)) / divisor;
}

/** An amount of money as it is sent: not negative, two decimals at most. */
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
