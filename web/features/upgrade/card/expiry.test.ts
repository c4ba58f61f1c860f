import { describe, expect, it } from 'vitest';
import { expiryProblem, formatExpiry } from './expiry.ts';

describe('card expiry', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['12', '12'],
    ['12/', '12/'],
    ['122', '12/2'],
    ['1229', '12/29'],
    ['12/29', '12/29'],
    ['12/299', '12/29'],
    ['9', '09'],
    ['9/', '09/'],
    ['1/', '01/'],
    ['9/27', '09/27'],
    ['12/2029', '12/29'],
    ['122029', '12/29'],
    ['12 - 29', '12/29'],
    ['abc', ''],
  ])('%j is written %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
  });

  it('can be typed and deleted digit by digit', () => {
    let shown = '';
    for (const digit of '1228') shown = formatExpiry(shown + digit);
    expect(shown).toBe('12/28');
    for (let left = 5; left > 0; left--) shown = formatExpiry(shown.slice(0, -1));
    expect(shown).toBe('');
  });

  it.each([
    ['11/26', undefined],
    ['12/26', undefined],
    ['01/27', undefined],
    ['10/26', 'expired'],
    ['12/25', 'expired'],
    ['', 'expiry'],
    ['1', 'expiry'],
    ['13/27', 'expiry'],
    ['00/27', 'expiry'],
    ['1/27', 'expiry'],
  ] as const)('of %s in November 2026: %s', (expiry, problem) => {
    expect(expiryProblem(expiry, new Date(2026, 10, 30, 23, 59))).toBe(problem);
  });
});
