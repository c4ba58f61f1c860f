import { newId } from '@hzm/contracts/core/ids';
import { io, type SocketOptions, type ManagerOptions, type Socket } from 'socket.io-client';
import { ask, type Product } from './product.ts';

/** Connections of each person, below the limit. */
const EACH = 80;

/**
 * Creates enough people to watch the product's table within the connection limits, each with their
 * own IP. @returns the options of the nth connection
 */
export async function crowd(
  product: Product,
  connections: number,
): Promise<(n: number) => Partial<ManagerOptions & SocketOptions>> {
  await ask(product, 'PUT', `/projects/${product.project}`, { isPublic: true });
  const people: Partial<ManagerOptions & SocketOptions>[] = [];
  while (people.length < Math.ceil(connections / EACH)) {
    const n = people.length;
    // Requests come from this machine, whose forwarded client IP is trusted.
    const extraHeaders = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` };
    const { token } = await ask<{ token: string }>(
      { address: product.address, headers: extraHeaders },
      'POST',
      '/auth/register',
      { name: 'Watcher', email: `watcher-${newId()}@example.com`, password: 'gizli-1' },
    );
    people.push({ auth: { token }, extraHeaders });
  }
  return n => people[n % people.length]!;
}

export const connect = (address: string, options: object): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(address, {
      ...options,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });

export async function openMany(
  count: number,
  open: (n: number) => Promise<Socket>,
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let at = 0; at < count; at += 50)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - at) }, (_, i) => open(at + i)),
      )),
    );
  return sockets;
}

/** Opens sockets that watch the product's table. */
export async function watchersOf(product: Product, count: number): Promise<Socket[]> {
  const watchers = await crowd(product, count);
  return openMany(count, async n => {
    const socket = await connect(product.address, watchers(n));
    await socket.emitWithAck('watch', { topic: `table:${product.table}` });
    return socket;
  });
}
