import { isIPv6 } from 'node:net';

/**
 * Who counts as one caller: an IPv4 address, and of IPv6 the first 64 bits, because one connection
 * has all the addresses behind them.
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
 * The networks of a caller: of IPv6 the first 48 and 32 bits, of IPv4 the first 24 and 16. @param
 * key what `ipRateLimitKey` returned
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
