import { converted, type Reading } from '@hzm/contracts/core/conversion';
import { isGiven } from '@hzm/contracts/core/everyday';
import { readIn } from '@hzm/contracts/core/form';
import type { Json } from '@hzm/contracts/core/json';
import { type Form, valueIn } from '@hzm/contracts/core/value-schemas';
import type { Change, Find } from '@hzm/services/core/ports/read-model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropRow, type Make, patchRow, putRow, ReadModelHarness, rows } from './harness.ts';

const formed = (
  form: Form | undefined,
  member = 'v',
  { partition = 't', reading }: { partition?: string; reading?: Reading } = {},
): Change => ({
  op: 'form',
  collection: 'rows',
  partition,
  path: `values.${member}`,
  form,
  ...(reading && { reading }),
});
const reformed = (id: string, member: string): Change => ({
  op: 'reform',
  collection: 'rows',
  partition: 't',
  id,
  path: `values.${member}`,
});

const filled = (id: string, member: string, fill: Json): Change => ({
  ...(reformed(id, member) as Change & { op: 'reform' }),
  fill,
});

const reading: Reading = { language: 'tr', timeZone: 'UTC', currency: 'TRY', unit: 'kg' };
/** Forms that a value may be converted to. The values that the product gives are not kept. */
const forms = (Object.keys(valueIn) as Form[]).filter(form => !isGiven(form));
/** Values of all forms, as people write them: texts of numbers, of moments, of anything. */
const examples: readonly Json[] = [
  '1,5',
  '1.5',
  ' 1.234,50 ',
  'yok',
  '',
  'evet',
  'False',
  '2 kg',
  '100 USD',
  '₺5',
  'PT1H30M',
  '1:30',
  '10:00:00',
  '2026-06-01',
  '2026-06-01T10:00+03:00',
  '[1,2]',
  '[[1,2],[3,4]]',
  '{"a":[1]}',
  '41.01, 28.97',
  '9007199254740993',
  'ayse@example.com',
  'https://example.com/',
  '+905321234567',
  '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f61',
  ['acik', 'kapali'],
  true,
  false,
  0,
  1,
  -2.5,
  { value: 2, unit: 'kg' },
  { amount: 5, currency: 'USD', symbol: '$' },
  { lat: 1, lng: 2 },
  [1, 2],
  [[1, 2]],
  [],
];
const written: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...examples),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(n => n + 0),
  fc.string({ maxLength: 6 }),
);
/** A value in a form, as a first type of a field would have taken it. */
const valueOfForm = (form: Form) => {
  const read = (value: Json) => readIn(form, value, reading.timeZone);
  // Without one, what fits would be looked for in vain and without end.
  if (!examples.some(value => read(value) !== undefined))
    throw new Error(`no example has the form ${form}`);
  return written.map(read).filter(value => value !== undefined);
};
const history = fc.constantFrom(...forms).chain(first =>
  fc.record({
    first: fc.constant(first),
    values: fc.array(valueOfForm(first), { minLength: 1, maxLength: 6 }),
    types: fc.array(fc.constantFrom(...forms), { minLength: 1, maxLength: 3 }),
  }),
);

