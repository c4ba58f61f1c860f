import { randomUUID } from 'node:crypto';
import type { Change, CollectionSpec, Condition, Find } from '@hzm/services/core/ports/read-model';
import { expect, test } from 'vitest';
import { type Make, ReadModelHarness } from './harness.ts';

const visits: CollectionSpec = {
  name: 'visits',
  projection: 'rows',
  partitioned: true,
  indexMembersOf: 'values',
  moments: ['created_at', 'updated_at'],
  hasUuids: true,
};

type Member = 'id' | 'created_at' | 'updated_at';
type Visit = Readonly<Record<Member, string>>;

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
          set: { updated_at: minute(10 + i) },
        },
      ]),
    );
    const at = new Map(changed.map(({ id }, i) => [id, minute(10 + i)]));
    return {
      desk,
      all: made.map(doc => ({ ...doc, updated_at: at.get(doc.id) ?? doc.updated_at })),
    };
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
      const where: Condition[] = [{ path, op: 'in', values: among }];
      expect((await find(desk, { where })).ids).toEqual(
        all.filter(doc => among.includes(doc[path])).map(({ id }) => id),
      );
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
        const paged: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await find(desk, {
            where,
            sort: { by: { path }, descending },
            limit: 5,
            ...(cursor !== undefined && { cursor }),
          });
          paged.push(...page.ids);
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect([path, descending, paged]).toEqual([path, descending, ordered]);
        const sort = { by: { path }, descending };
        expect((await find(desk, { where, sort, skip: 3 })).ids).toEqual(ordered.slice(3));
      }
    }
  });
}
