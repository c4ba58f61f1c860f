import { join } from 'node:path';
import type { Target } from './load.ts';
import { launch, type Program } from './program.ts';

const main = join(import.meta.dirname, '../../infra/server/main.ts');

export const BENCH_SECRET = 'a secret for benches only';

export const startProduct = (
  directory: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Program> =>
  launch(main, { HZM_DATA_DIR: directory, HZM_SECRET: BENCH_SECRET, ...environment });

/** A signed-in person and a table with the fields of `rowOf`. */
export interface Product extends Target {
  readonly project: string;
  readonly table: string;
  readonly token: string;
  /** Ids of the first rows. */
  readonly ids: string[];
}

const names = [
  'Ayşe',
  'Berna',
  'Cem',
  'Çağrı',
  'Dilek',
  'Emre',
  'Gül',
  'Işıl',
  'İbrahim',
  'Ömer',
  'Şule',
  'Ümit',
];
const towns = [
  'Adana',
  'Ankara',
  'Bursa',
  'Diyarbakır',
  'Eskişehir',
  'İstanbul',
  'İzmir',
  'Kırşehir',
  'Muğla',
  'Şanlıurfa',
];

/** Makes the nth row, about 200 bytes. */
export const rowOf = (
  n: number,
): { ad: string; il: string; no: number; tutar: number; not: string } => ({
  ad: `${names[n % 12]!} ${n}`,
  il: towns[(n * 7) % 10]!,
  no: n,
  tutar: ((n * 7919) % 100_000) / 100,
  not: `sipariş ${(n * 2654435761) % 1_000_003} teslim edildi`,
});

/** Returns a different id for each `n`. */
export const anyOf = (ids: readonly string[], n: number): string => ids[(n * 7919) % ids.length]!;

export async function ask<Data>(
  { address, headers }: Target,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const response = await fetch(`${address}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: Data };
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

export async function signUp(address: string): Promise<Product> {
  const { token, project } = await ask<{ token: string; project: { id: string } }>(
    { address, headers: {} },
    'POST',
    '/auth/register',
    { name: 'Bench', email: 'bench@example.com', password: 'gizli-1' },
  );
  const target = { address, headers: { authorization: `Bearer ${token}` } };
  const { table } = await ask<{ table: { id: string } }>(
    target,
    'POST',
    `/tables/project/${project.id}`,
    { name: 'Siparişler' },
  );
  for (const [name, type] of Object.entries({
    ad: 'string',
    il: 'string',
    no: 'number',
    tutar: 'number',
    not: 'text',
  }))
    await ask(target, 'POST', `/tables/${project.id}/${table.id}/fields`, { name, type });
  return { ...target, project: project.id, table: table.id, token, ids: [] };
}

/** Adds rows `from` to `to` by the thousand, and waits until they are readable. */
export async function seed(product: Product, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1000) {
    const { rows } = await ask<{ rows: { id: string }[] }>(
      product,
      'POST',
      `/data/table/${product.table}/rows/bulk`,
      { rows: Array.from({ length: Math.min(1000, to - n) }, (_, i) => rowOf(n + i)) },
    );
    if (product.ids.length < 100_000) product.ids.push(...rows.map(({ id }) => id));
  }
}
