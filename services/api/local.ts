import type { IncomingMessage } from 'node:http';

const LOOPBACK_PEER = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(?::\d{1,5})?$/i;
/** What a proxy adds to a request that it passes on. */
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
 * Whether a program on this machine asks this machine, with no proxy between. The connection alone
 * does not say so: a page that a browser here
 * has open reaches loopback under its own name once that name resolves to 127.0.0.1 (DNS
 * rebinding), but cannot make the browser send another `Host`.
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
