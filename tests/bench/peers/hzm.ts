import { anyOf, rowOf, seed, signUp, startProduct } from '../product.ts';
import { mebibytes } from '../program.ts';
import { digits, ROWS, type Peer } from './peer.ts';

/** Starts HZM as `npm start` does. */
export async function hzm(directory: string): Promise<Peer> {
  const program = await startProduct(directory);
  const product = await signUp(program.address);
  await seed(product, 0, ROWS);
  const data = `/api/v1/data/table/${product.table}`;
  return {
    name: 'HZM',
    target: product,
    asks: {
      create: n => ({ method: 'POST', path: `${data}/rows`, body: rowOf(ROWS + n) }),
      update: n => ({
        method: 'PUT',
        path: `${data}/rows/${anyOf(product.ids, n)}`,
        body: { tutar: n + 0.5 },
      }),
      'read one': n => ({ method: 'GET', path: `${data}/rows/${anyOf(product.ids, n)}` }),
      'list 50': () => ({ method: 'GET', path: `${data}?limit=50&count=none` }),
      contains: n => ({
        method: 'GET',
        path: `${data}?limit=50&count=none&filter[not]=${digits(n)}`,
      }),
    },
    memory: () => mebibytes(program),
    stop: () => program.stop(),
  };
}
