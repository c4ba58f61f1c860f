import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { positionOf } from '@hzm/contracts/core/position';
import type { CollectionSpec, Condition } from '@hzm/services/core/ports/read-model';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { SqliteReadModel } from './sqlite-read-model.ts';

const rows: CollectionSpec = {
  name: 'rows',
  projection: 'rows',
  partitioned: true,
  indexMembersOf: 'values',
};
const ROWS = 300;
const directory = mkdtempSync(join(tmpdir(), 'hzm-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;
const open: SqliteReadModel[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const model of open.splice(0)) await model.close();
});

/** Writes rows `r<i>` with `n: i` and `s: 's<i>'`. */
async function filled(
  indexFrom: number,
  members: readonly string[] = [],
): Promise<SqliteReadModel> {
  const model = await SqliteReadModel.open(join(directory, `${files++}.db`), { indexFrom });
  open.push(model);
  await model.define([rows]);
  const more = Object.fromEntries(members.map(member => [member, member]));
  const changes = Array.from(
    { length: ROWS },
    (_, i) =>
      ({
        op: 'put',
        collection: 'rows',
        partition: 't',
        id: `r${i}`,
        doc: { id: `r${i}`, values: { n: i, s: `s${i}`, ...more } },
      }) as const,
  );
  await model.apply([
    {
      projection: 'rows',
      version: 1,
      checkpoint: positionOf(1),
      batch: [{ position: positionOf(1), changes }],
    },
  ]);
  return model;
}

const find = (model: SqliteReadModel, where: readonly Condition[], sort?: string) =>
  model.find({
    collection: rows,
    partition: 't',
    where,
    limit: 10,
    count: true,
    ...(sort !== undefined && { sort: { by: { path: `values.${sort}` } } }),
  });

/** Counts the statements prepared by `work`. */
const preparedBy = async (work: () => Promise<void>): Promise<number> => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await work();
  const { length } = prepare.mock.calls;
  prepare.mockRestore();
  return length;
};

describe.each([1, 100_000])('rows with indexes from %i on', indexFrom => {
  it('share statements among lists of different lengths', async () => {
    const model = await filled(indexFrom);
    const lists = async (from: number, to: number): Promise<void> => {
      for (let length = from; length < to; length++) {
        const numbers = Array.from({ length }, (_, i) => i);
        expect((await find(model, [{ path: 'values.n', op: 'in', values: numbers }])).total).toBe(
          Math.min(ROWS, length),
        );
        expect(
          (await find(model, [{ path: 'values.s', op: 'in', values: numbers.map(i => `s${i}`) }]))
            .total,
        ).toBe(Math.min(ROWS, length));
      }
    };
    await lists(2, 4);
    expect(await preparedBy(() => lists(4, 1000))).toBeLessThan(20);
  });

  it('are not parsed for members that no document has', async () => {
    const model = await filled(indexFrom);
    // The partition's state is read once.
    await find(model, []);
    const parse = vi.spyOn(JSON, 'parse');
    const nowhere: Condition[] = Array.from({ length: 50 }, (_, i) => ({
      path: `values.no${i}`,
      op: 'ne',
      value: i,
    }));
    expect((await find(model, nowhere)).total).toBe(ROWS);
    expect((await find(model, nowhere, 'nothing')).docs[0]).toMatchObject({ id: 'r0' });
    expect(
      (
        await find(model, [
          { path: 'values.no', op: 'contains', text: 'a' },
          { path: 'values.n', op: 'gt', value: 5 },
        ])
      ).total,
    ).toBe(0);
    // Each page is one text, parsed when its documents are used.
    expect(parse).toHaveBeenCalledTimes(1);
  });

  it('are parsed once for any number of conditions on members without columns', async () => {
    const members = Array.from({ length: 600 }, (_, i) => `m${i}`);
    const model = await filled(indexFrom, members);
    const parse = vi.spyOn(JSON, 'parse');
    expect(
      (
        await find(
          model,
          members.slice(550).map(member => ({ path: `values.${member}`, op: 'ne', value: 'x' })),
        )
      ).total,
    ).toBe(ROWS);
    expect(parse.mock.calls.length).toBeLessThan(2 * ROWS + 5);
  });
});

