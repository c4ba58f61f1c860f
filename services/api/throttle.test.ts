import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import type { LimitStore } from '../core/ports/limit-store.ts';
import { KnownAddresses } from '../core/security/known-addresses.ts';
import { Throttle } from './throttle.ts';

/** No IP is known. */
const nobody = new KnownAddresses(
  { seen: () => ({ at: '', uses: [] }), of: async () => new Map<string, never>() },
  () => createSecretKey(Buffer.alloc(32)),
);
const newThrottle = (requestsPerMinute = 0): Throttle => new Throttle(0, requestsPerMinute, nobody);
const admitted = async (
  times: number,
  ask: () => Promise<{ readonly isOver: boolean } | undefined>,
): Promise<number> => {
  const all = await Promise.all(Array.from({ length: times }, ask));
  return all.filter(status => status?.isOver !== true).length;
};

it("Throttle leaves sessions a fifth of the account's requests, however many its keys send", async () => {
  const throttle = newThrottle(100);
  expect(await admitted(1_000, () => throttle.account('a', true))).toBe(80);
  expect(await admitted(1_000, () => throttle.account('a', false))).toBe(20);
});

it("Throttle leaves sessions a fifth of the account's messages, however many its keys send", async () => {
  const throttle = newThrottle();
  const [one, two, session] = ['k1', 'k2', 'a'].map(member => ({ account: 'a', member }));
  const byKeys = [];
  for (const key of [one!, two!]) byKeys.push(await admitted(1_000, () => throttle.message(key)));
  expect(byKeys).toEqual([60, 36]);
  expect(await admitted(1_000, () => throttle.message(session!))).toBe(24);
});

it('Throttle remembers failed passwords through floods of other requests', async () => {
  const throttle = newThrottle();
  const { guesses } = throttle;
  const shown = { subject: 'account a', by: '192.0.2.1', address: '192.0.2.1' };
  for (let n = 0; n < 11; n++) await guesses.begin(shown);
  for (let n = 0; n < 100_001; n++) await throttle.unauthenticated(`${n}`);
  for (let n = 0; n < 100_001; n++) await guesses.refusesSocket(`${n}`, `address ${n}`, false);
  expect((await guesses.begin(shown)).own?.isOver).toBe(true);
});

it('Throttle tells the store nothing of the keys that an address invents after its fifty', async () => {
  const told = new Set<string>();
  const store: LimitStore = {
    exchange: async ({ key, want, spent }) => {
      told.add(key);
      return { lent: want, used: key.startsWith('headers') ? 51 : spent + want, end: 1, left: 1e6 };
    },
    close: async () => undefined,
  };
  const { guesses } = new Throttle(0, 0, nobody, store);
  for (let n = 0; n < 200; n++) await guesses.headers(`invented ${n}`, '192.0.2.1', true);
  expect([...told]).toEqual(['headers from 192.0.2.1']);
});
