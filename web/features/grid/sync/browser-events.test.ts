// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { listenToBrowser } from './browser-events.ts';

it('tells of the network, of written and of removed entries, until it is stopped', () => {
  const [onOnline, onRemoved] = [vi.fn<() => void>(), vi.fn<(key: string | null) => void>()];
  const onKept = vi.fn<(key: string) => void>();
  const stop = listenToBrowser({ onOnline, onKept, onRemoved });
  const happen = (): void => {
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new StorageEvent('storage', { key: 'gone', newValue: null }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'written', newValue: 'x' }));
  };
  happen();
  stop();
  happen();
  expect(onOnline).toHaveBeenCalledTimes(1);
  expect(onKept.mock.calls).toEqual([['written']]);
  expect(onRemoved.mock.calls).toEqual([['gone']]);
});
