import { isIPv6 } from 'node:net';

/**
 * Returns the IP that counts as one caller: all of IPv4, the first 64 bits of IPv6, because one
 * connection has all addresses behind them.
 */
export function ipRateLimitKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [head, tail] = ip.split('::').map(half => half.split(':').filter(Boolean)) as [
    string[],
    string[]?,
  ];
  const zeros = tail ? 8 - head.length - tail.length : 0;
  return [...head, ...Array.from({ length: zeros }, () => '0'), ...(tail ?? [])]
    .slice(0, 4)
    .join(':');
}

/**
 * Returns a caller's networks: the first 48 and 32 bits of IPv6, 24 and 16 of IPv4.
 * @param key a result of `ipRateLimitKey`
 */
export function networksOf(key: string): {
  readonly network: string;
  readonly wideNetwork: string;
} {
  const separator = key.includes(':') ? ':' : '.';
  const first = (parts: number): string =>
    key.split(separator).slice(0, parts).join(separator) + separator;
  return { network: first(3), wideNetwork: first(2) };
}
