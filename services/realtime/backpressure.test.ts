import { describe, expect, it } from 'vitest';
import { isSlow, waiting } from './backpressure.ts';

describe('what waits for a client', () => {
  it('is what the transport holds and what waits in front of it', () => {
    expect(waiting({ writeBuffer: [{ data: 'abc' }, { data: undefined }, {}], transport: { socket: { bufferedAmount: 10 } } })).toBe(13);
    // A polling transport has no socket of its own.
    expect(waiting({ writeBuffer: [{ data: 'abc' }], transport: {} })).toBe(3);
  });

  it('is too much beyond eight megabytes', () => {
    const holding = (bytes: number) => ({ writeBuffer: [], transport: { socket: { bufferedAmount: bytes } } });
    expect([isSlow(holding(8_000_000)), isSlow(holding(9_000_000))]).toEqual([false, true]);
  });
});
