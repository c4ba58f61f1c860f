import { randomUUID } from 'node:crypto';
import type {
  Change,
  CollectionSpec,
  Condition,
  Find,
  TextOrder,
} from '@hzm/services/core/ports/read-model';
import { expect, test } from 'vitest';
import { type Make, ReadModelHarness } from './harness.ts';

const visits: CollectionSpec = {
  name: 'visits',
  projection: 'rows',
  partitioned: true,
  indexMembersOf: 'values',
  moments: ['created_at', 'updated_at'],
  ids: ['created_by', 'updated_by'],
  hasUuids: true,
};

type Member = 'id' | 'created_at' | 'updated_at';
type Author = 'created_by' | 'updated_by';
type Visit = Readonly<Record<Member, string>> & Readonly<Record<Author, string | null>>;

const authors = [randomUUID(), randomUUID(), randomUUID(), null] as const;
const author = (i: number): string | null => authors[i % authors.length]!;

const minute = (n: number): string => new Date(Date.UTC(2026, 5, 1, 10, n)).toISOString();
const put = (doc: Visit, partition: string): Change => ({
  op: 'put',
  collection: 'visits',
  partition,
  id: doc.id,
  doc: { ...doc, values: { v: 1 } },
});

const holds: Readonly<Record<string, (value: string, operand: string) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
};

