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
  const get = (query: string): ReturnType<Ask> => ({
    method: 'GET',
    path: `${data}?limit=50&${query}`,
  });
  const slowest: readonly (readonly [string, Ask])[] = [
    ['list', n => get(`page=${1 + (n % 100)}`)],
    // Rows that meet a condition are counted one by one.
    ['filter', n => get(`filter[tutar][gte]=${(n * 37) % 1000}`)],
    ['filter without a count', n => get(`count=none&filter[tutar][gte]=${(n * 37) % 1000}`)],
    ['filter by a part of a text', n => get(`filter[not]=${100 + ((n * 37) % 900)}`)],
    [
      'filter by a part of a text without a count',
      n => get(`count=none&filter[not]=${100 + ((n * 37) % 900)}`),
    ],
    ['sort', n => get(`sort=tutar,ad&page=${1 + (n % 100)}`)],
  ];
  /** The time within which 97.5 % of the answers to one reader come, in milliseconds. */
  const latest = async (): Promise<number[]> => {
    const times: number[] = [];
    for (const [, ask] of slowest) times.push((await load(product, 1, 3 * seconds, ask)).p97);
    return times;
  };
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
  const early = await latest();
  await seed(product, SMALL, LARGE);
  const large = await measured();
  const late = await latest();
  const slower = slowest.map(([name], i) => ({
    name: `${name}, p97.5: time at 1M rows to time at 10k`,
    // Answers are measured in whole milliseconds.
    value: Math.max(1, late[i]!) / Math.max(1, early[i]!),
    unit: '×',
    target: { atMost: 5 },
    of: 'value' as const,
    more: { small: early[i]!, large: late[i]! },
  }));
  const rates = asks.map(([name], i) => ({
    name: `${name}: time at 1M rows to time at 10k`,
    value: small[i]! / large[i]!,
    unit: '×',
    ...(i < 3 && { target: { atMost: 1.5 }, of: 'value' as const }),
    more: { small: small[i]!, large: large[i]! },
  }));
  return [...rates, ...slower];
}
