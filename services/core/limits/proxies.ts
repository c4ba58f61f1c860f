import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import { TLSSocket } from 'node:tls';

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

/** Returns the first value of a forwarding header, which is the client's. */
const firstOf = (header: string | string[] | undefined): string | undefined =>
  [header ?? []].flat().join(',').split(',')[0]!.trim() || undefined;

/**
 * Whether a request comes from a page of this server, or from no page: its `Origin` is the origin
 * that it addressed, by scheme, host and port. Forwarding headers count from trusted peers only.
 */
export function isOwnOrigin({ headers, socket }: IncomingMessage, trusts: Trust): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  const isTrusted = trusts(socket.remoteAddress ?? '');
  const told = (header: string | string[] | undefined) => (isTrusted ? firstOf(header) : undefined);
  const scheme =
    told(headers['x-forwarded-proto']) ?? (socket instanceof TLSSocket ? 'https' : 'http');
  const addressed = `${scheme}://${told(headers['x-forwarded-host']) ?? headers.host}`;
  return (
    URL.canParse(origin) &&
    URL.canParse(addressed) &&
    new URL(origin).origin === new URL(addressed).origin
  );
}
