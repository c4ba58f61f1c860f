import { expect, it } from 'vitest';
import { ipRateLimitKey, networksOf } from './ip-rate-limit-key.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('%s belongs to %s', (ip, expected) => {
  expect(ipRateLimitKey(ip)).toBe(expected);
});

it.each([
  ['192.0.2.7', '192.0.2.', '192.0.'],
  ['2001:db8:1:2', '2001:db8:1:', '2001:db8:'],
])('%s is in the network %s and the wider network %s', (key, network, wideNetwork) => {
  expect(networksOf(key)).toEqual({ network, wideNetwork });
});
