import { describe, expect, it } from 'vitest';
import { readDecimalText, showDecimal } from './decimal-text.ts';

describe('decimal texts', () => {
  it('are read with the decimal sign and the groups of the language, then of the other one', () => {
    expect(
      ['1.234,5', '0,1', '1,234.5', '−7', '12 345', '1e5', 'x', ''].map(text =>
        readDecimalText(text, 'tr'),
      ),
    ).toEqual(['1234.5', '0.1', '1234.5', '-7', '12345', '1e5', undefined, undefined]);
    expect(readDecimalText('1,234', 'en')).toBe('1234');
    expect(readDecimalText('1,5', 'en')).toBe('1.5');
  });

  it('keep digits that no double holds', () => {
    const long = '12345678901234567890123,000000000000000000001';
    expect(readDecimalText(long, 'tr')).toBe(long.replace(',', '.'));
    expect(showDecimal('12345678901234567890.5', 'tr')).toBe('12.345.678.901.234.567.890,5');
  });

  it('are shown rounded, with a minus sign and an exponent', () => {
    expect(showDecimal('-1234.5678', 'tr', 2)).toBe('−1.234,57');
    expect(showDecimal('1.5e-60', 'en')).toBe('1.5e−60');
    expect(showDecimal('2', 'en', 3)).toBe('2');
  });
});
