import { LOOPBACK, trusting } from '@hzm/services/core/limits/proxies';
import { describe, expect, it } from 'vitest';
import { addressOf } from './handshake.ts';

describe('addressOf', () => {
  it.each<[string, string | string[] | undefined, string]>([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::1', '10.9.8.7, 198.51.100.1', '198.51.100.1'],
    ['::ffff:127.0.0.1', ['a', 'b'], 'b'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1, 203.0.113.7, 127.0.0.9', '203.0.113.7'],
    ['127.0.0.1', '127.0.0.2', '127.0.0.2'],
  ])('%s, forwarded for %j: %s', (peer, forwardedFor, address) => {
    expect(addressOf(peer, forwardedFor, trusting(LOOPBACK))).toBe(address);
  });
});
