// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLasting } from './use-lasting.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function Waiting({ busy }: { readonly busy: boolean }) {
  return useLasting(busy, 3_000) ? 'long' : 'short';
}

it('useLasting turns true after the delay and false as soon as the state ends', () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const show = (busy: boolean): string => {
    act(() => {
      root.render(<Waiting busy={busy} />);
    });
    return place.textContent;
  };
  const pass = (ms: number): string => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
    return place.textContent;
  };
  expect([show(true), pass(2_999), pass(1), show(false), show(true), pass(2_000)]).toEqual([
    'short',
    'short',
    'long',
    'short',
    'short',
    'short',
  ]);
  act(() => {
    root.unmount();
  });
});
