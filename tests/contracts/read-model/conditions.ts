import { newId } from '@hzm/contracts/core/ids';
import type { Json } from '@hzm/contracts/core/json';
import { readOperand, readValue } from '@hzm/contracts/features/tables/canonical';
import { compile, compileGroup, matches, matchesGroup } from '@hzm/services/core/ports/condition';
import type { Condition, ConditionGroup } from '@hzm/services/core/ports/read-model';
import { compareKeys, orderKey } from '@hzm/services/core/ports/value';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Bare,
  ReadModelHarness,
  type Make,
  patchRow,
  putNote,
  putRow,
  notes,
  rows,
} from './harness.ts';

/** Which values meet which condition. Found rows are named by their place in `VALUES`. */
const VALUES = [
  /* 0 */ undefined,
  /* 1 */ null,
  /* 2 */ '',
  /* 3 */ 'ışık',
  /* 4 */ 'IŞIK',
  /* 5 */ 'isik',
  /* 6 */ 'İs\u0327i\u0307k',
  /* 7 */ '12',
  /* 8 */ 12,
  /* 9 */ -0,
  /* 10 */ 0,
  /* 11 */ true,
  /* 12 */ false,
  /* 13 */ { amount: 12, currency: 'TRY', symbol: '₺' },
  /* 14 */ ['ışık', 12],
  /* 15 */ { lat: 12, lng: true },
  /* 16 */ 1e21,
  /* 17 */ 1e-7,
  /* 18 */ -5.5,
  /* 19 */ `50% _"'\\*`,
  /* 20 */ 'çam',
  /* 21 */ 'cam',
  /* 22 */ { amount: 0.5 },
  /* 23 */ '😀😀 "OR" NOT (a:b) ^c* -d',
];

const ALL = VALUES.map((_, i) => i);
const FILLED = ALL.slice(2);
const without = (...gone: number[]): number[] => ALL.filter(i => !gone.includes(i));
const LIGHT = [3, 4, 5, 6];

