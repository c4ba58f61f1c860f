import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Networks that no request of a stranger may reach: IANA's special-purpose registries. */
const NOT_PUBLIC: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure answers its machines here, as others do at 169.254.169.254.
  ['168.63.129.16', 32],
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

/**
 * Returns the addresses of this machine. What listens there may be closed to others by a firewall,
 * which connections of the machine with itself do not pass.
 */
export const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces()).flatMap(list => list?.map(({ address }) => address) ?? []),
  );

/** Ports of other protocols, whose servers may act on lines of a request's body. */
const OTHER_PROTOCOLS: ReadonlySet<number> = new Set([
  7, 9, 11, 13, 17, 19, 20, 21, 22, 23, 25, 37, 53, 69, 79, 110, 111, 113, 119, 123, 135, 137, 139,
  143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 532, 540, 548, 554, 563, 587, 601, 636,
  989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665,
  6666, 6667, 6668, 6669, 6697, 11211,
]);
/** Whether a port may be one of HTTP; an empty text is the usual one of its protocol. */
export const isWebPort = (port: string): boolean => !OTHER_PROTOCOLS.has(Number(port));

/** Whether a name may be one of the public DNS: of two words at least, in no private zone. */
export const isPublicName = (name: string): boolean =>
  /[^.]\.[^.]+\.?$/.test(name) && !/\.(?:localhost|local|internal|home\.arpa)\.?$/i.test(name);
