import type { SocketOptions, ManagerOptions } from 'socket.io-client';
import { ask, type Product } from './product.ts';

/** Below what one person may have. */
const EACH = 80;

/** People who may watch the product's table, each from an address of their own, so many that none has more connections than anybody may. Answers how the nth connects. */
export async function crowd(product: Product, connections: number): Promise<(n: number) => Partial<ManagerOptions & SocketOptions>> {
  await ask(product, 'PUT', `/projects/${product.project}`, { isPublic: true });
  const people: Partial<ManagerOptions & SocketOptions>[] = [];
  while (people.length < Math.ceil(connections / EACH)) {
    const n = people.length;
    // The bench comes from this machine, whose word for whom it asks is believed.
    const extraHeaders = { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` };
    const { token } = await ask<{ token: string }>({ address: product.address, headers: extraHeaders }, 'POST', '/auth/register', { name: 'Watcher', email: `watcher${n}@example.com`, password: 'gizli-1' });
    people.push({ auth: { token }, extraHeaders });
  }
  return n => people[n % people.length]!;
}