it('a list condition uses an index', async () => {
  const model = await filled(1);
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await find(model, [{ path: 'values.n', op: 'in', values: [1, 2] }]);
  await find(model, [{ path: 'values.s', op: 'in', values: ['s1', 's2'] }]);
  const texts = prepare.mock.calls
    .map(([text]) => text)
    .filter(text => text.includes('IN (SELECT'));
  const database = prepare.mock.contexts[0] as DatabaseSync;
  prepare.mockRestore();
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts) {
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(step => String(step['detail']));
    expect([
      text,
      plan.some(step => /^SEARCH d1 USING (?:COVERING )?INDEX d1_[kf]\d/.test(step)),
    ]).toEqual([text, true]);
  }
});

it('finds and sorts by ids and moments of a document with an index', async () => {
  const path = join(directory, `${files++}.db`);
  const model = await SqliteReadModel.open(path, { indexFrom: 1 });
  open.push(model);
  const collection: CollectionSpec = {
    ...rows,
    moments: ['at'],
    ids: ['by'],
    hasUuids: true,
  };
  await model.define([collection]);
  const idOf = (i: number): string => `018f0000-0000-7000-8000-${String(i).padStart(12, '0')}`;
  const at = (i: number): string => new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString();
  const changes = Array.from(
    { length: 2 * ROWS },
    (_, i) =>
      ({
        op: 'put',
        collection: 'rows',
        partition: 't',
        id: idOf(i),
        doc: { id: idOf(i), at: at(i), by: i % 2 === 1 ? null : idOf(i), values: {} },
      }) as const,
  );
  const batch = [{ position: positionOf(1), changes }];
  await model.apply([{ projection: 'rows', version: 1, checkpoint: positionOf(1), batch }]);

  for (const [member, op, value, index, count, found] of [
    ['at', 'gt', at(590), 'd1_m0', 9, [591, 592, 593, 594, 595].map(at)],
    ['id', 'gt', idOf(590), 'sqlite_autoindex_d1_1', 9, [591, 592, 593, 594, 595].map(idOf)],
    ['by', 'eq', idOf(590), 'd1_u0', 1, [idOf(590)]],
    ['by', 'empty', true, 'd1_u0', ROWS, Array.from({ length: 5 }, () => null)],
  ] as const) {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
    const { docs, total } = await model.find({
      collection,
      partition: 't',
      where: [{ path: member, op, value } as Condition],
      sort: { by: { path: member } },
      limit: 5,
      count: true,
    });
    // Sizes are those of all rows: a small table is weighed.
    const texts = prepare.mock.calls.flatMap(([text]) =>
      text.includes('sum(octet_length(doc))') ? [] : [text],
    );
    prepare.mockRestore();
    expect([member, total, docs.map(doc => doc[member])]).toEqual([member, count, found]);
    const database = new DatabaseSync(path);
    const plan = texts.flatMap(text =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${text}`)
        .all()
        .map(step => String(step['detail'])),
    );
    database.close();
    expect(plan.filter(step => step.startsWith('SCAN d1'))).toEqual([]);
    expect(plan).toContainEqual(expect.stringMatching(`^SEARCH d1 USING .*INDEX ${index} `));
  }
});

it("a sort by several keys walks each key's index without reading a large tie", async () => {
  const model = await SqliteReadModel.open(join(directory, `${files++}.db`), { indexFrom: 1 });
  open.push(model);
  await model.define([rows]);
  const docs = Array.from({ length: 6000 }, (_, i) => ({
    id: `r${i}`,
    values: { ...(i % 3 > 0 && { a: i % 3 }), b: (i * 7919) % 6000, c: i % 2 },
  }));
  const changes = docs.map(
    doc => ({ op: 'put', collection: 'rows', partition: 't', id: doc.id, doc }) as const,
  );
  await model.apply([
    {
      projection: 'rows',
      version: 1,
      checkpoint: positionOf(1),
      batch: [{ position: positionOf(1), changes }],
    },
  ]);
  const key = (member: string, descending: boolean) => ({
    by: { path: `values.${member}` },
    descending,
  });
  const steps = vi.spyOn(DatabaseSync.prototype, 'prepare');
  for (const [a, b] of [
    [false, true],
    [true, false],
    [true, true],
    [false, false],
  ] as const) {
    const expected = docs
      .toSorted(
        (x, y) =>
          (a ? -1 : 1) * ((x.values.a ?? 0) - (y.values.a ?? 0)) ||
          (b ? -1 : 1) * (x.values.b - y.values.b),
      )
      .map(({ id }) => id);
    const three = docs
      .toSorted(
        (x, y) =>
          (a ? -1 : 1) * ((x.values.a ?? 0) - (y.values.a ?? 0)) ||
          x.values.c - y.values.c ||
          (b ? -1 : 1) * (x.values.b - y.values.b),
      )
      .map(({ id }) => id);
    for (const [thenBy, ids] of [
      [[key('b', b)], expected],
      [[key('c', false), key('b', b)], three],
    ] as const) {
      for (const [start, cursors] of [
        [0, 40],
        [1980, 1],
        [4010, 1],
      ] as const) {
        const found: string[] = [];
        for (let page = 0, cursor: string | undefined; page < cursors; page++) {
          const { docs: more, nextCursor } = await model.find({
            collection: rows,
            partition: 't',
            limit: 60,
            sort: { ...key('a', a), thenBy },
            ...(cursor === undefined ? { skip: start } : { cursor }),
          });
          found.push(...more.map(({ id }) => id));
          cursor = nextCursor;
        }
        expect([a, b, thenBy, start, found]).toEqual([
          a,
          b,
          thenBy,
          start,
          ids.slice(start, start + found.length),
        ]);
      }
    }
  }
  const database = steps.mock.contexts[0] as DatabaseSync;
  const texts = [...new Set(steps.mock.calls.map(([text]) => text))].filter(
    text => text.includes('INDEXED BY') && text.includes('LIMIT ? OFFSET ?'),
  );
  steps.mockRestore();
  // A page's ties are walked in the order of the next key, by its own index.
  expect(texts.some(text => /INDEXED BY d1_k0 WHERE .*k2 = \?/.test(text))).toBe(true);
  for (const text of texts) {
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(step => String(step['detail']));
    // Only documents before the page's last key, which are no more than a page, are sorted by
    // several keys.
    expect([text, plan.filter(step => step === 'USE TEMP B-TREE FOR ORDER BY')]).toEqual([
      text,
      [],
    ]);
  }
});

it('prepared statements are evicted when their texts exceed the bound', async () => {
  const model = await filled(1);
  // Three kinds of condition in fifty positions give countless shapes of about 4 KB each.
  let asked = 0;
  const ask = async (shape: number): Promise<void> => {
    const ops = Array.from(
      { length: 50 },
      (_, place) => (Math.floor(shape / 3 ** (place % 7)) + place) % 3,
    );
    // A new value for each query, so that no page is cached.
    const value = -asked++;
    await find(
      model,
      ops.map((op): Condition =>
        op === 0
          ? { path: 'values.n', op: 'gte', value }
          : op === 1
            ? { path: 'values.s', op: 'contains', text: 's' }
            : { path: 'values.s', op: 'in', values: ['s1', 's'.repeat(70)] },
      ),
    );
  };
  const all = async (): Promise<void> => {
    for (let shape = 0; shape < 300; shape++) await ask(shape);
  };
  expect(await preparedBy(() => ask(0))).toBeGreaterThan(0);
  expect(await preparedBy(() => ask(0))).toBe(0);
  await all();
  expect(await preparedBy(() => ask(299))).toBe(0);
  expect(await preparedBy(() => ask(0))).toBeGreaterThan(0);
});

it('matches clustered late in the order are found without reading the rows before them, with and without a cursor', async () => {
  const model = await SqliteReadModel.open(join(directory, `${files++}.db`), {
    indexFrom: 1,
    longFrom: 10_000,
  });
  open.push(model);
  await model.define([rows]);
  // Every fifth row has the word, and sorts after all others by name.
  const docs = Array.from({ length: 4000 }, (_, i) => ({
    id: `r${i}`,
    values: {
      name: `${i % 5 === 0 ? 'seyrek' : i % 2 === 0 ? 'ada' : 'beyaz'} ${(i * 7919) % 400}`,
      kind: i % 5 === 0 ? 'rare' : 'usual',
    },
  }));
  await model.apply([
    {
      projection: 'rows',
      version: 1,
      checkpoint: positionOf(1),
      batch: [
        {
          position: positionOf(1),
          changes: docs.map(
            doc => ({ op: 'put', collection: 'rows', partition: 't', id: doc.id, doc }) as const,
          ),
        },
      ],
    },
  ]);
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  for (const condition of [
    { path: 'values.name', op: 'contains', text: 'seyrek' },
    { path: 'values.kind', op: 'eq', value: 'rare' },
  ] as const) {
    for (const descending of [false, true]) {
      const expected = docs
        .filter(({ values }) => values.kind === 'rare')
        .toSorted((a, b) => (descending ? -1 : 1) * compare(a.values.name, b.values.name))
        .map(({ id }) => id);
      const asked = {
        collection: rows,
        partition: 't',
        where: [condition],
        sort: { by: { path: 'values.name' }, descending },
      } as const;
      const steps = vi.spyOn(DatabaseSync.prototype, 'prepare');
      for (const skip of [0, 30, 790])
        expect((await model.find({ ...asked, skip, limit: 20 })).docs.map(({ id }) => id)).toEqual(
          expected.slice(skip, skip + 20),
        );
      const passesOver = steps.mock.calls.some(
        ([text]) => text.includes('INDEXED BY d1_k0') && text.includes('(seq IN ('),
      );
      steps.mockRestore();
      expect([condition.op, descending, passesOver]).toEqual([
        condition.op,
        descending,
        !descending,
      ]);
      const found: string[] = [];
      for (
        let cursor: string | undefined, pages = 0;
        pages === 0 || cursor !== undefined;
        pages++
      ) {
        const { docs: more, nextCursor } = await model.find({
          ...asked,
          limit: 70,
          ...(cursor !== undefined && { cursor }),
        });
        found.push(...more.map(({ id }) => id));
        cursor = nextCursor;
      }
      expect(found).toEqual(expected);
    }
  }
});

it.each([
  [[{ path: 'values.n', op: 'gte', value: 100 }], 100, 300],
  [
    [
      { path: 'values.n', op: 'gt', value: 100 },
      { path: 'values.n', op: 'lt', value: 290 },
    ],
    101,
    290,
  ],
] satisfies [Condition[], number, number][])(
  'a range of the sort key is walked without counting other matches: %j',
  async (where, from, to) => {
    const model = await filled(1);
    const expected = Array.from({ length: to - from }, (_, i) => `r${from + i}`);
    const steps = vi.spyOn(DatabaseSync.prototype, 'prepare');
    for (const descending of [false, true]) {
      const ordered = descending ? expected.toReversed() : expected;
      for (const skip of [0, 40]) {
        const { docs } = await model.find({
          collection: rows,
          partition: 't',
          where,
          sort: { by: { path: 'values.n' }, descending },
          skip,
          limit: 20,
        });
        expect(docs.map(({ id }) => id)).toEqual(ordered.slice(skip, skip + 20));
      }
    }
    expect(
      steps.mock.calls.map(([text]) => text).filter(text => text.startsWith('SELECT count(*)')),
    ).toEqual([]);
    // A walk combined with another condition starts at the same point.
    const { docs } = await model.find({
      collection: rows,
      partition: 't',
      where: [...where, { path: 'values.s', op: 'contains', text: 's2' }],
      sort: { by: { path: 'values.n' } },
      limit: 5,
    });
    expect(docs.map(({ id }) => id)).toEqual(
      expected.filter(id => id.startsWith('r2')).slice(0, 5),
    );
  },
);
