import { describe, expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

const { signal } = new AbortController();
const timed = async (work: Promise<void>): Promise<number> => {
  const began = performance.now();
  await work;
  return performance.now() - began;
};

describe('Backoff', () => {
  it('doubles its pause until it is reset', async () => {
    const backoff = new Backoff();
    for (let n = 0; n < 3; n++) await backoff.wait(signal);
    expect(await timed(backoff.wait(signal))).toBeGreaterThan(390);
    backoff.reset();
    expect(await timed(backoff.wait(signal))).toBeLessThan(790);
  });

  it('ends a pause immediately when cut or aborted', async () => {
    const backoff = new Backoff();
    for (let n = 0; n < 4; n++) await backoff.wait(signal);
    const cut = timed(backoff.wait(signal));
    backoff.cut();
    expect(await cut).toBeLessThan(400);
    expect(await timed(backoff.wait(AbortSignal.abort()))).toBeLessThan(400);
  });
});
