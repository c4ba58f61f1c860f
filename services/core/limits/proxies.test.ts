import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isNetwork, isOwnOrigin, LOOPBACK, trusting } from './proxies.ts';

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

describe('isOwnOrigin', () => {
  const proxied = { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' };

  it.each<[string | undefined, string, Record<string, string>, boolean]>([
    [undefined, '203.0.113.7', { host: 'a.example' }, true],
    ['http://a.example', '203.0.113.7', { host: 'a.example' }, true],
    ['http://a.example', '203.0.113.7', { host: 'a.example:80' }, true],
    ['http://localhost:3000', '127.0.0.1', { host: 'localhost:3000' }, true],
    ['https://a.example', '203.0.113.7', { host: 'a.example' }, false],
    ['http://b.example', '203.0.113.7', { host: 'a.example' }, false],
    ['http://localhost:3001', '127.0.0.1', { host: 'localhost:3000' }, false],
    ['http://a.example.evil.example', '203.0.113.7', { host: 'a.example' }, false],
    ['null', '203.0.113.7', { host: 'a.example' }, false],
    ['', '203.0.113.7', { host: 'a.example' }, false],
    ['http://a.example', '203.0.113.7', {}, false],
    ['https://a.example', '127.0.0.1', { host: '127.0.0.1:3000', ...proxied }, true],
    ['https://a.example', '127.0.0.1', { host: 'a.example', 'x-forwarded-proto': 'https' }, true],
    ['http://a.example', '127.0.0.1', { host: '127.0.0.1:3000', ...proxied }, false],
    ['http://127.0.0.1:3000', '127.0.0.1', { host: '127.0.0.1:3000', ...proxied }, false],
    ['https://a.example', '203.0.113.7', { host: 'b.example', ...proxied }, false],
    ['https://a.example', '203.0.113.7', { host: 'a.example', ...proxied }, false],
  ])('%s from %s with %j: %s', (origin, remoteAddress, sent, own) => {
    const headers = { ...sent, ...(origin !== undefined && { origin }) };
    const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
    expect(isOwnOrigin(request, trusting(LOOPBACK))).toBe(own);
  });
});
