import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { ask, rowOf, seed, signUp, startProduct } from './product.ts';

const ROWS = 1_000;

/**
 * Measures the permanent disk space of a change of two cells, in the log and, after a rebuild
 * without leftovers, in the views.
 */
export async function diskFigures(directory: string, changes: number): Promise<Figure[]> {
  const sizes = (): [log: number, views: number] => [
    statSync(join(directory, 'events.db')).size,
    statSync(join(directory, 'views.db')).size,
  ];
  const begun = await startProduct(directory);
  const product = await signUp(begun.address);
  await seed(product, 0, ROWS);
  await begun.stop();
  const before = sizes();

  const program = await startProduct(directory);
  const target = { ...product, address: program.address };
  const path = `/data/table/${product.table}/rows`;
  const change = async (n: number): Promise<void> => {
    const { ad, tutar } = rowOf(n + ROWS);
    await ask(target, 'PUT', `${path}/${product.ids[(n * 7919) % ROWS]!}`, { ad, tutar });
  };
  for (let n = 0; n < changes; n += 16)
    await Promise.all(Array.from({ length: Math.min(16, changes - n) }, (_, i) => change(n + i)));
  await program.stop();
  const after = sizes();
  return [
    {
      name: 'log, a change of two cells',
      value: (after[0] - before[0]) / changes,
      unit: 'bytes',
      target: { atMost: 475 },
      of: 'value',
    },
    {
      name: 'views, a change of two cells',
      value: (after[1] - before[1]) / changes,
      unit: 'bytes',
      target: { atMost: 750 },
      of: 'value',
    },
  ];
}
