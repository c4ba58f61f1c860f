import type { Socket } from 'socket.io-client';
import { connect, crowd, openMany } from './crowd.ts';
import { percentile, type Figure } from './figure.ts';
import type { Target } from './load.ts';
import { ask, rowOf, type Product } from './product.ts';

/** Returns the milliseconds from the request until each socket has the message. */
async function times(
  sockets: readonly Socket[],
  rounds: number,
  send: () => Promise<unknown>,
): Promise<number[]> {
  const all: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const heard = Promise.all(
      sockets.map(
        socket =>
          new Promise<void>(resolve => {
            socket.once('changes', () => {
              all.push(performance.now() - started);
              resolve();
            });
          }),
      ),
    );
    await send();
    await heard;
  }
  return all;
}

const post = async ({ address }: Target, path: string, body: unknown): Promise<unknown> =>
  (
    await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();

/** Measures the latency of a write to one watcher and to a thousand. */
export async function pushFigures(
  product: Product,
  ceiling: Target,
  rounds: number,
): Promise<Figure[]> {
  const topic = `table:${product.table}`;
  const watchers = await crowd(product, 1_000);
  const watcher = async (n: number): Promise<Socket> => {
    const socket = await connect(product.address, watchers(n));
    await socket.emitWithAck('watch', { topic });
    return socket;
  };
  let n = 0;
  const write = () => ask(product, 'POST', `/data/table/${product.table}/rows`, rowOf(n++));
  const message = {
    topic,
    position: '0'.repeat(20),
    at: new Date().toISOString(),
    changes: [
      {
        op: 'put',
        kind: 'row',
        id: 'a',
        version: 1,
        doc: rowOf(1),
        actor: { id: 'a', name: 'a' },
        requestId: 'r',
      },
    ],
  };

  const one = await openMany(1, watcher);
  await times(one, 50, write);
  const single = await times(one, rounds * 50, write);
  const thousand = await openMany(999, watcher);
  const bare = await openMany(1000, () => connect(ceiling.address, {}));
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds * 3; round++) {
    theirs.push(...(await times(bare, 5, () => post(ceiling, '/push', message))));
    ours.push(...(await times([...one, ...thousand], 5, write)));
  }
  for (const socket of [...one, ...thousand, ...bare]) socket.disconnect();
  return [
    {
      name: 'push to one watcher, p50',
      value: percentile(single, 50),
      unit: 'ms',
      target: { atMost: 3 },
      of: 'value',
    },
    { name: 'push to one watcher, p99', value: percentile(single, 99), unit: 'ms' },
    {
      name: 'push to 1,000 watchers, p50',
      value: percentile(ours, 50),
      unit: 'ms',
      ceiling: percentile(theirs, 50),
    },
    {
      name: 'push to 1,000 watchers, p99',
      value: percentile(ours, 99),
      unit: 'ms',
      ceiling: percentile(theirs, 99),
      target: { atMost: 1.5 },
    },
  ];
}
