import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AccountAllowances, Allowance } from './message-limit.ts';

// Time stands still, so that no tokens are refilled.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const accounts = new AccountAllowances();

function connection(account: string, by: 'session' | 'key'): Allowance {
  const allowance = new Allowance();
  allowance.share(accounts.of(account, by));
  return allowance;
}
/** Returns how many messages of a new connection are accepted. */
function taken(account: string, by: 'session' | 'key', isNonsense = false): number {
  const allowance = connection(account, by);
  return Array.from({ length: 1_100 }, () => allowance.take(isNonsense)).filter(Boolean).length;
}
const crowd = (account: string, by: 'session' | 'key'): number =>
  Array.from({ length: 20 }, () => taken(account, by)).reduce((sum, one) => sum + one);

it('keys of an account leave a fifth of its messages to sessions', () => {
  expect(crowd('a', 'key')).toBe(4_000);
  expect(crowd('a', 'session')).toBe(1_000);
  expect(crowd('b', 'session')).toBe(5_000);
  expect(crowd('b', 'key')).toBe(0);
});

it('a refused message costs no tokens', () => {
  expect(crowd('c', 'key')).toBe(4_000);
  // After twenty thousand refusals, a second later there is a second's worth.
  vi.advanceTimersByTime(1_000);
  expect(crowd('c', 'session')).toBe(1_500);
});

it('invalid messages count for their own connection only', () => {
  expect(Array.from({ length: 300 }, () => taken('d', 'key', true))).toEqual(
    Array.from({ length: 300 }, () => 20),
  );
  expect(crowd('d', 'session')).toBe(5_000);
});

it('a wall clock set back by hours silences nobody', () => {
  expect(crowd('e', 'session')).toBe(5_000);
  vi.setSystemTime(Date.now() - 12 * 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(crowd('e', 'session')).toBe(500);
});
