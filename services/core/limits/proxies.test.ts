import { expect, it } from 'vitest';
import { isNetwork, LOOPBACK, trusting } from './proxies.ts';

it('isNetwork accepts IPs and subnets', () => {
  expect(['10.0.0.0/8', '::1', 'fd00::/8', '192.0.2.1'].every(isNetwork)).toBe(true);
  expect(
    ['', 'proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0/8', '::1/129', '10.0.0.0/x'].some(isNetwork),
  ).toBe(false);
});

it('trusting matches IPs within its networks in any notation', () => {
  const trusts = trusting([...LOOPBACK, '172.16.0.0/12', 'fd00::/8']);
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.9', '172.20.1.2', 'fd12::1'].map(trusts)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(['172.32.0.1', '::ffff:10.0.0.1', 'fe80::1', 'unknown', ''].map(trusts)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
