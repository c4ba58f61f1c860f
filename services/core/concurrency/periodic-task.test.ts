import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PeriodicTask } from './periodic-task.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('PeriodicTask runs immediately and periodically, one run at a time, and ends when stopped', async () => {
  let [begun, ended] = [0, 0];
  const repetition = new PeriodicTask(async () => {
    begun++;
    await new Promise(resolve => {
      setTimeout(resolve, begun === 2 ? 25 : 0);
    });
    ended++;
  }, 10);
  const first = repetition.start();
  await vi.advanceTimersByTimeAsync(0);
  await first;
  expect([begun, ended]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(30);
  expect([begun, ended]).toEqual([2, 1]);
  const stopped = repetition.stop().then(() => [begun, ended]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await stopped).toEqual([2, 2]);
  expect([begun, ended]).toEqual([2, 2]);
});
