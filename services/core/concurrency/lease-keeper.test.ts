import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LeaseKeeper } from './lease-keeper.ts';

/** A lease whose answers can be delayed. */
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

it('LeaseKeeper holds a lease exclusively until it is released or expires', async () => {
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

it('LeaseKeeper counts the lease from the request, however late the answer', async () => {
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

it('LeaseKeeper stays released when a renewal was in flight', async () => {
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
