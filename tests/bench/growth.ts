import { median, type Figure } from './figure.ts';
import { load, type Ask } from './load.ts';
import { rowOf, seed, type Product } from './product.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;

/** Measures the slowdown of a table from ten thousand rows to a million. */
export async function growthFigures(product: Product, seconds: number): Promise<Figure[]> {
  const data = `/api/v1/data/table/${product.table}`;
  const asks: readonly (readonly [string, Ask])[] = [
    ['create', n => ({ method: 'POST', path: `${data}/rows`, body: rowOf(n) })],
    [
      'read one',
      n => ({
        method: 'GET',
        path: `${data}/rows/${product.ids[(n * 7919) % product.ids.length]!}`,
      }),
    ],
    ['list 50', () => ({ method: 'GET', path: `${data}?limit=50&count=none` })],
    [
      'list 50 by a number, filtered',
      n => ({
        method: 'GET',
        path: `${data}?limit=50&count=none&sort=tutar&order=desc&filter[il]=${['adana', 'kirsehir', 'izmir'][n % 3]!}`,
      }),
    ],
  ];
  const measured = async (): Promise<number[]> => {
    const times: number[] = [];
    for (const [, ask] of asks) {
      const rounds: number[] = [];
      for (let round = 0; round < 3; round++)
        rounds.push((await load(product, 16, seconds, ask)).perSecond);
      times.push(median(rounds));
    }
    return times;
  };
  await seed(product, 0, SMALL);
  const small = await measured();
  await seed(product, SMALL, LARGE);
  const large = await measured();
  return asks.map(([name], i) => ({
    name: `${name}: time at 1M rows to time at 10k`,
    value: small[i]! / large[i]!,
    unit: '×',
    ...(i < 3 && { target: { atMost: 1.5 }, of: 'value' as const }),
    more: { small: small[i]!, large: large[i]! },
  }));
}
