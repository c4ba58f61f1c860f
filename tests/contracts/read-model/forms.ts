import type { Form } from '@hzm/contracts/core/form';
import type { Json } from '@hzm/contracts/core/json';
import type { Change } from '@hzm/services/core/ports/read-model';
import { expect, test } from 'vitest';
import { dropRow, type Make, patchRow, putRow, ReadModelHarness, rows } from './harness.ts';

const formed = (form: Form | undefined, member = 'v', partition = 't'): Change => ({
  op: 'form',
  collection: 'rows',
  partition,
  path: `values.${member}`,
  form,
});

/** Values that an earlier version wrote in one of several forms. */
export function formsContract(make: Make): void {
  const valueOf = async ({ model }: ReadModelHarness, id: string, member = 'v') =>
    ((await model.get(rows, id, 't'))!['values'] as Record<'v' | 'w', Json>)[member as 'v'];
  const sorted = (desk: ReadModelHarness) => desk.ids({ sort: { by: { path: 'values.v' } } });

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
      [formed('time', 'v', 'other')],
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