const cases: [Bare, number[]][] = [
  [{ op: 'eq', value: 'ışık' }, LIGHT],
  [{ op: 'eq', value: 'I\u015eiK' }, LIGHT],
  [{ op: 'ne', value: 'isik' }, without(...LIGHT)],
  [{ op: 'eq', value: 'ışı' }, []],
  [{ op: 'eq', value: '12' }, [7]],
  [{ op: 'eq', value: 12 }, [8]],
  [{ op: 'ne', value: 12 }, without(8)],
  [{ op: 'eq', value: 0 }, [9, 10]],
  [{ op: 'eq', value: -0 }, [9, 10]],
  [{ op: 'eq', value: true }, [11]],
  [{ op: 'eq', value: 'true' }, []],
  [{ op: 'eq', value: '["ışık",12]' }, []],
  [{ op: 'eq', value: null }, [0, 1]],
  [{ op: 'ne', value: null }, FILLED],
  [{ op: 'eq', value: '' }, [2]],
  [{ op: 'eq', value: Number.NaN }, []],
  [{ op: 'ne', value: Number.NaN }, ALL],
  [{ op: 'eq', value: 'Çam' }, [20, 21]],
  [{ op: 'empty', value: true }, [0, 1, 2]],
  [{ op: 'empty', value: false }, without(0, 1, 2)],
  [{ op: 'in', values: ['ISIK', 12, false, null] }, [0, 1, 3, 4, 5, 6, 8, 12]],
  [{ op: 'in', values: [] }, []],
  [{ op: 'in', values: ['çam', '', 'yok'] }, [2, 20, 21]],
  [{ op: 'gt', value: 0 }, [8, 16, 17]],
  [{ op: 'gte', value: -0 }, [8, 9, 10, 16, 17]],
  [{ op: 'lt', value: 12 }, [9, 10, 17, 18]],
  [{ op: 'lte', value: 12 }, [8, 9, 10, 17, 18]],
  [{ op: 'lt', value: Infinity }, [8, 9, 10, 16, 17, 18]],
  [{ op: 'eq', value: { amount: 12, currencies: ['TRY'] } }, [13]],
  [{ op: 'eq', value: { amount: 12, currencies: ['USD'] } }, []],
  [{ op: 'ne', value: { amount: 12, currencies: ['USD', 'TRY'] } }, without(13)],
  [{ op: 'in', values: [12, { amount: 12, currencies: ['USD', 'TRY'] }] }, [8, 13]],
  [{ op: 'gt', value: { amount: -1, currencies: ['TRY'] } }, [13]],
  [{ op: 'gt', value: { amount: 12, currencies: ['TRY'] } }, []],
  [{ op: 'gte', value: { amount: 12, currencies: ['USD', 'TRY', 'EUR'] } }, [13]],
  [{ op: 'lt', value: { amount: 1e9, currencies: ['TRY'] } }, [13]],
  [{ op: 'lte', value: { amount: 1e9, currencies: ['EUR', 'USD'] } }, []],
  [{ op: 'gt', value: Number.NaN }, []],
  [{ op: 'gt', value: 'cam' }, [3, 4, 5, 6, 20, 23]],
  [{ op: 'gte', value: 'CAM' }, [3, 4, 5, 6, 20, 21, 23]],
  [{ op: 'lt', value: 'i' }, [2, 3, 4, 7, 19, 20, 21]],
  [{ op: 'lte', value: '' }, [2]],
  [{ op: 'lt', value: '' }, []],
  [{ op: 'gt', value: false }, [11]],
  [{ op: 'lte', value: true }, [11, 12]],
  [{ op: 'lt', value: false }, []],
  [{ op: 'gte', value: null }, [0, 1]],
  [{ op: 'gt', value: null }, []],
  [{ op: 'contains', text: 'ŞIK' }, [...LIGHT, 14]],
  [{ op: 'contains', text: 's\u0327i\u0307' }, [...LIGHT, 14]],
  [{ op: 'contains', text: 'k' }, [...LIGHT, 14]],
  [{ op: 'contains', text: '12' }, [7, 8, 13, 14, 15]],
  [{ op: 'contains', text: '12 try' }, [13]],
  [{ op: 'contains', text: 'E+21' }, [16]],
  [{ op: 'contains', text: '1e-7' }, [17]],
  [{ op: 'contains', text: '-5.5' }, [18]],
  [{ op: 'contains', text: '-0' }, []],
  [{ op: 'contains', text: 'TRUE' }, [11, 15]],
  [{ op: 'contains', text: '"lat":12,"lng"' }, []],
  [{ op: 'contains', text: '"ışık"' }, []],
  [{ op: 'contains', text: '0.5' }, [22]],
  [{ op: 'contains', text: '0.5 ' }, []],
  [{ op: 'contains', text: '%' }, [19]],
  [{ op: 'contains', text: '0% _"\'\\*' }, [19]],
  [{ op: 'contains', text: '5_%' }, []],
  [{ op: 'contains', text: '😀😀' }, [23]],
  [{ op: 'contains', text: '😀 "or" not (A:B) ^c* -D' }, [23]],
  [{ op: 'contains', text: 'ışık ' }, []],
  [{ op: 'contains', text: '' }, FILLED],
];

const moment = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map(at => at.toISOString());
const anOperand = fc.oneof(
  moment,
  fc.nat(100_000),
  fc.boolean(),
  fc.constantFrom('10:00', '2026-06-01', 'çay', 'ÇAY', ''),
);
const anAmount = fc.record({
  amount: fc.nat(5_000),
  currencies: fc.subarray(['TRY', 'USD'], { minLength: 1 }),
});
const isOperand = (value: Json): value is string | number | boolean => typeof value !== 'object';
/** Values of types that are written in several forms, and of others, in their canonical form. */
const anyValue: fc.Arbitrary<Json> = fc.oneof(
  anOperand,
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(n => n + 0),
  moment.map(at => at.slice(0, 10)),
  moment.map(at => at.slice(11, 19)),
  moment.map(at => at.replace('Z', '+03:00')),
  fc
    .tuple(fc.nat(5_000), fc.constantFrom('g', 'kg', 't', 'lb', 'oz'))
    .map(([value, unit]) => ({ value, unit })),
  fc
    .tuple(fc.nat(5_000), fc.constantFrom('TRY', 'USD'))
    .map(([amount, currency]) => ({ amount, currency, symbol: '' })),
  fc.record({ lat: fc.nat(90), lng: fc.nat(180) }),
  fc.array(fc.nat(9), { maxLength: 3 }),
);