/** Values that an earlier version wrote in one of several forms. */
export function formsContract(make: Make): void {
  const valueOf = async ({ model }: ReadModelHarness, id: string, member = 'v') =>
    ((await model.get(rows, id, 't'))!['values'] as Record<string, Json>)[member];
  const sorted = (desk: ReadModelHarness) => desk.ids({ sort: { by: { path: 'values.v' } } });

  test('a value that is filled in stays the first one, and is found and sorted', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([formed('integer')]);
    await desk.values(7, null, null);
    await desk.write(
      ['r0', 'r1', 'none'].map(id => filled(id, 'v', 3)),
      [filled('r2', 'v', 2), filled('r1', 'v', 9)],
    );
    expect(await Promise.all(['r0', 'r1', 'r2'].map(id => valueOf(desk, id)))).toEqual([7, 3, 2]);
    expect(await desk.ids({ where: [{ path: 'values.v', op: 'eq', value: 3 }] })).toEqual(['r1']);
    expect(await sorted(desk)).toEqual(['r2', 'r1', 'r0']);
    expect(await desk.model.get(rows, 'none', 't')).toBeUndefined();
  });

  test.each<[Form, Json[], Json[]]>([
    [
      'moment',
      ['2026-06-01T10:00+03:00', '2026-06-01T10:00', '2026-06-01', '2026-06-01T08:00:00Z', 'x'],
      [
        '2026-06-01T07:00:00.000Z',
        '2026-06-01T07:00:00.000Z',
        '2026-05-31T21:00:00.000Z',
        '2026-06-01T08:00:00.000Z',
        'x',
      ],
    ],
    ['time', ['10:00:00', '10:00', '09:30:00.50', 'x'], ['10:00', '10:00', '09:30:00.5', 'x']],
    ['duration', ['PT10H', 'PT90M', 7200, 'P1M'], [36_000, 5_400, 7_200, 'P1M']],
    [
      'date',
      ['2026-06-01', '2026-06-01T10:00+03:00', '10:00:00'],
      ['2026-06-01', '2026-06-01T07:00:00.000Z', '10:00'],
    ],
  ])(
    'of the form %s are kept, found and sorted in their canonical form',
    async (form, as, kept) => {
      const desk = await ReadModelHarness.of(make);
      const other = await ReadModelHarness.of(make);
      await desk.write([formed(form)]);
      await desk.values(...as);
      await other.values(...kept);
      for (const [i, value] of kept.entries()) {
        expect(await valueOf(desk, `r${i}`)).toEqual(value);
        const one = value as string | number;
        const is = { op: 'eq', value: one } as const;
        expect(await desk.where(is)).toEqual(await other.where(is));
        const text = String(one);
        expect(await desk.ids({ search: text })).toEqual(await other.ids({ search: text }));
      }
      expect(await sorted(desk)).toEqual(await sorted(other));
    },
  );

  test('are read so in every put and patch of the batch, and of later ones', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      [putRow('r0', { v: 'PT1H', w: 'PT1H' })],
      [formed('duration'), putRow('r1', { v: 'PT1H', w: 'PT1H' })],
      [patchRow('r0', { 'values.w': 'PT2H' })],
    );
    await desk.write([patchRow('r1', { 'values.v': 'PT2H' })]);
    await desk.write([dropRow('r0')], [putRow('r0', { v: 'PT3H' })]);
    expect([
      await valueOf(desk, 'r0'),
      await valueOf(desk, 'r1'),
      await valueOf(desk, 'r1', 'w'),
    ]).toEqual([10_800, 7_200, 'PT1H']);
  });

  test('stay as they are in a member whose form has ended, in others and in other partitions', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      [formed('moment')],
      [formed('time', 'v', { partition: 'other' })],
      [formed(undefined)],
      [putRow('r0', { v: '10:00:00', w: '10:00:00' })],
      [patchRow('r0', { 'values.v': '2026-06-01T10:00+03:00' })],
    );
    expect([await valueOf(desk, 'r0'), await valueOf(desk, 'r0', 'w')]).toEqual([
      '2026-06-01T10:00+03:00',
      '10:00:00',
    ]);
    expect(await desk.where({ op: 'eq', value: '2026-06-01T07:00:00.000Z' })).toEqual([]);
  });

  test.each<[string, string, Json]>([
    ['of a far year', 'Europe/Istanbul', '0000-12-31T22:04:08.000Z'],
    ['whose conversion fails', 'No/Where', '0001-01-01'],
  ])('%s, written for an earlier type, refuse no batch', async (_, timeZone, kept) => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([formed('moment', 'v', { reading: { ...reading, timeZone } })]);
    await desk.write([putRow('r0', { v: '0001-01-01' })], [putRow('r1', { v: null })]);
    await desk.write([patchRow('r1', { 'values.v': '0001-01-01' })]);
    expect([await valueOf(desk, 'r0'), await valueOf(desk, 'r1')]).toEqual([kept, kept]);
  });

  test('are the same when a batch is applied again', async () => {
    const desk = await ReadModelHarness.of(make);
    const write = await desk.write(
      [formed('duration')],
      [putRow('r0', { v: 'PT1H' })],
      [formed(undefined)],
      [putRow('r1', { v: 'PT1H' })],
    );
    await desk.model.apply([write]);
    await desk.write([putRow('r2', { v: 'PT1H' })]);
    expect([
      await valueOf(desk, 'r0'),
      await valueOf(desk, 'r1'),
      await valueOf(desk, 'r2'),
    ]).toEqual([3_600, 'PT1H', 'PT1H']);
  });

  test('are converted with their form as if written anew, and are as before when it comes back', async () => {
    const desk = await ReadModelHarness.of(make);
    const valuesIn = async (member: string, ids: readonly string[]) =>
      Promise.all(ids.map(id => valueOf(desk, id, member)));
    let runs = 0;
    const run = async ({
      first,
      values,
      types,
    }: typeof history extends fc.Arbitrary<infer H> ? H : never) => {
      const [v, model] = [`v${++runs}`, `m${runs}`];
      const ids = values.map((_, i) => `r${runs}-${i}`);
      await desk.write(
        [formed(first, v)],
        ...ids.map((id, i) => [putRow(id, { [v]: values[i]! })]),
      );
      const before = await valuesIn(v, ids);
      for (const form of [...types, first]) {
        await desk.write(
          [formed(form, v, { reading })],
          ids.map(id => reformed(id, v)),
        );
        const expected = values.map(value => {
          const read = converted(form, value, reading);
          return read === undefined ? value : read;
        });
        expect(await valuesIn(v, ids)).toEqual(expected);
        await desk.write(ids.map((id, i) => patchRow(id, { [`values.${model}`]: expected[i] })));
        const same = async (of: (member: string) => Partial<Find>) =>
          expect(await desk.ids(of(v))).toEqual(await desk.ids(of(model)));
        const path = (member: string) => `values.${member}` as const;
        await same(member => ({ ids, sort: { by: { path: path(member) } } }));
        for (const value of expected) {
          if (typeof value === 'object') continue;
          await same(member => ({ ids, where: [{ path: path(member), op: 'eq', value }] }));
          await same(member => ({ ids, where: [{ path: path(member), op: 'gte', value }] }));
          await same(member => ({ ids, search: String(value), searchIn: [member] }));
        }
      }
      expect(await valuesIn(v, ids)).toEqual(before);
    };
    await fc.assert(fc.asyncProperty(history, run), { numRuns: 25 });
  });

  test('that arrive late, in a form before, are converted, and a changed value has no former one', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      [formed('text')],
      [formed('number', 'v', { reading })],
      [putRow('r0', { v: '1,5' })],
      [putRow('r1', { v: 2 })],
      [patchRow('r1', { 'values.v': '3' })],
      [putRow('r2', { v: '4' })],
      [patchRow('r2', { 'values.v': 5 })],
      [putRow('r3', { v: 'yok' })],
    );
    const all = () => Promise.all(['r0', 'r1', 'r2', 'r3'].map(id => valueOf(desk, id)));
    expect(await all()).toEqual([1.5, 3, 5, 'yok']);
    await desk.write(
      [formed('text', 'v', { reading })],
      ['r0', 'r1', 'r2', 'r3'].map(id => reformed(id, 'v')),
    );
    expect(await all()).toEqual(['1,5', '3', '5', 'yok']);
  });

  test('stay as they are, with their originals, in a form without a reading', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([formed('text')], [putRow('r0', { v: '1,5' })]);
    await desk.write([formed('number', 'v', { reading })], [reformed('r0', 'v')]);
    await desk.write([formed('text')], [reformed('r0', 'v')]);
    expect(await valueOf(desk, 'r0')).toBe(1.5);
    await desk.write([formed('number', 'v', { reading })], [reformed('r0', 'v')]);
    await desk.write([formed('text', 'v', { reading })], [reformed('r0', 'v')]);
    expect(await valueOf(desk, 'r0')).toBe('1,5');
  });

  test('are converted once, whatever a later change of the same row does to others', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([formed('text')], [putRow('r0', { v: '1,5', w: 'a' })]);
    const write = await desk.write(
      [formed('number', 'v', { reading })],
      [reformed('r0', 'v')],
      [patchRow('r0', { 'values.w': 'b' })],
    );
    await desk.model.apply([write]);
    await desk.write([dropRow('gone')], [reformed('gone', 'v')]);
    expect([await valueOf(desk, 'r0'), await valueOf(desk, 'r0', 'w')]).toEqual([1.5, 'b']);
    expect(await desk.model.get(rows, 'gone', 't')).toBeUndefined();
  });

  test('of another owner’s partition are not changed', async () => {
    const desk = await ReadModelHarness.of(make);
    const by = (id: string, change: Change): Change => ({
      ...change,
      owner: { member: 'projectId', id },
    });
    await desk.write([by('one', { op: 'claim', collection: 'rows', partition: 't' })]);
    await desk.write([by('two', formed('duration'))]);
    await desk.write([by('one', putRow('r0', { v: 'PT1H' }))]);
    expect(await valueOf(desk, 'r0')).toBe('PT1H');
  });
}
