import { ask, signUp, type Product } from '../product.ts';

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
const types = ['string', 'number', 'boolean', 'date', 'text'] as const;
type Type = (typeof types)[number];

/** Types of the table's twenty fields by name, four of each type. */
export const fields: Readonly<Record<string, Type>> = Object.fromEntries(
  Array.from({ length: 20 }, (_, i) => [`alan${i + 1}`, types[i % types.length]!]),
);

const value = (type: Type, n: number, at: number): unknown => {
  const mixed = (n * 7919 + at * 104_729) % 1_000_003;
  switch (type) {
    case 'string':
      return `${towns[mixed % towns.length]!} ${n}`;
    case 'number':
      return mixed;
    case 'boolean':
      return mixed % 2 === 0;
    case 'date':
      return new Date(Date.UTC(2020, 0, 1 + (mixed % 2000))).toISOString().slice(0, 10);
    case 'text':
      return `sipariş ${mixed} teslim edildi`;
  }
};

export const wideRow = (n: number): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, type], at) => [name, value(type, n, at)]));

export interface WideTable extends Product {
  readonly project: string;
}

/** Creates a person with a table of twenty fields and `rows` rows. */
export async function wideTable(address: string, rows: number): Promise<WideTable> {
  const product = await signUp(address);
  const { projects } = await ask<{ projects: { id: string }[] }>(product, 'GET', '/projects');
  const project = projects[0]!.id;
  const { table } = await ask<{ table: { id: string } }>(
    product,
    'POST',
    `/tables/project/${project}`,
    { name: 'Geniş' },
  );
  for (const [name, type] of Object.entries(fields))
    await ask(product, 'POST', `/tables/${project}/${table.id}/fields`, { name, type });
  for (let n = 0; n < rows; n += 1000)
    await ask(product, 'POST', `/data/table/${table.id}/rows/bulk`, {
      rows: Array.from({ length: Math.min(1000, rows - n) }, (_, i) => wideRow(n + i)),
    });
  return { ...product, table: table.id, project };
}