/** Conditions and sorts by ids that are UUIDs, and by moments. */
export function ownMembersContract(make: Make): void {
  /** Rows with ties in `created_at`, some changed since, beside those of other partitions. */
  async function filled(): Promise<{ desk: ReadModelHarness; all: readonly Visit[] }> {
    const desk = await ReadModelHarness.of(make);
    await desk.model.define([visits]);
    const made = Array.from({ length: 24 }, (_, i) => ({
      id: randomUUID(),
      created_at: minute(i % 5),
      updated_at: minute(i % 5),
      created_by: author(i),
      updated_by: author(i),
    }));
    for (const partition of ['a', 't', 'z'])
      await desk.write(
        ...made.map(doc => [
          put(partition === 't' ? doc : { ...doc, id: randomUUID() }, partition),
        ]),
      );
    const changed = made.filter((_, i) => i % 3 === 0);
    await desk.write(
      ...changed.map(({ id }, i): Change[] => [
        {
          op: 'patch',
          collection: 'visits',
          partition: 't',
          id,
          set: { updated_at: minute(10 + i), updated_by: author(i) },
        },
      ]),
    );
    const later = new Map(
      changed.map(({ id }, i) => [id, { updated_at: minute(10 + i), updated_by: author(i) }]),
    );
    return { desk, all: made.map(doc => ({ ...doc, ...later.get(doc.id) })) };
  }
  const find = async ({ model }: ReadModelHarness, query: Partial<Find>) => {
    const { docs, total, nextCursor } = await model.find({
      collection: visits,
      partition: 't',
      limit: 100,
      count: true,
      ...query,
    });
    return { ids: docs.map(({ id }) => id), total, nextCursor };
  };

  /** Returns ids of `all`, as pages of a sort list them. */
  async function paged(desk: ReadModelHarness, query: Partial<Find>): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await find(desk, {
        ...query,
        limit: 5,
        ...(cursor !== undefined && { cursor }),
      });
      ids.push(...page.ids);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return ids;
  }

  test('are compared as they are', async () => {
    const { desk, all } = await filled();
    for (const path of ['id', 'created_at', 'updated_at'] as const) {
      const operand = all[7]![path];
      for (const [op, passes] of Object.entries(holds)) {
        const ids = all.filter(doc => passes(doc[path], operand)).map(({ id }) => id);
        const where = [{ path, op: op as 'eq', value: operand }];
        expect([path, op, await find(desk, { where })]).toEqual([
          path,
          op,
          { ids, total: ids.length, nextCursor: undefined },
        ]);
      }
      const among = [all[3]![path], all[9]![path]];
      const found = all.filter(doc => among.includes(doc[path])).map(({ id }) => id);
      for (const values of [among, [...among, null, 7, true, 'nothing']]) {
        const where: Condition[] = [{ path, op: 'in', values }];
        expect([values, (await find(desk, { where })).ids]).toEqual([values, found]);
        const grouped = await find(desk, { groups: [{ any: where }] });
        expect([values, grouped.ids]).toEqual([values, found]);
      }
    }
  });

  test('are sorted as they are, page by page, ties in created order', async () => {
    const { desk, all } = await filled();
    const where: Condition[] = [{ path: 'updated_at', op: 'gte', value: minute(2) }];
    for (const path of ['id', 'created_at', 'updated_at'] as const) {
      for (const descending of [false, true]) {
        const sign = descending ? -1 : 1;
        const ordered = all
          .filter(doc => doc.updated_at >= minute(2))
          .toSorted((a, b) => sign * (a[path] < b[path] ? -1 : a[path] > b[path] ? 1 : 0))
          .map(({ id }) => id);
        const sort = { by: { path }, descending };
        expect([path, descending, await paged(desk, { where, sort })]).toEqual([
          path,
          descending,
          ordered,
        ]);
        expect((await find(desk, { where, sort, skip: 3 })).ids).toEqual(ordered.slice(3));
      }
    }
  });

  test('that are ids or nothing are found by some of them, by others, by their lack', async () => {
    const { desk, all } = await filled();
    const [first, second] = [authors[0], authors[1]];
    const path = 'updated_by';
    const cases: [Condition, (author: string | null) => boolean][] = [
      [{ path, op: 'eq', value: first }, one => one === first],
      [{ path, op: 'eq', value: first.toUpperCase() }, one => one === first],
      [{ path, op: 'eq', value: null }, one => one === null],
      [{ path, op: 'eq', value: 'nobody' }, () => false],
      [{ path, op: 'eq', value: 1 }, () => false],
      [{ path, op: 'ne', value: first }, one => one !== first],
      [{ path, op: 'ne', value: null }, one => one !== null],
      [{ path, op: 'in', values: [first, second] }, one => one === first || one === second],
      [{ path, op: 'in', values: [first, null, '', 7] }, one => one === first || one === null],
      [{ path, op: 'in', values: [] }, () => false],
      [{ path, op: 'has', values: [first], negated: true }, one => one !== first],
      [{ path, op: 'contains', text: first.slice(2, 20) }, one => one === first],
      [{ path, op: 'gt', value: first }, one => one !== null && one > first],
      [{ path, op: 'lte', value: first }, one => one !== null && one <= first],
      [{ path, op: 'gt', value: 'x' }, () => false],
      [{ path, op: 'gte', value: 1 }, () => false],
      [{ path, op: 'lte', value: null }, one => one === null],
      [{ path, op: 'empty', value: true }, one => one === null],
      [{ path, op: 'empty', value: false }, one => one !== null],
    ];
    for (const [condition, passes] of cases) {
      const ids = all.filter(doc => passes(doc[path])).map(({ id }) => id);
      const one = { where: [condition] };
      expect([condition, await find(desk, one)]).toMatchObject([
        condition,
        { ids, total: ids.length },
      ]);
      const grouped = await find(desk, { groups: [{ any: [condition] }] });
      expect([condition, grouped.ids]).toEqual([condition, ids]);
      const searched = { search: 'nothing', searchIn: ['v'], searchAlso: [condition] };
      expect([condition, (await find(desk, searched)).ids]).toEqual([condition, ids]);
    }
  });

  test('that are ids or nothing are sorted as they are or in an order of their own', async () => {
    const { desk, all } = await filled();
    const texts: string[] = [authors[2], authors[0]];
    const named = (one: string | null): number =>
      one === null ? -1 : (texts.indexOf(one) + texts.length + 1) % (texts.length + 1);
    const alike = (one: string | null): number =>
      one === null ? -1 : authors.filter(other => other !== null && other < one).length;
    const kinds = [
      [alike, undefined],
      [named, { texts, areLists: false }],
      [alike, { texts: ['nobody'], areLists: false }],
      [alike, { texts, areLists: true }],
    ] as const satisfies [(one: string | null) => number, TextOrder | undefined][];
    const path = 'updated_by';
    for (const [place, order] of kinds)
      for (const descending of [false, true]) {
        const sign = descending ? -1 : 1;
        const by = { path, ...(order && { order }) };
        const sort = { by, descending };
        const ordered = all.toSorted((a, b) => sign * (place(a[path]) - place(b[path])));
        const ids = ordered.map(({ id }) => id);
        expect([sort, await paged(desk, { sort })]).toEqual([sort, ids]);
        expect([sort, (await find(desk, { sort, skip: 7 })).ids]).toEqual([sort, ids.slice(7)]);

        const thenBy = [{ by: { path: 'updated_at' }, descending: true }];
        const finer = ordered
          .toSorted(
            (a, b) =>
              sign * (place(a[path]) - place(b[path])) ||
              (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : 0) ||
              all.indexOf(a) - all.indexOf(b),
          )
          .filter(doc => doc.created_by !== authors[1])
          .map(({ id }) => id);
        const where: Condition[] = [{ path: 'created_by', op: 'ne', value: authors[1] }];
        const query = { where, sort: { ...sort, thenBy } };
        expect([sort, await paged(desk, query)]).toEqual([sort, finer]);
      }
  });
}