export function conditionsContract(make: Make): void {
  test('every condition on every kind of value', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(...VALUES);
    for (const [condition, found] of cases) {
      const expected = found.map(i => `r${i}`);
      expect([condition, await desk.where(condition)]).toEqual([condition, expected]);
      const { total } = await desk.model.find({
        collection: rows,
        partition: 't',
        where: [{ path: 'values.v', ...condition }],
        limit: 1,
        count: true,
      });
      expect([condition, total]).toEqual([condition, expected.length]);
    }
  });

  test('the same on a member that no index is for', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      ...VALUES.map((v, i) => [putNote({ id: `r${i}`, ...(v !== undefined && { v }) })]),
    );
    for (const [condition, found] of cases) {
      const { docs } = await desk.model.find({
        collection: notes,
        where: [{ path: 'v', ...condition }],
        limit: 99,
      });
      expect([condition, docs.map(({ id }) => id)]).toEqual([condition, found.map(i => `r${i}`)]);
    }
  });

  test('the same on a declared index', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      ...VALUES.map((v, i) => [
        putNote({ id: `r${i}`, ...(v !== undefined && { email: v, projectId: v }) }),
      ]),
    );
    for (const [condition, found] of cases) {
      for (const path of ['email', 'projectId']) {
        const { docs } = await desk.model.find({
          collection: notes,
          where: [{ path, ...condition }],
          limit: 99,
        });
        expect([path, condition, docs.map(({ id }) => id)]).toEqual([
          path,
          condition,
          found.map(i => `r${i}`),
        ]);
      }
    }
  });

  test('the same on a member that no document ever had: each is nothing there', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(1, 'x', null);
    for (const [condition, found] of cases) {
      const where = [{ path: 'values.never', ...condition }] as const;
      const expected = found.includes(0) ? ['r0', 'r1', 'r2'] : [];
      const { total } = await desk.model.find({
        collection: rows,
        partition: 't',
        where,
        limit: 1,
        count: true,
      });
      expect([condition, await desk.ids({ where }), total]).toEqual([
        condition,
        expected,
        expected.length,
      ]);
    }
    expect(
      await desk.ids({
        where: [
          { path: 'values.never', op: 'empty', value: true },
          { path: 'values.v', op: 'ne', value: 1 },
        ],
      }),
    ).toEqual(['r1', 'r2']);
    expect(
      await desk.ids({
        where: [
          { path: 'values.v', op: 'ne', value: 1 },
          { path: 'values.never', op: 'contains', text: '' },
        ],
      }),
    ).toEqual([]);
    expect(
      await desk.ids({ where: [{ path: 'values.never', op: 'ne', value: 'x' }], search: 'x' }),
    ).toEqual(['r1']);
  });

  test('a member that all documents lost is as one that none had', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(1, 'x');
    await desk.write(
      [patchRow('r0', { 'values.v': null })],
      [patchRow('r1', { 'values.v': undefined })],
    );
    expect([
      await desk.where({ op: 'empty', value: true }),
      await desk.where({ op: 'ne', value: 'x' }),
      await desk.where({ op: 'gt', value: 0 }),
    ]).toEqual([['r0', 'r1'], ['r0', 'r1'], []]);
  });

  test('lists of a thousand values, and numbers and texts to the last digit and sign', async () => {
    const desk = await ReadModelHarness.of(make);
    const values = [
      0.1 + 0.2,
      5e-324,
      -Number.MAX_VALUE,
      2 ** 53,
      410_918_513_186_941_000,
      1e21,
      'a\u0000b',
      '\ud800',
      '"\\',
      '😀',
      '',
      true,
    ];
    await desk.values(...values, 'not there', 1);
    const many = Array.from({ length: 1000 }, (_, i) => (i % 2 ? i + 0.5 : `no ${i}`));
    const found = values.map((_, i) => `r${i}`);
    expect(await desk.where({ op: 'in', values })).toEqual(found);
    expect(
      await desk.where({ op: 'in', values: [...many.slice(values.length), ...values] }),
    ).toEqual(found);
    for (const [i, value] of values.entries())
      expect([value, await desk.where({ op: 'in', values: [value, 'no'] })]).toEqual([
        value,
        [`r${i}`],
      ]);
    expect(
      await desk.where({
        op: 'in',
        values: [0.3, 0, 1e-323, 410_918_513_186_941_060, Infinity, -Infinity],
      }),
    ).toEqual([]);
  });

  test('fifty conditions', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(1, 2, 3);
    const where = Array.from(
      { length: 50 },
      (_, i) =>
        ({ path: i % 2 ? 'values.v' : `values.never${i}`, op: 'ne', value: i + 1 }) as const,
    );
    expect(await desk.ids({ where })).toEqual(['r0', 'r2']);
  });

  test('all conditions must hold', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(1, 2, 3, 4, 'x');
    const where = [
      { path: 'values.v', op: 'gt', value: 1 },
      { path: 'values.v', op: 'ne', value: 3 },
      { path: 'id', op: 'ne', value: 'r9' },
    ] as const;
    expect(await desk.ids({ where })).toEqual(['r1', 'r3']);
  });

  test('search looks into every member, and nowhere else', async () => {
    const desk = await ReadModelHarness.of(make);
    const row = (id: string, values: object, note = '') =>
      ({ op: 'put', collection: 'rows', partition: 't', id, doc: { id, note, values } }) as never;
    await desk.write(
      [row('a', { x: 'Işıklı', y: 1 })],
      [row('b', { z: ['ISIK'], x: 'is' })],
      [row('c', { x: 'iş', y: 'ık' })],
      [row('d', {}, 'ışık')],
      [row('e', { amount: 5 })],
    );
    expect(await desk.ids({ search: 'IŞIK' })).toEqual(['a', 'b']);
    expect(await desk.ids({ search: 'iş' })).toEqual(['a', 'b', 'c']);
    expect(
      await desk.ids({ search: 'ışık', where: [{ path: 'values.y', op: 'eq', value: 1 }] }),
    ).toEqual(['a']);
    expect(await desk.ids({ search: 'amount' })).toEqual([]);
    expect(await desk.ids({ search: '' })).toEqual(['a', 'b', 'c', 'e']);
  });

  test('texts in objects and lists are searched as they are written, each by itself', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values({ not: 'satır\n"tırnak"', 'ad"ı': 'çay' }, ['bir', 'iki', [true, 12]], 'düz');
    expect(await desk.where({ op: 'contains', text: 'satır\n"tır' })).toEqual(['r0']);
    expect(await desk.where({ op: 'contains', text: 'AD"I' })).toEqual(['r0']);
    expect(await desk.ids({ search: 'iki' })).toEqual(['r1']);
    expect(await desk.ids({ search: '12' })).toEqual(['r1']);
    for (const text of ['bir iki', 'biriki', '","', '\\n', '{', '[', 'çay}', '":'])
      expect([text, await desk.ids({ search: text })]).toEqual([text, []]);
  });

  test('texts that hold a moment are compared as the texts that they are', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values('2026-06-01T10:00+03:00', '2026-06-01T08:00:00Z', '2026-06-01T07:00:00.000Z');
    expect(await desk.where({ op: 'eq', value: '2026-06-01T07:00:00.000Z' })).toEqual(['r2']);
    expect(await desk.where({ op: 'contains', text: '10:00+03' })).toEqual(['r0']);
    expect(await desk.ids({ sort: { by: { path: 'values.v' } } })).toEqual(['r2', 'r1', 'r0']);
  });

  test('weights are compared by their grams', async () => {
    const scale = await ReadModelHarness.of(make);
    await scale.values(
      { value: 2, unit: 'kg' },
      { value: 1500, unit: 'g' },
      { value: 0.001, unit: 't' },
      { value: 1.1, unit: 'kg' },
      { value: 1100, unit: 'g' },
    );
    expect(await scale.ids({ sort: { by: { path: 'values.v' } } })).toEqual([
      'r2',
      'r3',
      'r4',
      'r1',
      'r0',
    ]);
    expect(await scale.where({ op: 'eq', value: 1100 })).toEqual(['r3', 'r4']);
    expect(await scale.where({ op: 'contains', text: '1.1 KG' })).toEqual(['r3']);
  });

  test('weights and durations in all units are equal and ordered by what they stand for', async () => {
    // In 10^-9 g and in seconds; exact as doubles.
    const units = { g: 1e9, kg: 1e12, t: 1e15, lb: 45_359_237e4, oz: 28_349_523_125 } as const;
    const spans = { S: 1, M: 60, H: 3_600 } as const;
    const weights = fc.record({
      value: fc.constantFrom(0, 1, 2, 16, 32, 1_000, 2_000, 16_000),
      unit: fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[])),
    });
    const durations = fc.record({
      value: fc.constantFrom(0, 1, 60, 120, 3_600, 7_200),
      unit: fc.constantFrom(...(Object.keys(spans) as (keyof typeof spans)[])),
    });
    const cases = [
      ...fc.sample(weights, { numRuns: 40, seed: 31 }).map(({ value, unit }) => ({
        type: 'weight' as const,
        value: { value, unit },
        operand: `${value} ${unit}`,
        size: value * units[unit],
      })),
      ...fc.sample(durations, { numRuns: 30, seed: 31 }).map(({ value, unit }) => ({
        type: 'duration' as const,
        value: `PT${value}${unit}`,
        operand: `PT${value}${unit}`,
        size: value * spans[unit],
      })),
    ];
    for (const type of ['weight', 'duration'] as const) {
      const desk = await ReadModelHarness.of(make);
      const all = cases.filter(one => one.type === type).map((one, i) => ({ ...one, id: `r${i}` }));
      await desk.values(...all.map(({ value }) => readValue(type, value, 'UTC')!));
      const ordered = all.toSorted((a, b) => a.size - b.size);
      expect(await desk.ids({ sort: { by: { path: 'values.v' } } })).toEqual(
        ordered.map(({ id }) => id),
      );
      for (const { operand, size } of all.slice(0, 10)) {
        const value = readOperand(type, operand, 'UTC')!;
        const passing = (passes: (other: number) => boolean): string[] =>
          all.filter(other => passes(other.size)).map(({ id }) => id);
        expect([operand, await desk.where({ op: 'eq', value })]).toEqual([
          operand,
          passing(other => other === size),
        ]);
        expect([operand, await desk.where({ op: 'lt', value })]).toEqual([
          operand,
          passing(other => other < size),
        ]);
      }
    }
  });

  test('a list has the texts of its items as wholes, a text has itself', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.values(['a', 'ab'], ['ab'], 'a', 'ab', null, undefined, [], 7, [['a']], '');
    const has = (values: readonly string[], negated = false) =>
      desk.where({ op: 'has', values, negated });
    expect(await has(['a'])).toEqual(['r0', 'r2', 'r8']);
    expect(await has(['A', 'none'])).toEqual(['r0', 'r2', 'r8']);
    expect(await has(['b'])).toEqual([]);
    expect(await has([])).toEqual([]);
    expect(await has(['ab', 'a'])).toEqual(['r0', 'r1', 'r2', 'r3', 'r8']);
    const others = ['r2', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9'];
    expect(await has(['ab'], true)).toEqual(others);
    // As a field of all its options has, with those that were merged into them.
    const many = [...Array.from({ length: 1_500 }, (_, i) => `"${i}`), 'AB'];
    expect(await has(many)).toEqual(['r0', 'r1', 'r3']);
    expect(await has(many, true)).toEqual(others);
    expect(await has([...many, ''])).toEqual(await has(['ab', '']));
  });

  test('a list has texts of any letters, also looked for beside a thousand others', async () => {
    const desk = await ReadModelHarness.of(make);
    const odd = ['a"b', 'a\\u0001b', 'a\\', '\\', '","', '[]', 'null', "'", 'a\nb', '\u2028', 'ş'];
    await desk.values(...odd, ...odd.map(text => ['x', text, 'y']));
    const others = Array.from({ length: 1_000 }, (_, i) => `${i}`);
    for (const [at, text] of odd.entries()) {
      const both = [`r${at}`, `r${at + odd.length}`];
      const found = await desk.where({ op: 'has', values: [...others, text] });
      expect([text, new Set(found)]).toEqual([text, new Set(both)]);
    }
  });

  test('search takes a condition instead of the text', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      [putRow('a', { x: 'elma', y: 'done' })],
      [putRow('b', { x: 'done', y: 'open' })],
      [putRow('c', { x: 'armut', y: ['open', 'done'] })],
      [putRow('d', { x: 'ayva', y: 'open' })],
    );
    const query = { search: 'done', searchIn: ['x'] };
    const also = { path: 'values.y', op: 'has', values: ['done'] } as const;
    expect(await desk.ids(query)).toEqual(['b']);
    expect(await desk.ids({ ...query, searchAlso: [also] })).toEqual(['a', 'b', 'c']);
    expect(
      await desk.ids({
        ...query,
        searchAlso: [{ path: 'values.never', op: 'in', values: ['done'] }, also],
        where: [{ path: 'values.x', op: 'ne', value: 'elma' }],
      }),
    ).toEqual(['b', 'c']);
    const within = { all: [also, { path: 'values.x', op: 'lt', value: 'b' }] } as const;
    expect(await desk.ids({ ...query, searchAlso: [within] })).toEqual(['b', 'c']);
  });

  test('canonical values of all types are found and sorted as a naive model does it', async () => {
    const desk = await ReadModelHarness.of(make);
    const values = fc.sample(anyValue, { numRuns: 60, seed: 37 });
    await desk.values(...values);
    const docs = values.map((v, i) => ({ id: `r${i}`, values: { v } }));
    const operands = fc.sample(
      fc.oneof(anOperand, anAmount, fc.constantFrom(...values.filter(isOperand))),
      {
        numRuns: 12,
        seed: 37,
      },
    );
    for (const value of operands) {
      const asked: Bare[] = [
        ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const).map(op => ({ op, value })),
        { op: 'in', values: [value, 12] },
      ];
      for (const condition of asked) {
        const naive = docs.filter(doc => matches(doc, compile({ path: 'values.v', ...condition })));
        expect([condition, await desk.where(condition)]).toEqual([
          condition,
          naive.map(({ id }) => id),
        ]);
      }
    }
    const sorted = docs.toSorted((a, b) => compareKeys(orderKey(a.values.v), orderKey(b.values.v)));
    expect(await desk.ids({ sort: { by: { path: 'values.v' } } })).toEqual(
      sorted.map(({ id }) => id),
    );
  });

  test('groups of conditions find the documents that a naive model finds', async () => {
    const desk = await ReadModelHarness.of(make);
    const values = fc.sample(fc.record({ v: anyValue, w: fc.nat(3) }), { numRuns: 60, seed: 56 });
    await desk.write(...values.map((row, i) => [putRow(`r${i}`, row)]));
    const operand = fc.oneof(anOperand, fc.constantFrom(...values.map(({ v }) => v)));
    const condition: fc.Arbitrary<Condition> = fc.oneof(
      fc
        .tuple(fc.constantFrom('eq', 'ne', 'gt', 'lte'), operand.filter(isOperand))
        .map(([op, value]): Condition => ({ path: 'values.v', op: op as 'eq', value })),
      fc.nat(3).map(value => ({ path: 'values.w', op: 'eq', value }) as const),
      fc.boolean().map(value => ({ path: 'values.v', op: 'empty', value }) as const),
      fc
        .boolean()
        .map(negated => ({ path: 'values.v', op: 'has', values: ['a'], negated }) as const),
      fc.constantFrom('eq', 'ne').map(op => ({ path: 'values.never', op, value: 1 }) as const),
      fc.constantFrom('r1', 'r2').map(id => ({ path: 'id', op: 'in', values: [id] }) as const),
    );
    const groupOf = <T>(item: fc.Arbitrary<T>) => {
      const items = fc.array(item, { minLength: 1, maxLength: 3 });
      return fc.oneof(
        items.map(any => ({ any })),
        items.map(all => ({ all })),
      );
    };
    const group = groupOf(fc.oneof(condition, groupOf(condition))) as fc.Arbitrary<ConditionGroup>;
    for (const groups of fc.sample(fc.array(group, { minLength: 1, maxLength: 2 }), {
      numRuns: 40,
      seed: 56,
    })) {
      const tests = groups.map(compileGroup);
      const naive = values.flatMap((row, i) =>
        tests.every(one => matchesGroup({ id: `r${i}`, values: row }, one)) ? [`r${i}`] : [],
      );
      expect([groups, await desk.ids({ groups })]).toEqual([groups, naive]);
    }
  });

  test('documents are found by their ids, letter by letter, beside other conditions', async () => {
    const desk = await ReadModelHarness.of(make);
    const [a, b] = [newId(), newId()];
    const made = [a, b, 'Ç'].map((id, i) => putRow(id, { v: i }));
    await desk.write([...made, putRow(a, { v: 9 }, 'other')]);
    const sort = { by: { path: 'values.v' }, descending: true } as const;
    expect(await desk.ids({ ids: ['Ç', a, newId()], sort })).toEqual(['Ç', a]);
    expect(
      await desk.ids({ ids: [b, a], where: [{ path: 'values.v', op: 'gt', value: 0 }] }),
    ).toEqual([b]);
    expect([await desk.ids({ ids: [] }), await desk.ids({ ids: ['ç', 'C'] })]).toEqual([[], []]);
    const page = { collection: rows, partition: 't', limit: 1, count: true, ids: [a, b] } as const;
    const first = await desk.model.find(page);
    const second = await desk.model.find({ ...page, cursor: first.nextCursor! });
    expect([first.total, first.docs[0]!.id, second.docs[0]!.id, second.nextCursor]).toEqual([
      2,
      a,
      b,
      undefined,
    ]);
  });

  test('search looks only into the members that it names', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([
      {
        op: 'put',
        collection: 'rows',
        partition: 't',
        id: 'a',
        doc: { id: 'a', values: { x: 'çilek', y: 'armut' } },
      },
    ]);
    expect(await desk.ids({ search: 'cilek', searchIn: ['x', 'never'] })).toEqual(['a']);
    expect(await desk.ids({ search: 'cilek', searchIn: ['y'] })).toEqual([]);
    expect(await desk.ids({ search: 'cilek', searchIn: ['never'] })).toEqual([]);
    expect(await desk.ids({ search: 'cilek', searchIn: [] })).toEqual([]);
    expect(
      await desk.ids({
        search: 'cilek',
        searchIn: ['y'],
        where: [{ path: 'values.x', op: 'contains', text: 'cilek' }],
      }),
    ).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`m${i}`, `text ${i}`]));
    await desk.write([
      {
        op: 'put',
        collection: 'rows',
        partition: 't',
        id: 'wide',
        doc: { id: 'wide', values: many },
      },
    ]);
    expect(await desk.ids({ search: 'text 1199', searchIn: ['m1199', 'x'] })).toEqual(['wide']);
    expect(await desk.ids({ search: 'text 1199', searchIn: ['m3', 'x'] })).toEqual([]);
  });

  test('very long texts are compared whole', async () => {
    const desk = await ReadModelHarness.of(make);
    const long = 'Şx'.repeat(1 << 19);
    await desk.values(
      long,
      `${long}y`,
      'short',
      `${'z'.repeat(70)}1`,
      `${'z'.repeat(70)}2`,
      `😀${'z'.repeat(63)}1`,
      `😀${'z'.repeat(63)}2`,
    );
    expect(await desk.where({ op: 'eq', value: long.toLowerCase() })).toEqual(['r0']);
    expect(await desk.where({ op: 'contains', text: 'XSXY' })).toEqual(['r1']);
    expect(await desk.ids({ search: 'şxş' })).toEqual(['r0', 'r1']);
    expect(await desk.where({ op: 'contains', text: long })).toEqual(['r0', 'r1']);
    expect(await desk.where({ op: 'eq', value: `${'Z'.repeat(70)}1` })).toEqual(['r3']);
    expect(await desk.where({ op: 'in', values: [`😀${'z'.repeat(63)}2`, 'short'] })).toEqual([
      'r2',
      'r6',
    ]);
  });

  test('more members than a table has room for', async () => {
    const desk = await ReadModelHarness.of(make);
    const many = Object.fromEntries(Array.from({ length: 1200 }, (_, i) => [`m${i}`, `text ${i}`]));
    await desk.values('a', 'b');
    await desk.write([
      {
        op: 'put',
        collection: 'rows',
        partition: 't',
        id: 'wide',
        doc: { id: 'wide', values: many },
      },
    ]);
    for (const i of [3, 70, 600, 1199]) {
      expect(
        await desk.ids({ where: [{ path: `values.m${i}`, op: 'eq', value: `TEXT ${i}` }] }),
      ).toEqual(['wide']);
      expect(
        await desk.ids({ where: [{ path: `values.m${i}`, op: 'contains', text: `xt ${i}` }] }),
      ).toEqual(['wide']);
      expect(await desk.ids({ search: `xt ${i}` })).toEqual(['wide']);
      expect(
        await desk.ids({ sort: { by: { path: `values.m${i}` }, descending: true }, limit: 1 }),
      ).toEqual(['wide']);
    }
  });
}
