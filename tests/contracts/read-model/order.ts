import type { Json, JsonObject } from '@hzm/contracts/core/json';
import { positionOf } from '@hzm/contracts/core/position';
import { BadCursor, type Find, type Found } from '@hzm/services/core/ports/read-model';
import { shown, type Members } from '@hzm/services/core/ports/shown';
import { compareKeys, orderKey, sectionAt, sectionsOf } from '@hzm/services/core/ports/value';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ReadModelHarness,
  dropRow,
  type Make,
  patchRow,
  putNote,
  putRow,
  notes,
  rows,
} from './harness.ts';

type Sort = NonNullable<Find['sort']>;
const byV = { by: { path: 'values.v' } } as const;
const SORTS: Sort[] = [
  ...(['created', 'changed', byV.by] as const).flatMap(by => [{ by }, { by, descending: true }]),
  { ...byV, thenBy: [{ by: 'created', descending: true }] },
  { ...byV, descending: true, thenBy: [{ by: 'changed' }, { by: { path: 'values.never' } }] },
  { by: { path: 'values.never' }, descending: true, thenBy: [{ ...byV, descending: true }] },
];

/** Sorting, pages and cursors. */
export function orderContract(make: Make): void {
  const pages = async (
    desk: ReadModelHarness,
    query: Partial<Find>,
    limit: number,
    between: (ids: string[]) => Promise<void> = async () => {},
  ): Promise<string[][]> => {
    const found: string[][] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await desk.model.find({
        collection: rows,
        partition: 't',
        limit,
        ...query,
        ...(cursor !== undefined && { cursor }),
      });
      found.push(page.docs.map(({ id }) => id));
      cursor = page.nextCursor;
      await between(found.at(-1)!);
    }
    return found;
  };

  test('kinds, and values within a kind', async () => {
    const desk = await ReadModelHarness.of(make);
    const inOrder: Json[] = [
      null,
      -1e300,
      -5,
      0,
      1e-7,
      2,
      1e21,
      '',
      ' b',
      '10',
      '9',
      'Ali',
      'cam',
      'çam',
      'ılık',
      'İlik',
      'jale',
      'oz',
      'öz',
      'sal',
      'ŞAL',
      'zil',
      'ж',
      '\uff5e',
      '😀',
      false,
      true,
      [1],
      [2],
      { a: 1 },
      { b: 0 },
      { amount: -3, currency: 'TRY' },
      { amount: 0, currency: 'TRY' },
      { amount: 1, currency: 'TRY' },
      { amount: 1e21, currency: 'TRY' },
      { amount: -1e300, currency: 'USD' },
      { amount: 0.5, currency: 'USD' },
    ];
    const shuffled = inOrder
      .map((v, i) => ({ v, i, at: (i * 17) % inOrder.length }))
      .toSorted((a, b) => a.at - b.at);
    await desk.write(...shuffled.map(({ v, i }) => [putRow(`r${i}`, { v })]));
    const expected = inOrder.map((_, i) => `r${i}`);
    expect(await desk.ids({ sort: byV })).toEqual(expected);
    expect(await desk.ids({ sort: { ...byV, descending: true } })).toEqual(expected.toReversed());
  });

  test('ties stay in created order, up and down', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values('B', 'a', 'b', 'A', undefined, 'b', null, -0, 0);
    expect(await desk.ids({ sort: byV })).toEqual([
      'r4',
      'r6',
      'r7',
      'r8',
      'r1',
      'r3',
      'r0',
      'r2',
      'r5',
    ]);
    expect(await desk.ids({ sort: { ...byV, descending: true } })).toEqual([
      'r0',
      'r2',
      'r5',
      'r1',
      'r3',
      'r7',
      'r8',
      'r4',
      'r6',
    ]);
  });

  test('in an order of texts, or of lists by their first item, as a plain sort has it', async () => {
    const ids = ['yuksek', 'orta', 'dusuk', 'orta-2'];
    const value = fc.option(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom<Json>(...ids) },
        { weight: 6, arbitrary: fc.subarray(ids, { minLength: 1 }) },
        fc.constantFrom<Json>('other', 7, '', true, ['none', 'orta'], { amount: 3 }),
      ),
    );
    for (const isLarge of [false, true]) {
      const desk = await ReadModelHarness.of(make);
      const docs = fc
        .sample(fc.tuple(value, value), { numRuns: isLarge ? 1_200 : 50, seed: 5 })
        .map(([v, w], created) => ({ id: `r${created}`, created, values: { v, w } }));
      for (let at = 0; at < docs.length; at += 100)
        await desk.write(docs.slice(at, at + 100).map(({ id, values }) => putRow(id, values)));
      const orders = fc.record({
        texts: fc.shuffledSubarray(ids, { minLength: 0 }),
        areLists: fc.boolean(),
      });
      const key = fc.record({
        member: fc.constantFrom('v' as const, 'w' as const),
        order: fc.option(orders, { nil: undefined }),
        descending: fc.boolean(),
      });
      const sorts = fc.sample(
        fc.tuple(key, key, fc.boolean(), fc.nat(60), fc.integer({ min: 7, max: 500 })),
        { numRuns: isLarge ? 8 : 25, seed: 9 },
      );
      for (const [first, second, isFiltered, skip, limit] of sorts) {
        const keys = first.member === second.member ? [first] : [first, second];
        const where = isFiltered
          ? [{ path: `values.v`, op: 'has', values: ['orta', 'yuksek'] } as const]
          : [];
        const expected = docs
          .filter(
            ({ values: { v } }) =>
              !isFiltered || /"(orta|yuksek)"/.test(JSON.stringify([v].flat())),
          )
          .toSorted(
            (x, y) =>
              keys.reduce((found, { member, order, descending }) => {
                const [a, b] = [orderKey(x.values[member]), orderKey(y.values[member])];
                const sections = sectionsOf(order ?? { texts: [], areLists: false });
                const by = sectionAt(sections, a) - sectionAt(sections, b) || compareKeys(a, b);
                return found || (descending ? -by : by);
              }, 0) || x.created - y.created,
          )
          .map(({ id }) => id);
        const [lead, ...thenBy] = keys.map(({ member, order, descending }) => ({
          by: { path: `values.${member}` as const, ...(order && { order }) },
          descending,
        }));
        const query: Partial<Find> = { sort: { ...lead!, thenBy }, where };
        expect([keys, await desk.ids({ ...query, skip, limit })]).toEqual([
          keys,
          expected.slice(skip, skip + limit),
        ]);
        expect([keys, (await pages(desk, query, limit)).flat()]).toEqual([keys, expected]);
      }
    }
  });

  test('in three orders of two hundred texts, with a filter, in either direction', async () => {
    const desk = await ReadModelHarness.of(make);
    const texts = Array.from({ length: 200 }, (_, i) => `o${(i * 37) % 200}`);
    const docs = Array.from({ length: 450 }, (_, i) => ({
      id: `r${i}`,
      values: { v: `o${i % 3}`, w: `o${i % 50}`, x: i % 7 === 0 ? 'none' : `o${i % 11}` },
    }));
    for (let at = 0; at < docs.length; at += 100)
      await desk.write(docs.slice(at, at + 100).map(({ id, values }) => putRow(id, values)));
    const place = (text: string): number => (text === 'none' ? 200 : texts.indexOf(text));
    for (const descending of [false, true]) {
      const [lead, ...thenBy] = (['v', 'w', 'x'] as const).map(member => ({
        by: { path: `values.${member}` as const, order: { texts, areLists: false } },
        descending,
      }));
      const expected = docs
        .toSorted((a, b) => {
          const by =
            place(a.values.v) - place(b.values.v) ||
            place(a.values.w) - place(b.values.w) ||
            place(a.values.x) - place(b.values.x);
          return descending ? -by : by;
        })
        .map(({ id }) => id);
      const where = [{ path: 'values.v', op: 'in', values: texts } as const];
      const sorted = { where, sort: { ...lead!, thenBy } };
      expect(await desk.ids({ ...sorted, skip: 350, limit: 70 })).toEqual(expected.slice(350, 420));
      expect((await pages(desk, sorted, 200)).flat()).toEqual(expected);
    }
  });

  test('refuses a cursor after the order of texts has changed', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values('b', 'a', 'c');
    const sorted = (texts: readonly string[], cursor?: string) =>
      desk.model.find({
        collection: rows,
        partition: 't',
        limit: 1,
        sort: { by: { path: 'values.v', order: { texts, areLists: false } } },
        ...(cursor !== undefined && { cursor }),
      });
    const { nextCursor } = await sorted(['b', 'a']);
    expect((await sorted(['b', 'a'], nextCursor)).docs).toHaveLength(1);
    await expect(sorted(['a', 'b'], nextCursor)).rejects.toThrow(BadCursor);
  });

  test('by several keys as a plain sort has it: pages, skips and filters, at any mix of directions', async () => {
    let seed = 12;
    const below = (end: number): number => (seed = (seed * 48_271) % 2_147_483_647) % end;
    const one = <T>(list: readonly T[]): T => list[below(list.length)]!;
    const values: readonly (Json | undefined)[][] = [
      [undefined, 1],
      [undefined, null, 'x', 'X', 'y', 2, true],
      [3, -1, 0.5, 1e9, 'ç', 'c', 'd', [1], { amount: 3 }],
    ];
    const desk = await ReadModelHarness.of(make);
    const docs = Array.from({ length: 120 }, (_, i) => ({
      id: `r${i}`,
      created: i,
      changed: i >> 3,
      values: values.map(one),
    }));
    const members = ['a', 'b', 'c'] as const;
    const valuesOf = (doc: (typeof docs)[number]) =>
      Object.fromEntries(
        members.flatMap((member, i) =>
          doc.values[i] === undefined ? [] : [[member, doc.values[i]]],
        ),
      );
    await desk.write(
      ...Array.from({ length: 15 }, (_, event) =>
        docs.filter(({ changed }) => changed === event).map(doc => putRow(doc.id, valuesOf(doc))),
      ),
    );

    const BYS = ['created', 'changed', 'a', 'b', 'c', 'never'] as const;
    const compared = (
      by: (typeof BYS)[number],
      x: (typeof docs)[number],
      y: (typeof docs)[number],
    ): number =>
      by === 'never'
        ? 0
        : by === 'created' || by === 'changed'
          ? x[by] - y[by]
          : compareKeys(
              orderKey(x.values[members.indexOf(by)]),
              orderKey(y.values[members.indexOf(by)]),
            );
    for (let round = 0; round < 25; round++) {
      const keys = Array.from({ length: 2 + below(2) }, () => ({
        of: one(BYS),
        descending: below(2) === 1,
      }));
      const least = round % 3 === 0 ? 0 : undefined;
      const expected = docs
        .filter(
          ({ values: [, , c] }) => least === undefined || (typeof c === 'number' && c >= least),
        )
        .toSorted(
          (x, y) =>
            keys.reduce(
              (order, { of, descending }) => order || (descending ? -1 : 1) * compared(of, x, y),
              0,
            ) || x.created - y.created,
        )
        .map(({ id }) => id);
      const [first, ...thenBy] = keys.map(({ of, descending }) => ({
        by: of === 'created' || of === 'changed' ? of : { path: `values.${of}` },
        descending,
      }));
      const query: Partial<Find> = {
        sort: { ...first!, thenBy },
        ...(least !== undefined && { where: [{ path: 'values.c', op: 'gte', value: least }] }),
      };
      expect([keys, await desk.ids(query)]).toEqual([keys, expected]);
      expect([keys, (await pages(desk, query, 1 + below(30))).flat()]).toEqual([keys, expected]);
      const skip = below(expected.length + 2);
      expect([keys, skip, await desk.ids({ ...query, skip, limit: 9 })]).toEqual([
        keys,
        skip,
        expected.slice(skip, skip + 9),
      ]);
    }
  });

  test('by several keys, a cursor goes on exactly behind the keys it was made of, whatever they are by then', async () => {
    for (const [descending, then] of [
      [false, true],
      [true, false],
      [true, true],
    ] as const) {
      const sort: Sort = {
        by: { path: 'values.a' },
        descending,
        thenBy: [{ by: { path: 'values.b' }, descending: then }],
      };
      const desk = await ReadModelHarness.of(make);
      await desk.write(
        ...Array.from({ length: 30 }, (_, i) => [
          putRow(`r${i}`, { ...(i % 3 > 0 && { a: i % 3 }), ...(i % 5 > 0 && { b: i % 5 }) }),
        ]),
      );
      const before = await desk.ids({ sort });
      const found = await pages(desk, { sort }, 4, async ids => {
        // The last one of the page moves to where pages have been, and one that was not there comes
        // to stand before the cursor.
        const last = ids.findLast(id => id.startsWith('r'));
        const start = before[0]!;
        const like = (await desk.model.get(rows, start, 't'))!['values'] as {
          a?: number;
          b?: number;
        };
        if (last !== undefined && last !== start)
          await desk.write(
            [patchRow(last, { 'values.a': like.a, 'values.b': like.b })],
            [putRow(`new-${last}`, like)],
          );
      });
      expect([sort, found.flat()]).toEqual([sort, before]);
    }
  });

  test('by a member that none has, all are tied; pages go on when some get it', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(1, 2, 3, 4);
    for (const descending of [false, true]) {
      const sort = { by: { path: 'values.never' }, descending };
      expect(await pages(desk, { sort }, 3)).toEqual([['r0', 'r1', 'r2'], ['r3']]);
    }
    const sort = { by: { path: 'values.later' } };
    const fill = async (ids: string[]): Promise<void> => {
      if (ids.includes('r0'))
        await desk.write([
          patchRow('r0', { 'values.later': 1 }),
          patchRow('r3', { 'values.later': 2 }),
        ]);
    };
    expect(await pages(desk, { sort }, 2, fill)).toEqual([['r0', 'r1'], ['r2', 'r0'], ['r3']]);
  });

  test('created is when the log first named it; changed its last change', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      [putRow('a', {}), putRow('b', {})],
      [putRow('c', {})],
      [patchRow('a', { x: 1 }), dropRow('b')],
      [putRow('b', {}), putRow('c', {}), putRow('d', {})],
    );
    expect(await desk.ids({ sort: { by: 'created' } })).toEqual(['a', 'b', 'c', 'd']);
    expect(await desk.ids({ sort: { by: 'created', descending: true } })).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]);
    expect(await desk.ids({ sort: { by: 'changed' } })).toEqual(['a', 'b', 'c', 'd']);
    expect(await desk.ids({ sort: { by: 'changed', descending: true } })).toEqual([
      'b',
      'c',
      'd',
      'a',
    ]);
  });

  test('a put in the batch of a drop keeps its place, as in batches apart', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([putRow('a', {})], [putRow('b', {})], [dropRow('a')], [putRow('a', {})]);
    expect(await desk.ids()).toEqual(['a', 'b']);
  });

  test('pages join to the whole, in every order, with or without a filter', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(
      ...Array.from(
        { length: 37 },
        (_, i) => [undefined, 1, 'tied text', 'tied text', i, `text ${i % 3}`, true][i % 7],
      ),
    );
    const filters: Partial<Find>[] = [
      {},
      { where: [{ path: 'values.v', op: 'contains', text: 'text' }] },
      { search: 'tied' },
      { where: [{ path: 'values.v', op: 'in', values: ['tied text', null, 1] }] },
    ];
    for (const sort of SORTS) {
      for (const filter of filters) {
        const whole = await desk.ids({ sort, ...filter });
        for (const limit of [1, 4, whole.length]) {
          const found = await pages(desk, { sort, ...filter }, limit);
          expect([sort, filter, limit, found.flat()]).toEqual([sort, filter, limit, whole]);
          expect(found).toHaveLength(Math.ceil(whole.length / limit));
        }
        for (const skip of [0, 3, 11, 36, 99])
          expect([sort, skip, await desk.ids({ sort, ...filter, skip, limit: 5 })]).toEqual([
            sort,
            skip,
            whole.slice(skip, skip + 5),
          ]);
      }
    }
  });

  test('a cursor goes on behind its page whatever comes and goes', async () => {
    for (const sort of SORTS) {
      const desk = await ReadModelHarness.of(make);
      const ties = Array.from({ length: 20 }, (_, i) => (i < 5 ? undefined : i < 15 ? 'tie' : i));
      await desk.values(...ties);
      const before = await desk.ids({ sort });
      const found = await pages(desk, { sort }, 3, async ids => {
        const last = ids.findLast(id => !id.startsWith('new'));
        if (last !== undefined)
          await desk.write([dropRow(last)], [putRow(`new-${last}`, { v: 'tie' })]);
      });
      const old = found.flat().filter(id => !id.startsWith('new'));
      expect([sort, old]).toEqual([sort, before]);
      expect(new Set(found.flat()).size).toBe(found.flat().length);
    }
  });

  test('a page ends by bytes, too: what is behind it, its cursor finds', async () => {
    const desk = await ReadModelHarness.of(make);
    const letters = [100, 10_000, 10_000, 40_000, 100, 100, 25_000, 100];
    await desk.write(
      ...letters.map((length, i) => [putRow(`r${i}`, { v: i % 3, text: 'ı'.repeat(length) })]),
    );
    const bytesOf = async (query: Partial<Find>): Promise<number[]> =>
      (await desk.model.find({ collection: rows, partition: 't', limit: 1000, ...query })).docs.map(
        doc => Buffer.byteLength(JSON.stringify(doc)),
      );
    for (const sort of SORTS) {
      for (const filter of [
        {},
        { search: 'iii' },
        { where: [{ path: 'values.v', op: 'gte', value: 0 }] },
      ] as Partial<Find>[]) {
        const whole = await desk.ids({ sort, ...filter });
        for (const bytes of [
          { most: 1 },
          { most: 50_000 },
          { most: 50_000, perDocument: 10_000 },
          { most: 1_000_000 },
        ]) {
          for (const limit of [3, 1000]) {
            const found = await pages(desk, { sort, ...filter, bytes }, limit);
            expect([sort, filter, bytes, limit, found.flat()]).toEqual([
              sort,
              filter,
              bytes,
              limit,
              whole,
            ]);
          }
          const sizes = (await bytesOf({ sort, ...filter, bytes })).map(
            size => size + (bytes.perDocument ?? 0),
          );
          const all = (await bytesOf({ sort, ...filter })).map(
            size => size + (bytes.perDocument ?? 0),
          );
          let [fit, sum] = [1, all[0]!];
          while (fit < all.length && sum + all[fit]! <= bytes.most) sum += all[fit++]!;
          expect([sort, filter, bytes, sizes]).toEqual([sort, filter, bytes, all.slice(0, fit)]);
        }
      }
      expect(await desk.ids({ sort, skip: 2, bytes: { most: 1 } })).toEqual(
        (await desk.ids({ sort })).slice(2, 3),
      );
      expect(
        (
          await desk.model.find({
            collection: rows,
            partition: 't',
            sort,
            limit: 1000,
            count: true,
            bytes: { most: 1 },
          })
        ).total,
      ).toBe(letters.length);
    }
  });

  test('undecoded, texts are the bytes of their UTF-8', async () => {
    const desk = await ReadModelHarness.of(make);
    const texts = [
      'plain',
      'Çağrı İĞÜŞÖ ıi',
      'é\u0301 ж 漢字 😀',
      '"quoted" \\ \n\t\u0000\u007f\u0080\u00ff\u2028',
      'half \ud83d of a sign',
    ];
    await desk.write(
      ...texts.map((v, i) => [putRow(`r${i}`, { v, [`ş${v}`]: [v, { [v]: i / 7 }] })]),
    );
    const { docs, bytewise = docs } = await desk.model.find({
      collection: rows,
      partition: 't',
      limit: 9,
    });
    expect(docs.map(doc => (doc as unknown as { values: { v: string } }).values.v)).toEqual(texts);
    const encoding = bytewise === docs ? 'utf8' : 'latin1';
    expect(Buffer.from(JSON.stringify(bytewise), encoding).toString()).toBe(JSON.stringify(docs));
  });

  test('a page that is only passed on has the members that were asked for, however long it is', async () => {
    const desk = await ReadModelHarness.of(make);
    const texts = [
      'plain',
      'Çağrı İĞÜŞÖ ıi',
      '漢字 😀',
      '"quoted" \\ \n\u0000\u2028',
      'half \ud83d of a sign',
    ];
    const values = (n: number): JsonObject => ({
      v: n,
      ...(n % 3 > 0 && { s: `${texts[n % 5]!} ${n}` }),
      list: [n, { [texts[n % 5]!]: n / 7 }],
    });
    await desk.write(Array.from({ length: 1_100 }, (_, n) => putRow(`r${n}`, values(n))));
    const members: Members = [
      ['no', 'values.v'],
      ['1', 'id'],
      ['ş"', 'values.s'],
      ['twice', 'id'],
      ['twice', 'values.list'],
      ['never', 'values.never'],
      ['half \udc00', 'values.v'],
    ];
    const query = {
      collection: rows,
      partition: 't',
      sort: { by: { path: 'values.v' } as const, descending: true },
      members,
    };
    const answered = ({ json, docs }: Found): unknown =>
      json
        ? JSON.parse(Buffer.concat(json.bytes).toString())
        : JSON.parse(JSON.stringify(docs.map(doc => shown(doc, members))));
    const expected = Array.from({ length: 1_100 }, (_, i) =>
      shown({ id: `r${1_099 - i}`, values: values(1_099 - i) }, members),
    );
    const whole = JSON.parse(Buffer.from(JSON.stringify(expected)).toString()) as unknown[];
    for (const limit of [5, 1_000]) {
      const first = await desk.model.find({ ...query, limit, count: true });
      expect([answered(first), first.total, first.json?.length ?? first.docs.length]).toEqual([
        whole.slice(0, limit),
        1_100,
        limit,
      ]);
      expect(
        answered(await desk.model.find({ ...query, limit, cursor: first.nextCursor! })),
      ).toEqual(whole.slice(limit, 2 * limit));
    }
    const found = await desk.model.find({ ...query, limit: 1_000, bytes: { most: 20_000 } });
    const { docs } = await desk.model.find({
      ...query,
      members: undefined,
      limit: 1_000,
      bytes: { most: 20_000 },
    });
    expect([answered(found), found.nextCursor !== undefined]).toEqual([
      whole.slice(0, docs.length),
      true,
    ]);
    expect(answered(await desk.model.find({ ...query, partition: 'none', limit: 1_000 }))).toEqual(
      [],
    );
    await expect(desk.model.find({ ...query, limit: 1_000, cursor: 'none' })).rejects.toThrow(
      BadCursor,
    );
  });

  test('a cursor of all documents goes on among some of them', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(
      ...Array.from({ length: 8 }, (_, i) => (i < 2 ? undefined : i < 6 ? 'tie' : i)),
    );
    for (const sort of SORTS) {
      const all = await desk.ids({ sort });
      const some = all.filter((_, i) => i % 3 !== 1);
      for (const i of all.slice(1).keys()) {
        const query = { collection: rows, partition: 't', sort, skip: i, limit: 1 };
        const { docs, nextCursor } = await desk.model.find(query);
        const after = await desk.ids({ sort, ids: some, cursor: nextCursor! });
        expect([sort, docs[0]?.id, after]).toEqual([
          sort,
          all[i],
          all.slice(i + 1).filter(id => some.includes(id)),
        ]);
      }
    }
  });

  test('skip counts from behind the cursor', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(3, 1, 2, 2, 2, 1);
    for (const sort of SORTS) {
      const whole = await desk.ids({ sort });
      const { nextCursor } = await desk.model.find({
        collection: rows,
        partition: 't',
        sort,
        limit: 2,
      });
      expect([sort, await desk.ids({ sort, cursor: nextCursor!, skip: 1, limit: 2 })]).toEqual([
        sort,
        whole.slice(3, 5),
      ]);
    }
  });

  test('cursors that are none', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(1, 2, 3);
    const { nextCursor } = await desk.model.find({ collection: rows, partition: 't', limit: 1 });
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const cursor of [
      '',
      'x',
      'bm8',
      nextCursor!.slice(0, -4),
      encoded(null),
      encoded({}),
      encoded(['+created', null]),
      encoded(['+created', null, 1.5]),
      encoded(['+created', [], 1]),
      encoded(['+created', null, '1']),
    ]) {
      await expect(desk.ids({ cursor })).rejects.toThrow(BadCursor);
      await expect(desk.ids({ cursor, partition: 'nobody' })).rejects.toThrow(BadCursor);
    }
    await expect(desk.ids({ cursor: nextCursor!, sort: byV })).rejects.toThrow(BadCursor);
  });

  test('totals count all that match, whatever the page', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(1, 2, 2, 'x');
    await desk.write([dropRow('r0')], [putRow('r1', { v: 2 })]);
    const total = async (query: Partial<Find>) =>
      (await desk.model.find({ collection: rows, partition: 't', limit: 1, count: true, ...query }))
        .total;
    expect(await total({})).toBe(3);
    expect(await total({ skip: 9 })).toBe(3);
    expect(await total({ where: [{ path: 'values.v', op: 'eq', value: 2 }] })).toBe(2);
    expect(await total({ partition: 'nobody' })).toBe(0);
    expect(
      await desk.model.find({ collection: rows, partition: 't', limit: 1 }),
    ).not.toHaveProperty('total');
  });

  test('a total is exact up to a bound; beyond it is as large at least', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(1, 2, 2, 'x', 2, 2);
    const asked = async (upTo: number, query: Partial<Find> = {}) => {
      const { total, totalIsAtLeast = false } = await desk.model.find({
        collection: rows,
        partition: 't',
        limit: 1,
        where: [{ path: 'values.v', op: 'eq', value: 2 }],
        count: { upTo },
        ...query,
      });
      return { total, totalIsAtLeast };
    };
    for (const query of [{}, { limit: 0 }, { skip: 2 }, { skip: 9 }, { limit: 9 }]) {
      expect(await asked(4, query)).toEqual({ total: 4, totalIsAtLeast: false });
      expect(await asked(5, query)).toEqual({ total: 4, totalIsAtLeast: false });
      // A store may tell a total that it knows anyway.
      expect([
        { total: 3, totalIsAtLeast: true },
        { total: 4, totalIsAtLeast: false },
      ]).toContainEqual(await asked(3, query));
    }
    expect(await asked(1, { where: [] })).toEqual({ total: 6, totalIsAtLeast: false });
    expect(await asked(9, { partition: 'nobody' })).toEqual({ total: 0, totalIsAtLeast: false });
  });

  test('positions are compared as the texts that they are, however large', async () => {
    const desk = await ReadModelHarness.of(make);
    const places = [
      positionOf(7),
      positionOf(1),
      positionOf(2n ** 53n + 1n),
      positionOf(2n ** 53n),
      positionOf(10n ** 20n - 1n),
      positionOf(7),
      undefined,
      null,
    ];
    await desk.write(
      ...places.map((place, i) => [
        putNote({ id: `n${i}`, projectId: 'p', ...(place !== undefined && { place }) }),
      ]),
    );
    const ask = async (query: Partial<Find>) =>
      (await desk.model.find({ collection: notes, limit: 9, ...query })).docs.map(({ id }) => id);
    const where = [{ path: 'projectId', op: 'eq', value: 'p' }] as const;
    const sort = { by: { path: 'place' } };
    expect(await ask({ where, sort })).toEqual(['n6', 'n7', 'n1', 'n0', 'n5', 'n3', 'n2', 'n4']);
    expect(await ask({ where, sort: { ...sort, descending: true } })).toEqual([
      'n4',
      'n2',
      'n3',
      'n0',
      'n5',
      'n1',
      'n6',
      'n7',
    ]);
    const found = (op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte', value: string) =>
      ask({ where: [...where, { path: 'place', op, value }], sort });
    expect(await found('gt', positionOf(2n ** 53n))).toEqual(['n2', 'n4']);
    expect(await found('gte', positionOf(7))).toEqual(['n0', 'n5', 'n3', 'n2', 'n4']);
    expect(await found('lt', positionOf(2n ** 53n + 1n))).toEqual(['n1', 'n0', 'n5', 'n3']);
    expect(await found('lte', positionOf(7))).toEqual(['n1', 'n0', 'n5']);
    expect(await found('lt', '9'.repeat(20))).toEqual(['n1', 'n0', 'n5', 'n3', 'n2']);
    expect(await found('eq', positionOf(7))).toEqual(['n0', 'n5']);
    expect(await found('ne', positionOf(7))).toEqual(['n6', 'n7', 'n1', 'n3', 'n2', 'n4']);
    expect(
      await ask({
        where: [
          ...where,
          { path: 'place', op: 'in', values: [positionOf(1), positionOf(2n ** 53n)] },
        ],
        sort,
      }),
    ).toEqual(['n1', 'n3']);
    const mixed = [null, positionOf(1), 'nothing', positionOf(10n ** 20n - 1n)];
    expect(
      await ask({ where: [...where, { path: 'place', op: 'in', values: mixed }], sort }),
    ).toEqual(['n6', 'n7', 'n1', 'n4']);
    expect(await ask({ where: [...where, { path: 'place', op: 'empty', value: true }] })).toEqual([
      'n6',
      'n7',
    ]);
    expect(
      await ask({ where: [...where, { path: 'place', op: 'contains', text: '0007' }] }),
    ).toEqual(['n0', 'n5']);
    for (const descending of [false, true]) {
      const whole = await ask({ where, sort: { ...sort, descending } });
      const paged: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await desk.model.find({
          collection: notes,
          where,
          sort: { ...sort, descending },
          limit: 1,
          ...(cursor !== undefined && { cursor }),
        });
        paged.push(...page.docs.map(({ id }) => id));
        if ((cursor = page.nextCursor) === undefined) break;
      }
      expect(paged).toEqual(whole);
    }
    expect(
      await Promise.all(
        places.map(async (_, i) => (await desk.model.get(notes, `n${i}`))?.['place']),
      ),
    ).toEqual(places);
  });

  test('declared indexes: equality, then order', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      ...[3, 1, 2, 2].map((at, i) => [
        putNote({ id: `a${i}`, projectId: 'p', at }),
        putNote({ id: `b${i}`, projectId: 'q', at }),
      ]),
    );
    const ask = async (query: Partial<Find>) =>
      (await desk.model.find({ collection: notes, limit: 9, ...query })).docs.map(({ id }) => id);
    const where = [{ path: 'projectId', op: 'eq', value: 'p' }] as const;
    expect(await ask({ where, sort: { by: { path: 'at' } } })).toEqual(['a1', 'a2', 'a3', 'a0']);
    expect(await ask({ where, sort: { by: { path: 'at' }, descending: true } })).toEqual([
      'a0',
      'a2',
      'a3',
      'a1',
    ]);
    expect(await ask({ where: [...where, { path: 'at', op: 'gte', value: 2 }] })).toEqual([
      'a0',
      'a2',
      'a3',
    ]);
  });
}
