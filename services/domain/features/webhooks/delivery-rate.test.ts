import { expect, it } from 'vitest';
import { DeliveryRate } from './delivery-rate.ts';

const limits = { burst: { calls: 3, bytes: 1_000 }, second: { calls: 2, bytes: 100 } };

it('lets an account send at once what it may, makes it wait for the rest, and nobody else', () => {
  const rate = new DeliveryRate(limits);
  for (let call = 0; call < 5; call++) {
    expect([call, rate.waitMs('a', 0) > 0]).toEqual([call, call > 3]);
    rate.spend('a', 10, 0);
  }
  expect([rate.waitMs('a', 0), rate.waitMs('a', 500), rate.waitMs('b', 0)]).toEqual([
    1_000, 500, 0,
  ]);
  expect(rate.waitMs('a', 1_000)).toBe(0);
});

it('counts bytes of large calls', () => {
  const rate = new DeliveryRate(limits);
  rate.spend('a', 1_200, 0);
  expect([rate.waitMs('a', 0), rate.waitMs('a', 2_000), rate.waitMs('a', 60_000)]).toEqual([
    2_000, 0, 0,
  ]);
});

it('regains by the new time after the clock was put back', () => {
  const rate = new DeliveryRate(limits);
  for (let call = 0; call < 5; call++) rate.spend('a', 10, 1_000_000);
  expect([rate.waitMs('a', 0), rate.waitMs('a', 1_000)]).toEqual([1_000, 0]);
});

it('forgets accounts that have regained everything, whether or not anybody asks about them', () => {
  const rate = new DeliveryRate(limits);
  for (let n = 0; n < 10_000; n++) rate.spend(`account ${n}`, 10, n * 1_000);
  expect(rate.size).toBeLessThan(1_000);
  // None that has something to regain is forgotten.
  for (let n = 0; n < 3_000; n++)
    for (let call = 0; call < 5; call++) rate.spend(`late ${n}`, 10, 1e9);
  expect(rate.waitMs('late 0', 1e9)).toBe(1_000);
});
