import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

describe('formatMoney', () => {
  it('formats every currency in both languages', () => {
    expect(formatMoney(129_950, 'TL', 'tr')).toBe('₺1.299,50');
    expect(formatMoney(129_950, 'TL', 'en')).toBe('₺1,299.50');
    expect(formatMoney(19_900, 'TL', 'tr')).toBe('₺199');
    expect(formatMoney(1_999, 'USD', 'en')).toBe('$19.99');
    expect(formatMoney(5, 'EUR', 'tr')).toBe('€0,05');
    expect(formatMoney(0, 'TL', 'tr')).toBe('₺0');
    expect(formatMoney(-5_000, 'TL', 'tr')).toBe('-₺50');
  });

  it('keeps every digit', () => {
    expect(formatMoney(Number.MAX_SAFE_INTEGER, 'TL', 'en')).toBe('₺90,071,992,547,409.91');
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), minor => {
        const digits = formatMoney(minor, 'USD', 'en').replace(/\D/g, '');
        expect(Number(minor % 100 === 0 ? `${digits}00` : digits)).toBe(minor);
      }),
    );
  });
});
