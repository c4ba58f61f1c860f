// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenReachable } from './when-reachable.ts';

const onLine = vi.spyOn(navigator, 'onLine', 'get');

beforeEach(() => {
  vi.useFakeTimers();
  onLine.mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
});

it('whenReachable loads nothing until the browser is online', async () => {
  onLine.mockReturnValue(false);
  const load = vi.fn<() => Promise<string>>(async () => 'there');
  const loaded = whenReachable(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('there');
  expect(load).toHaveBeenCalledTimes(1);
});

it('whenReachable retries while the server does not answer, then throws the last error', async () => {
  const failed = new TypeError('Failed to fetch dynamically imported module');
  const load = vi
    .fn<() => Promise<string>>(async () => 'there')
    .mockRejectedValueOnce(failed)
    .mockRejectedValueOnce(failed);
  const loaded = whenReachable(load);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await loaded).toBe('there');

  const never = whenReachable(() => Promise.reject(failed));
  const told = never.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await told).toBe(failed);
});
