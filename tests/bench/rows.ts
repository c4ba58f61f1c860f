import { median, type Figure } from './figure.ts';
import { load, type Ask, type Load, type Target } from './load.ts';
import { anyOf, ask, rowOf, type Product } from './product.ts';

export interface Pair {
  readonly product: Product;
  readonly ceiling: Target & { readonly ids: readonly string[] };
}

/** Duration, repetitions and connections of a measure. */
export interface Effort {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: readonly number[];
}

interface Measure {
  readonly name: string;
  readonly product: Ask;
  readonly ceiling: Ask;
  readonly atLeast?: number;
  /** Whether to report the slowest ones, too. */
  readonly isWrite?: true;
}

function measures({ product, ceiling }: Pair): Measure[] {
  const data = `/api/v1/data/table/${product.table}`;
  const later = (n: number) => ({ tutar: n + 0.5 });
  return [
    {
      name: 'create',
      atLeast: 0.35,
      isWrite: true,
      product: n => ({ method: 'POST', path: `${data}/rows`, body: rowOf(n) }),
      ceiling: n => ({ method: 'POST', path: '/rows', body: rowOf(n) }),
    },
    {
      name: 'update',
      atLeast: 0.35,
      isWrite: true,
      product: n => ({
        method: 'PUT',
        path: `${data}/rows/${anyOf(product.ids, n)}`,
        body: later(n),
      }),
      ceiling: n => ({ method: 'PUT', path: `/rows/${anyOf(ceiling.ids, n)}`, body: later(n) }),
    },
    {
      name: 'read one',
      atLeast: 0.6,
      product: n => ({ method: 'GET', path: `${data}/rows/${anyOf(product.ids, n)}` }),
      ceiling: n => ({ method: 'GET', path: `/rows/${anyOf(ceiling.ids, n)}` }),
    },
    {
      name: 'list 50 of 100k',
      atLeast: 0.8,
      product: () => ({ method: 'GET', path: `${data}?limit=50&count=none` }),
      ceiling: () => ({ method: 'GET', path: '/page' }),
    },
    // Different requests, because an unchanged page is cached.
    {
      name: 'list 50 of 100k, elsewhere each time',
      product: n => ({
        method: 'GET',
        path: `${data}?limit=50&count=none&sort=no&filter[no][gte]=${(n * 7919) % 100_000}`,
      }),
      ceiling: n => ({ method: 'GET', path: `/page?from=${anyOf(ceiling.ids, n)}` }),
    },
    {
      name: 'substring, page 10 of 100k',
      atLeast: 5,
      product: n => ({
        method: 'GET',
        path: `${data}?limit=50&page=10&count=none&filter[not]=${100 + (n % 900)}`,
      }),
      ceiling: n => ({ method: 'GET', path: `/scan?q=${100 + (n % 900)}` }),
    },
  ];
}

/**
 * Measures product and ceiling in turns, so that a disturbance affects both; returns the median
 * round.
 */
async function byTurns(
  { product, ceiling }: Pair,
  { product: ours, ceiling: theirs }: Measure,
  connections: number,
  { seconds, rounds }: Effort,
): Promise<{ ours: Load; theirs: Load }> {
  const results: { ours: Load; theirs: Load; ratio: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await load(ceiling, connections, seconds, theirs);
    const own = await load(product, connections, seconds, ours);
    results.push({ ours: own, theirs: bare, ratio: own.perSecond / bare.perSecond });
  }
  const middle = median(results.map(({ ratio }) => ratio));
  return results.find(({ ratio }) => ratio === middle)!;
}

export async function rowFigures(
  pair: Pair,
  effort: Effort,
  wanted: (name: string) => boolean,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const measure of measures(pair).filter(({ name }) => wanted(name))) {
    for (const connections of effort.connections) {
      const { ours, theirs } = await byTurns(pair, measure, connections, effort);
      figures.push({
        name: `${measure.name}, ${connections} ${connections === 1 ? 'connection' : 'connections'}`,
        value: ours.perSecond,
        unit: '/s',
        ceiling: theirs.perSecond,
        ...(connections === 16 &&
          measure.atLeast !== undefined && { target: { atLeast: measure.atLeast } }),
        more: { p50: ours.p50, p99: ours.p99, ceilingP50: theirs.p50 },
      });
      if (measure.isWrite && connections === 16)
        figures.push({
          name: `${measure.name}, p99 to p50`,
          value: ours.p99 / Math.max(1, ours.p50),
          unit: '×',
          target: { atMost: 4 },
          of: 'value',
          more: { p50: ours.p50, p99: ours.p99 },
        });
    }
  }
  if (wanted('bulk')) figures.push(await bulk(pair.product, effort.rounds));
  return figures;
}

async function bulk(product: Product, rounds: number): Promise<Figure> {
  const times: number[] = [];
  for (let round = 0; round < rounds * 3; round++) {
    const started = performance.now();
    await ask(product, 'POST', `/data/table/${product.table}/rows/bulk`, {
      rows: Array.from({ length: 1000 }, (_, i) => rowOf(i)),
    });
    times.push(performance.now() - started);
  }
  return {
    name: 'bulk of 1,000 rows',
    value: 1_000 / (median(times) / 1_000),
    unit: 'rows/s',
    target: { atLeast: 25_000 },
    of: 'value',
    more: { ms: median(times) },
  };
}
