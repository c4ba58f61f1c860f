import { BlockList, isIP } from 'node:net';

/** Networks that no request of a stranger may reach: IANA's special-purpose registries. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Networks within the global unicast addresses of IPv6 that lead elsewhere or nowhere. */
const NOT_PUBLIC_6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();
for (const [network, prefix] of NOT_PUBLIC) refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of NOT_PUBLIC_6) refused.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address is public. All IPv6 beyond global unicast is refused, and with it IPv4 in
 * any IPv6 form.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refused.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}

/** Whether a name may be one of the public DNS: of two words at least, in no private zone. */
export const isPublicName = (name: string): boolean =>
  /[^.]\.[^.]+\.?$/.test(name) && !/\.(?:localhost|local|internal|home\.arpa)\.?$/i.test(name);
