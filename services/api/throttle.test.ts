import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { KnownAddresses } from '../core/security/known-addresses.ts';
import { Throttle } from './throttle.ts';

/** No IP is known. */
const nobody = new KnownAddresses(
  { seen: () => ({ at: '', uses: [] }), of: async () => new Map<string, never>() },
  () => createSecretKey(Buffer.alloc(32)),
);
const newThrottle = (requestsPerMinute = 0): Throttle => new Throttle(0, requestsPerMinute, nobody);
const admitted = (times: number, ask: () => { readonly isOver: boolean } | undefined): number =>
  Array.from({ length: times }, ask).filter(status => status?.isOver !== true).length;

it("Throttle leaves sessions a fifth of the account's requests, however many its keys send", () => {
  const throttle = newThrottle(100);
  expect(admitted(1_000, () => throttle.account('a', true))).toBe(80);
  expect(admitted(1_000, () => throttle.account('a', false))).toBe(20);
});

it("Throttle leaves sessions a fifth of the account's messages, however many its keys send", () => {
  const throttle = newThrottle();
  const [one, two, session] = ['k1', 'k2', 'a'].map(member => ({ account: 'a', member }));
  const byKeys = [one!, two!].map(key => admitted(1_000, () => throttle.message(key)));
  expect(byKeys).toEqual([60, 36]);
  expect(admitted(1_000, () => throttle.message(session!))).toBe(24);
});

it('Throttle remembers failed passwords through floods of other requests', async () => {
  const throttle = newThrottle();
  const { guesses } = throttle;
  const shown = { subject: 'account a', by: '192.0.2.1', address: '192.0.2.1' };
  for (let n = 0; n < 11; n++) guesses.begin(shown);
  for (let n = 0; n < 100_001; n++) throttle.unauthenticated(`${n}`);
  for (let n = 0; n < 100_001; n++) await guesses.refusesSocket(`${n}`, `address ${n}`, false);
  expect(guesses.begin(shown).own?.isOver).toBe(true);
});
