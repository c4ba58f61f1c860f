import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile, table, type Figure } from './figure.ts';
import { ask, signUp, startProduct, type Product } from './product.ts';

/*
 * Imports files of rows while another request writes single rows.
 * npm run bench:import [-- --rows=100000]
 */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const ROWS = Number(values.rows);
const WRITE_EVERY_MS = 20;
const LOOK_MS = 25;
/** Ticks of the kernel's clock in a second. */
const TICKS = 100;

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `alan ${i}`);
/** The nth row: texts and numbers in turn. */
const cells = (n: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    i % 2 === 0 ? `sipariş ${(n * (i + 3) * 7919) % 1_000_003}` : String((n * (i + 7)) % 100_000),
  );
const csv = (rows: number, count: number): string =>
  [names(count), ...Array.from({ length: rows }, (_, n) => cells(n, count))]
    .map(line => line.join(','))
    .join('\n');

interface Imported {
  readonly seconds: number;
  readonly tableId: string;
}

/** Imports a file into a new table; the time from the start to the last row. */
async function imported(product: Product, file: Blob, name: string): Promise<Imported> {
  const path = `/projects/${product.project}/row-imports`;
  const response = await fetch(`${product.address}/api/v1${path}?file_name=${name}`, {
    method: 'POST',
    headers: { ...product.headers, 'content-type': 'application/octet-stream' },
    body: file,
  });
  const { data } = (await response.json()) as { data: { import: { id: string } } };
  const { id } = data.import;
  const { preview } = await ask<{
    preview: { source: object; columns: { column: number; name: string; type: string }[] };
  }>(product, 'POST', `${path}/${id}/preview`, {});
  const columns = preview.columns.map(({ column, name: own, type }) => ({
    column,
    name: own,
    newField: { name: own, type },
    numbers: 'en',
    dates: 'ymd',
  }));
  const began = performance.now();
  const started = await ask<{ import: { tableId: string } }>(
    product,
    'POST',
    `${path}/${id}/start`,
    { source: preview.source, target: { newTable: { name } }, columns },
  );
  for (;;) {
    const { imports } = await ask<{ imports: { id: string; state: string }[] }>(
      product,
      'GET',
      path,
    );
    const state = imports.find(one => one.id === id)?.state;
    if (state === 'done')
      return { seconds: (performance.now() - began) / 1000, tableId: started.import.tableId };
    if (state !== 'running' && state !== 'ready') throw new Error(`the import is ${state}`);
    await sleep(LOOK_MS);
  }
}

/** Writes single rows until stopped; how long each took, in milliseconds. */
function writing(product: Product): { stop: () => Promise<number[]> } {
  const took: number[] = [];
  const over = new AbortController();
  const loop = (async () => {
    while (!over.signal.aborted) {
      const began = performance.now();
      await ask(product, 'POST', `/data/table/${product.table}/rows`, { ad: 'Çay', no: 1 });
      took.push(performance.now() - began);
      await sleep(WRITE_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      over.abort();
      await loop;
      return took;
    },
  };
}

/** The resident memory of the program, in MiB. */
const residentMib = (pid: number): number => {
  const [, kib = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
};

/** The processor time that the program has spent, in seconds: a busy machine does not lengthen it. */
const spentS = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
};

const directory = mkdtempSync(join(tmpdir(), 'hzm-bench-'));
const program = await startProduct(directory);
try {
  const product = await signUp(program.address);
  const small = csv(10_000, 20);
  const first = await imported(product, new Blob([small]), 'yirmi');
  const response = await fetch(
    `${product.address}/api/v1/data/table/${first.tableId}/export?format=xlsx`,
    { headers: product.headers },
  );
  const sheet = await imported(product, await response.blob(), 'excel');
  const before = residentMib(program.process.pid!);
  const spent = spentS(program.process.pid!);
  const neighbour = writing(product);
  const many = await imported(product, new Blob([csv(ROWS, 10)]), 'on');
  const cpu = spentS(program.process.pid!) - spent;
  const waits = await neighbour.stop();
  const figures: Figure[] = [
    {
      name: 'CSV of 10,000 × 20',
      value: first.seconds,
      unit: 's',
      target: { atMost: 2.5 },
      of: 'value',
    },
    {
      name: 'XLSX of 10,000 × 20',
      value: sheet.seconds,
      unit: 's',
      target: { atMost: 5 },
      of: 'value',
    },
    {
      name: `rows a second, CSV of ${ROWS} × 10`,
      value: ROWS / many.seconds,
      unit: 'rows/s',
      target: { atLeast: 10_000 },
      of: 'value',
    },
    {
      name: 'processor time of 10,000 rows × 10',
      value: (cpu / ROWS) * 10_000,
      unit: 's',
    },
    {
      name: 'a write meanwhile, p95',
      value: percentile(waits, 95),
      unit: 'ms',
      target: { atMost: 50 },
      of: 'value',
    },
    { name: 'a write meanwhile, longest', value: Math.max(...waits), unit: 'ms' },
    {
      name: 'memory beside what it was before',
      value: residentMib(program.process.pid!) - before,
      unit: 'MiB',
    },
  ];
  console.log(table(figures));
} finally {
  await program.stop();
  rmSync(directory, { recursive: true });
}
