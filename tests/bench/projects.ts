import { median, type Figure } from './figure.ts';
import { ask, type Product } from './product.ts';

const FEW = 10;
const MANY = 500;

/**
 * Measures the slowdown of the list of projects when there are many: time to the first page, and to
 * all.
 */
export async function projectFigures(product: Product, rounds: number): Promise<Figure[]> {
  const first = (): Promise<unknown> => ask(product, 'GET', '/projects?limit=50');
  const all = (): Promise<unknown> => ask(product, 'GET', '/projects?limit=10000');
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < rounds * 20; i++) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
    return median(times);
  };
  const grow = async (to: number): Promise<void> => {
    const { pagination } = await ask<{ pagination: { total: number } }>(
      product,
      'GET',
      '/projects?limit=1',
    );
    for (let n = pagination.total; n < to; n++)
      await ask(product, 'POST', '/projects', {
        name: `Proje ${n}`,
        description: 'Depo, siparişler ve müşteriler',
      });
  };
  await grow(FEW);
  await timed(first);
  const few = await timed(first);
  await grow(MANY);
  const [many, whole] = [await timed(first), await timed(all)];
  return [
    {
      name: `first answer of ${MANY} projects to that of ${FEW}`,
      value: many / few,
      unit: '×',
      target: { atMost: 1.5 },
      of: 'value',
      more: { few, many },
    },
    { name: `all of ${MANY} projects`, value: whole, unit: 'ms' },
  ];
}
