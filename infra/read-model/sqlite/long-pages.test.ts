import type { Change, Find } from '@hzm/services/core/ports/read-model';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PageTimes } from '../page-time.ts';
import { layoutOf } from './layout.ts';
import { isLong as isLongIn, LongPages } from './long-pages.ts';
import { EMPTY, Partition } from './partition.ts';
import { rows, RowsOfTests } from './rows-of-tests.ts';

const spec = { name: 'rows', projection: 'rows', partitioned: true, indexMembersOf: 'values' };
const members = Array.from({ length: 70 }, (_, i) => `f${i}`);
const of = (rows: number): Partition => {
  const state = { ...EMPTY, rows, width: 70, indexed: true };
  return new Partition(undefined as never, layoutOf(spec), 1, state, members, 1);
};
const isLong = (table: Partition, longFrom: number, query: Find, bytes = 0): boolean =>
  isLongIn(table, longFrom, query, () => bytes);
const asked = (more: object): Find => ({ collection: spec, limit: 20, ...more });
const eq = (path: string) => ({ where: [{ path, op: 'eq', value: 'x' }] });
const range = (path: string) => ({
  where: [
    { path, op: 'gte', value: 1 },
    { path, op: 'lt', value: 9 },
  ],
});
const by = (path: string) => ({ by: { path } });

it.each([
  ['nothing', {}, false, false],
  ['an indexed condition, sorted', { ...eq('values.f1'), sort: by('values.f2') }, false, true],
  ['a piece of an indexed sort', { ...range('values.f2'), sort: by('values.f2') }, false, false],
  [
    'such a piece that is counted',
    { ...range('values.f2'), sort: by('values.f2'), count: true },
    false,
    true,
  ],
  ['a piece of another index', { ...range('values.f1'), sort: by('values.f2') }, false, true],
  [
    'a piece with ties',
    { ...range('values.f2'), sort: { ...by('values.f2'), thenBy: [by('values.f3')] } },
    false,
    true,
  ],
  [
    'nothing in an indexed sort',
    { where: [{ path: 'values.f2', op: 'gte', value: null }], sort: by('values.f2') },
    false,
    true,
  ],
  ['equals in an indexed sort', { ...eq('values.f2'), sort: by('values.f2') }, false, true],
  ['an indexed sort alone', { sort: by('values.f2') }, false, false],
  ['the order of changes', { sort: { by: 'changed' } }, false, false],
  ['a condition without an index', eq('values.f66'), true, true],
  ['a sort without an index', { sort: by('values.f66') }, true, true],
  [
    'a tie without an index',
    { sort: { ...by('values.f1'), thenBy: [by('values.f66')] } },
    true,
    true,
  ],
  ['others than these', { where: [{ path: 'values.f1', op: 'ne', value: 'x' }] }, true, true],
  ['one of a list', { where: [{ path: 'values.f1', op: 'has', values: ['x'] }] }, true, true],
  ['a text', { where: [{ path: 'values.f1', op: 'contains', text: 'x' }] }, true, true],
])('isLong for a page of %s follows the size of the table: %#', (_, more, inLarge, inHuge) => {
  expect(isLong(of(1_000), 2_000, asked(more))).toBe(false);
  expect(isLong(of(3_000), 2_000, asked(more))).toBe(inLarge);
  expect(isLong(of(30_000), 2_000, asked(more))).toBe(inHuge);
});

it('isLong for a small table whose rows are compared with many texts, or sorted by several long orders', () => {
  const has = (texts: number) => ({ path: 'values.f1', op: 'has', values: Array(texts).fill('x') });
  const isLongOf = (...also: object[]): boolean =>
    isLong(of(1_000), 2_000, asked({ search: 'x', searchAlso: also }));
  expect([isLongOf(has(100)), isLongOf(has(101)), isLongOf(has(60), has(60))]).toEqual([
    false,
    true,
    true,
  ]);
  const isLongBy = (more: object): boolean => isLong(of(1_000), 2_000, asked(more));
  expect([
    isLongBy({ where: [has(101)] }),
    isLongBy({ groups: [{ any: [{ all: [has(101)] }] }] }),
    isLongBy({ groups: [{ any: [has(100)] }] }),
  ]).toEqual([true, true, false]);
  const ordered = (path: string, size: number) => ({
    by: { path, order: { texts: Array(size).fill('x'), areLists: false } },
  });
  const sorted = (...[first, ...thenBy]: ReturnType<typeof ordered>[]): boolean =>
    isLongBy({ sort: { ...first, thenBy } });
  expect([
    sorted(ordered('values.f1', 200)),
    sorted(ordered('values.f1', 50), ordered('values.f2', 50)),
    sorted(ordered('values.f1', 50), ordered('values.f2', 51)),
  ]).toEqual([false, false, true]);
  const large = (size: number) =>
    isLong(of(8_000), 2_000, asked({ sort: ordered('values.f1', size) }));
  expect([large(100), large(200)]).toEqual([false, true]);
});

it('isLong for a page that only an index of documents without a value would find', () => {
  const things = { name: 'things', projection: 'things', indexes: [['ownerId'], ['gone']] };
  const state = { ...EMPTY, rows: 3_000, indexed: true };
  const partition = new Partition(undefined as never, layoutOf(things), 1, state, [], 0);
  const shown = { path: 'gone', op: 'eq', value: null };
  const owned = { path: 'ownerId', op: 'eq', value: 'x' };
  const isLongOf = (...where: object[]): boolean =>
    isLong(partition, 2_000, asked({ where, sort: by('name') }));
  expect([isLongOf(shown), isLongOf(shown, owned)]).toEqual([true, false]);
});

