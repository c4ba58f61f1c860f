import { StatementSync } from 'node:sqlite';
import type { Change, CollectionSpec, Find } from '@hzm/services/core/ports/read-model';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rows, RowsOfTests } from './rows-of-tests.ts';

const at = { collection: 'rows', partition: 't' } as const;
const put = (n: number, name: string): Change => ({
  op: 'put',
  ...at,
  id: `r${n}`,
  doc: { id: `r${n}`, values: { name } },
});

// A small partition is read through; a large one has indexes.
describe.each([1, 1_000])('pages of rows with indexes from %i on', indexFrom => {
  let own: RowsOfTests;
  beforeEach(async () => {
    own = await RowsOfTests.open(
      indexFrom,
      ...Array.from({ length: 20 }, (_, n) => put(n, `ad ${n}`)),
    );
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await own.close();
  });

  const query = (more: Partial<Find> = {}): Find => ({
    collection: rows,
    partition: 't',
    limit: 5,
    ...more,
  });
  /** Whether the query reads documents from the file. */
  const reads = async (one: Find): Promise<boolean> => {
    const read = vi.spyOn(StatementSync.prototype, 'get');
    await own.model.find(one);
    const isRead = read.mock.contexts.some(statement =>
      (statement as StatementSync).sourceSQL.includes('group_concat(doc)'),
    );
    read.mockRestore();
    return isRead;
  };

  it('are cached from the second read on', async () => {
    expect([
      await reads(query()),
      await reads(query()),
      await reads(query()),
      await reads(query()),
    ]).toEqual([true, true, false, false]);
    expect(await reads(query({ skip: 5 })), 'another page').toBe(true);
    expect(await reads(query({ partition: 'u' })), 'of a table that is not there').toBe(false);
  });

  it('are read again after a write to their table, but not to another', async () => {
    for (let n = 0; n < 3; n++) await reads(query());
    await own.write('rows', { ...put(1, 'elsewhere'), partition: 'u' });
    expect(await reads(query())).toBe(false);
    await own.write('rows', put(19, 'beyond the page'));
    expect(await reads(query())).toBe(true);
  });

  it('are not cached if they are large', async () => {
    await own.write('rows', put(0, 'x'.repeat(70_000)));
    for (let n = 0; n < 3; n++) expect(await reads(query())).toBe(true);
  });

  it('are distinguished by infinite numbers, which JSON lacks', async () => {
    await own.write('rows', { op: 'put', ...at, id: 'n', doc: { id: 'n', values: { no: 1 } } });
    const above = async (value: number) =>
      (await own.model.find(query({ where: [{ path: 'values.no', op: 'gt', value }] }))).docs
        .length;
    for (let n = 0; n < 3; n++)
      expect([await above(-Infinity), await above(Infinity)]).toEqual([1, 0]);
  });

  it('of whole documents are cached unless they are many', async () => {
    const people: CollectionSpec = { name: 'people', projection: 'people', indexes: [['name']] };
    await own.model.define([people]);
    await own.write(
      'people',
      ...Array.from(
        { length: 1_100 },
        (_, n) =>
          ({
            op: 'put',
            collection: 'people',
            id: `p${n}`,
            doc: { id: `p${n}`, name: `ad ${n}` },
          }) as const,
      ),
    );
    const found = async (limit: number) =>
      (await own.model.find({ collection: people, limit })).docs;
    for (const [limit, isKept] of [
      [50, true],
      [1_100, false],
    ] as const) {
      const [, second, third, fourth] = [
        await found(limit),
        await found(limit),
        await found(limit),
        await found(limit),
      ];
      expect([third === second, fourth === third]).toEqual([isKept, isKept]);
      expect(third).toEqual(second);
    }
  });

  it('are evicted when a document is erased', async () => {
    for (let n = 0; n < 3; n++) await reads(query());
    expect(await reads(query())).toBe(false);
    const people: CollectionSpec = { name: 'people', projection: 'people' };
    await own.model.define([people]);
    await own.write('people', { op: 'drop', collection: 'people', id: 'p' });
    await expect.poll(() => reads(query())).toBe(true);
  });

  it('equal a fresh read after any writes', async () => {
    const change = fc.oneof(
      fc
        .record({ n: fc.nat(30), name: fc.constantFrom('a', 'b', 'c') })
        .map(({ n, name }) => put(n, name)),
      fc.nat(30).map((n): Change => ({ op: 'drop', ...at, id: `r${n}` })),
    );
    const pages = [
      query(),
      query({ skip: 3, count: true }),
      query({ where: [{ path: 'values.name', op: 'eq', value: 'a' }], count: true }),
      query({ sort: { by: { path: 'values.name' } }, limit: 100 }),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
        async batches => {
          for (const batch of batches) {
            await own.write('rows', ...batch);
            for (const page of pages) {
              const [first, , kept] = [
                await own.model.find(page),
                await own.model.find(page),
                await own.model.find(page),
              ];
              // The first answer was read from the file.
              expect([kept.docs, kept.total, kept.nextCursor]).toEqual([
                first.docs,
                first.total,
                first.nextCursor,
              ]);
              const fresh = (
                await own.model.find({ ...page, limit: page.limit + 1000 })
              ).docs.slice(0, page.limit);
              expect(kept.docs).toEqual(fresh);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
