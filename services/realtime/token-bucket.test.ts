import { describe, expect, it } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

const takes = (allowance: TokenBucket, times: number, at: number, isNonsense = false): number =>
  Array.from({ length: times }, () => allowance.take(at, isNonsense)).filter(Boolean).length;

describe('TokenBucket', () => {
  it('allows a burst of a thousand and then a hundred a second', () => {
    const allowance = new TokenBucket(0);
    expect(takes(allowance, 1_000, 0)).toBe(1_000);
    expect(takes(allowance, 100, 1_000)).toBe(100);
    expect(takes(allowance, 1, 1_000)).toBe(0);
  });

  it('is soon exhausted by invalid messages', () => {
    expect(takes(new TokenBucket(0), 100, 0, true)).toBe(20);
  });
});
