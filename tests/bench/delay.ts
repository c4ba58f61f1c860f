import { watchersOf } from './crowd.ts';
import type { Figure } from './figure.ts';
import { load } from './load.ts';
import { ask, rowOf, type Product } from './product.ts';

const WATCHERS = 100;

/**
 * Returns the event-loop delay of the main thread since the last call, in milliseconds: 99.9th
 * percentile and maximum.
 */
export async function delays({
  address,
}: Pick<Product, 'address'>): Promise<[p999: number, max: number]> {
  const text = await (await fetch(`${address}/api/v1/metrics`)).text();
  return [0.999, 1].map(
    share =>
      Number(
        new RegExp(`^hzm_event_loop_delay_seconds\\{quantile="${share}"\\} (\\S+)$`, 'm').exec(
          text,
        )![1],
      ) * 1000,
  ) as [number, number];
}

/** Measures the event-loop delay while rows change and a hundred sockets watch. */
export async function delayFigures(product: Product, seconds: number): Promise<Figure[]> {
  const sockets = await watchersOf(product, WATCHERS);
  await delays(product);
  await load(product, 16, seconds, n => ({
    method: 'PUT',
    path: `/api/v1/data/table/${product.table}/rows/${product.ids[(n * 7919) % product.ids.length]!}`,
    body: { tutar: n + 0.5 },
  }));
  const [p999, max] = await delays(product);
  for (const socket of sockets) socket.disconnect();
  return [
    {
      name: `event-loop delay, ${seconds} s of updates, ${WATCHERS} watchers, p99.9`,
      value: p999,
      unit: 'ms',
      target: { atMost: 20 },
      of: 'value',
    },
    { name: 'the same, maximum', value: max, unit: 'ms', target: { atMost: 50 }, of: 'value' },
  ];
}

/**
 * Measures a paste of ten thousand cells into existing rows, a thousand rows at a time, as the grid
 * sends them.
 */
export async function pasteFigure(product: Product, rounds: number): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    for (let from = 0; from < 2_000; from += 1_000) {
      const updates = product.ids
        .slice(from, from + 1_000)
        .map((id, i) => ({ id, values: rowOf(from + i + round + 1) }));
      await ask(product, 'POST', `/data/table/${product.table}/rows/bulk`, { updates });
    }
    times.push(performance.now() - started);
  }
  return {
    name: '10,000 cells pasted into 2,000 rows',
    value: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!,
    unit: 'ms',
    target: { atMost: 1_000 },
    of: 'value',
  };
}
