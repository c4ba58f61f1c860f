import type { IncomingMessage } from 'node:http';

const LOOPBACK_PEER = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
/** Headers that proxies add. */
const PROXIED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
];

/**
 * Whether a program on this machine sends the request, without a proxy. The peer's IP alone proves
 * nothing: a page can reach loopback by DNS rebinding, but cannot make the browser send another
 * `Host`.
 */
export const isLocal = ({
  socket,
  headers,
}: Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
}): boolean =>
  LOOPBACK_PEER.test(socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(headers.host ?? '') &&
  !PROXIED.some(name => Object.hasOwn(headers, name));
