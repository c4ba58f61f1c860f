import { isIPv6 } from 'node:net';

/** Who counts as one caller: an IPv4 address, and of IPv6 the first 64 bits, because one connection has all the addresses behind them. */
export function ipRateLimitKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [head, tail] = ip.split('::').map(half => half.split(':').filter(Boolean)) as [string[], string[]?];
  const zeros = tail ? 8 - head.length - tail.length : 0;
  return [...head, ...Array.from({ length: zeros }, () => '0'), ...(tail ?? [])].slice(0, 4).join(':');
}