it('isLong for a small table of large rows, if their members are read', () => {
  const isLongIn17 = (more: object): boolean => isLong(of(100), 2_000, asked(more), 17 * 2 ** 20);
  expect([{ search: 'x' }, eq('values.f1'), { sort: by('values.f1') }].map(isLongIn17)).toEqual([
    true,
    true,
    true,
  ]);
  expect(isLongIn17({ sort: { by: 'changed' } })).toBe(false);
  expect(isLong(of(100), 2_000, asked({ search: 'x' }), 2 ** 20)).toBe(false);
  const sorted = asked({ ...eq('values.f1'), sort: by('values.f2') });
  expect([20, 70].map(mib => isLong(of(3_000), 2_000, sorted, mib * 2 ** 20))).toEqual([
    false,
    true,
  ]);
});

it('a search in few large rows leaves the main thread, and one in small rows does not', async () => {
  const put = (n: number, text: string): Change => ({
    op: 'put',
    collection: 'rows',
    partition: text.length > 100 ? 'large' : 'small',
    id: `r${n}`,
    doc: { id: `r${n}`, values: { text } },
  });
  const text = 'kedi '.repeat(200_000);
  const own = await RowsOfTests.open(
    2_000,
    ...Array.from({ length: 18 }, (_, n) => [put(n, text), put(n, 'kedi')]).flat(),
  );
  const inThread = vi.spyOn(LongPages.prototype, 'find');
  const found = async (partition: string, more: object): Promise<number> => {
    const query = { collection: rows, partition, limit: 1, ...more };
    return (await own.model.find(query)).docs.length;
  };
  expect(await found('small', { search: 'köpek' })).toBe(0);
  expect(await found('large', { sort: { by: 'changed' } })).toBe(1);
  expect(inThread).not.toHaveBeenCalled();
  expect(await found('large', { search: 'köpek' })).toBe(0);
  expect(inThread).toHaveBeenCalledTimes(1);
  inThread.mockRestore();
  await own.close();
});

describe('threads for long pages', () => {
  const ROWS = 6_000;
  /** Without indexes a search parses every row: tens of milliseconds in all. */
  const NO_INDEX = 1_000_000;
  let own: RowsOfTests;
  let pages: LongPages;
  beforeAll(async () => {
    const text = 'metin '.repeat(200);
    own = await RowsOfTests.open(
      NO_INDEX,
      ...Array.from(
        { length: ROWS },
        (_, i) =>
          ({
            op: 'put',
            collection: 'rows',
            partition: 't',
            id: `r${i}`,
            doc: { id: `r${i}`, values: { text: `${text}${i}` } },
          }) as const,
      ),
    );
  });
  afterAll(() => own.close());

  const search = async (times: PageTimes, more: Partial<Find> = {}) => {
    pages = new LongPages(
      () => ({ file: own.file, indexFrom: NO_INDEX, specs: [rows] }),
      () => undefined,
      times,
    );
    try {
      return await pages.find(
        { collection: rows, partition: 't', search: 'yok', limit: 10, by: 'a', ...more },
        () => undefined,
      );
    } finally {
      await pages.close();
    }
  };
  const HOURS = 3_600_000;

  it('find a page again in the slow thread if it exceeds the quick limit', async () => {
    expect(await search({ quickMs: 1, slowMs: HOURS }, { search: `${ROWS - 1}` })).toMatchObject({
      json: expect.anything(),
    });
  });

  it.each([
    ['of a search', {}],
    [
      'of a sort without an index',
      { search: undefined as never, sort: { by: { path: 'values.text' } } },
    ],
    [
      'of a condition without an index',
      { search: undefined as never, where: [{ path: 'values.text', op: 'contains', text: 'yok' }] },
    ],
    ['that is counted', { count: true, limit: 0 }],
    [
      'that is only passed on',
      { search: 'metin', limit: ROWS, members: { '': [['id', 'id']] } as never },
    ],
  ] as const)('end a page %s when its time is up', async (_, more) => {
    await expect(search({ quickMs: 1, slowMs: 1 }, more as Partial<Find>)).rejects.toMatchObject({
      code: 'NOT_READY',
      text: { key: 'page-too-long' },
    });
  });

  it('stop a page when its client leaves, then find the next', async () => {
    const left = new AbortController();
    const page = search(
      { quickMs: HOURS, slowMs: HOURS },
      { left: () => (setTimeout(() => left.abort(), 1), left.signal) },
    );
    await expect(page).rejects.toMatchObject({ code: 'NOT_READY', retryAfter: 1 });
    expect(await search({ quickMs: HOURS, slowMs: HOURS })).toEqual({
      json: new TextEncoder().encode('[]'),
    });
  });

  it('do not start a page whose client has left', async () => {
    const left = AbortSignal.abort();
    await expect(
      search({ quickMs: HOURS, slowMs: HOURS }, { left: () => left }),
    ).rejects.toMatchObject({ code: 'NOT_READY' });
  });

  it('find a page requested while they close the file', async () => {
    await search({ quickMs: HOURS, slowMs: HOURS });
    const find = (): Promise<unknown> =>
      pages.find({ collection: rows, partition: 't', search: 'yok', limit: 10 }, () => undefined);
    await find();
    const closing = pages.close();
    await expect(find()).resolves.toBeDefined();
    await closing;
    await pages.close();
  });
});
