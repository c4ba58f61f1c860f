import { expect, it, vi } from 'vitest';
import { Counter } from './counter.ts';

it('Counter counts each key separately until its window ends', () => {
  let now = 0;
  const counter = new Counter({ now: () => now });
  expect(counter.count('a', 2, 60)).toEqual({ limit: 2, remaining: 1, reset: 60, isOver: false });
  now = 59_999;
  expect(counter.count('a', 2, 60)).toEqual({ limit: 2, remaining: 0, reset: 1, isOver: false });
  expect(counter.count('a', 2, 60)).toEqual({ limit: 2, remaining: 0, reset: 1, isOver: true });
  expect(counter.count('b', 2, 60).remaining).toBe(1);
  now = 60_000;
  expect(counter.count('a', 2, 60)).toEqual({ limit: 2, remaining: 1, reset: 60, isOver: false });
});

it('Counter reads without counting and takes counts back', () => {
  const counter = new Counter({ now: () => 0 });
  counter.count('a', 5, 60);
  expect(counter.count('a', 5, 60, 0).remaining).toBe(4);
  expect(counter.count('a', 5, 60, -1).remaining).toBe(5);
  expect(counter.count('a', 5, 60, -1).remaining).toBe(5);
});

it('Counter starts no window for a read, but with the first count', () => {
  let now = 0;
  const counter = new Counter({ now: () => now });
  counter.count('a', 2, 60, 0);
  counter.count('a', 2, 60, -1);
  now = 59_000;
  expect(counter.count('a', 2, 60)).toEqual({ limit: 2, remaining: 1, reset: 60, isOver: false });
});

it('Counter.take counts only while there is room', () => {
  const counter = new Counter({ now: () => 0 });
  expect([1, 2, 3, 4].map(() => counter.take('a', 2, 60).isOver)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(counter.take('a', 3, 60)).toMatchObject({ remaining: 0, isOver: false });
});

it('Counter ends a window on time when the wall clock is set back by hours', () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  const counter = new Counter();
  counter.count('a', 1, 60);
  vi.setSystemTime(Date.now() - 12 * 3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(counter.count('a', 1, 60)).toMatchObject({ remaining: 0, isOver: false });
  vi.useRealTimers();
});

it('Counter never names more seconds than the window has', () => {
  // Here `now + 60_000 - now` is more than 60,000.
  const now = 254_074.4692933048;
  expect(new Counter({ now: () => now }).count('a', 2, 60).reset).toBe(60);
});
