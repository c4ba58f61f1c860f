import { StatementSync } from 'node:sqlite';
import type { Change } from '@hzm/services/core/ports/read-model';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rows, RowsOfTests } from './rows-of-tests.ts';

const ROWS = 3_000;
const at = { collection: 'rows', partition: 't' } as const;
const named = (n: number, name: string): Change => ({
  op: 'put',
  ...at,
  id: `r${n}`,
  doc: { id: `r${n}`, values: { name: `${name} ${n}` } },
});

let own: RowsOfTests;
beforeEach(async () => {
  own = await RowsOfTests.open(1, ...Array.from({ length: ROWS }, (_, n) => named(n, 'Yılmaz')));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await own.close();
});

const totalOf = async (text: string, skip = 0) =>
  (
    await own.model.find({
      collection: rows,
      partition: 't',
      where: [{ path: 'values.name', op: 'contains', text }],
      limit: 10,
      skip,
      count: true,
    })
  ).total;

it('a large total is counted once for all its pages and readers', async () => {
  expect(await totalOf('yılmaz')).toBe(ROWS);
  const read = vi.spyOn(StatementSync.prototype, 'get');
  expect(await totalOf('yılmaz')).toBe(ROWS);
  expect(await totalOf('yılmaz', 20)).toBe(ROWS);
  expect(
    read.mock.contexts
      .map(statement => (statement as StatementSync).sourceSQL)
      .filter(text => /count\(\*\) FROM x\d+ CROSS JOIN/.test(text)),
  ).toEqual([]);
});

it('a bounded count stops at its bound and is not reused as the full total', async () => {
  const upTo = async (most: number) => {
    const { total, totalIsAtLeast = false } = await own.model.find({
      collection: rows,
      partition: 't',
      where: [{ path: 'values.name', op: 'contains', text: 'yılmaz' }],
      limit: 10,
      count: { upTo: most },
    });
    return [total, totalIsAtLeast];
  };
  expect(await upTo(100)).toEqual([100, true]);
  expect(await upTo(ROWS - 1)).toEqual([ROWS - 1, true]);
  expect(await upTo(ROWS)).toEqual([ROWS, false]);
  expect(await totalOf('yılmaz')).toBe(ROWS);
  await own.write('rows', named(7, 'Kaya'));
  expect(await upTo(ROWS - 1)).toEqual([ROWS - 1, false]);
});

it('the total equals the matching documents after any write', async () => {
  const counted = async (): Promise<void> => {
    const { docs } = await own.model.find({
      collection: rows,
      partition: 't',
      where: [],
      limit: 2 * ROWS,
    });
    const names = docs.map(doc => (doc['values'] as { name: string }).name);
    for (const name of ['Yılmaz', 'Kaya'])
      expect(await totalOf(name.toLowerCase())).toBe(
        names.filter(each => each.startsWith(name)).length,
      );
  };
  await counted();
  for (const changes of [
    [named(7, 'Kaya')],
    [named(8, 'Kaya'), named(9, 'Kaya')],
    [{ op: 'drop', ...at, id: 'r8' }],
    [named(ROWS, 'Yılmaz')],
    // The same number of rows, with one replaced.
    [{ op: 'drop', ...at, id: 'r10' }, named(ROWS + 1, 'Kaya')],
    // The newest row goes, so that the previous one is the newest again.
    [named(11, 'Kaya')],
    [{ op: 'drop', ...at, id: 'r11' }],
    [named(ROWS + 2, 'Kaya')],
    [named(7, 'Yılmaz')],
  ] satisfies Change[][]) {
    await own.write('rows', ...changes);
    await counted();
    await counted();
  }
});
