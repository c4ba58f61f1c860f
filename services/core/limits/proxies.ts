import { BlockList, isIP, isIPv4 } from 'node:net';

/** Whether forwarding headers from an IP are trusted. */
export type Trust = (address: string) => boolean;

/** Parses an IP or a subnet such as `10.0.0.0/8`; undefined if invalid. */
function parsed(
  text: string,
): readonly [net: string, prefix: number, type: 'ipv4' | 'ipv6'] | undefined {
  const [net = '', bits] = text.split('/');
  if (isIP(net) === 0) return undefined;
  const most = isIPv4(net) ? 32 : 128;
  const prefix = bits === undefined ? most : Number(bits);
  return /^\d{1,3}$/.test(bits ?? '0') && prefix <= most
    ? [net, prefix, isIPv4(net) ? 'ipv4' : 'ipv6']
    : undefined;
}

export const isNetwork = (text: string): boolean => parsed(text) !== undefined;

/**
 * Trusts these IPs and subnets.
 * @param networks each `isNetwork`
 */
export function trusting(networks: readonly string[]): Trust {
  const list = new BlockList();
  for (const network of networks) list.addSubnet(...parsed(network)!);
  return address => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
  };
}

/** Programs on this machine. */
export const LOOPBACK: readonly string[] = ['127.0.0.0/8', '::1'];
