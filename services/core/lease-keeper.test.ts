import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LeaseKeeper } from './lease-keeper.ts';

/** One lease; `answers` says when it is told who has it. */
function table() {
  let held: { holder: string; until: number } | undefined;
  let answers = Promise.resolve();
  return {
    holder: () => (held && held.until > performance.now() ? held.holder : undefined),
    slow: (until: Promise<void>) => {
      answers = until;
    },
    lease: {
      take: async (holder: string, milliseconds: number) => {
        await answers;
        if (held && held.holder !== holder && held.until > performance.now()) return false;
        held = { holder, until: performance.now() + milliseconds };
        return true;
      },
      release: async (holder: string) => {
        if (held?.holder === holder) held = undefined;
      },
      close: async () => undefined,
    },
  };
}

const failed = (error: unknown): never => {
  throw error;
};
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('is held by one, and by another once it is given up or ran out', async () => {
  const { lease } = table();
  const [first, second] = [new LeaseKeeper(lease, failed), new LeaseKeeper(lease, failed)];
  await first.start();
  await second.start();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([first.isHeld, second.isHeld]).toEqual([true, false]);
  await first.close();
  expect(first.isHeld).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(second.isHeld).toBe(true);
});

it('is not held longer than it was given, however late the answer came', async () => {
  const { lease, slow } = table();
  const keeper = new LeaseKeeper(lease, failed);
  const { promise, resolve } = Promise.withResolvers<void>();
  slow(promise);
  const started = keeper.start();
  await vi.advanceTimersByTimeAsync(4_000);
  resolve();
  await started;
  expect(keeper.isHeld).toBe(true);
  slow(new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(keeper.isHeld).toBe(false);
});

it('stays given up when a renewal was under way', async () => {
  const { lease, slow, holder } = table();
  const keeper = new LeaseKeeper(lease, failed);
  await keeper.start();
  const { promise, resolve } = Promise.withResolvers<void>();
  slow(promise);
  await vi.advanceTimersByTimeAsync(1_500);
  const closed = keeper.close();
  resolve();
  await closed;
  expect([keeper.isHeld, holder()]).toEqual([false, undefined]);
});
