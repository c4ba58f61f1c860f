import { positionOf } from '@hzm/contracts/core/position';
import { checkpointOf, type ProjectionWrite } from '@hzm/services/core/ports/read-model';
import { expect, test } from 'vitest';
import {
  counts,
  ReadModelHarness,
  dropRow,
  dropTable,
  type Make,
  notes,
  patchRow,
  putNote,
  putRow,
  rows,
} from './harness.ts';

/** Changes that were applied before change nothing; checkpoints, resets, the log's identity. */
export function replayContract(make: Make): void {
  const addTo = (id: string) =>
    ({ op: 'add', collection: 'rows', partition: 't', id, by: { n: 1 } }) as const;

  test('batches applied again, in any grouping, change nothing', async () => {
    const desk = await ReadModelHarness.of(make);
    const writes = [
      await desk.write([putRow('a', { v: 1 }), addTo('a')], [putRow('b', {})]),
      await desk.write([patchRow('a', { 'values.v': 2 }), addTo('a')], [addTo('a')]),
      await desk.write([dropRow('b')], [putRow('c', {}), addTo('c')]),
    ];
    const before = (await desk.model.find({
      collection: rows,
      partition: 't',
      limit: 9,
      count: true,
    })) satisfies object;
    expect(before).toMatchObject({
      docs: [
        { id: 'a', n: 3, values: { v: 2 } },
        { id: 'c', n: 1 },
      ],
      total: 2,
    });
    const again = async (...list: ProjectionWrite[]) => {
      await desk.model.apply(list);
      expect(
        await desk.model.find({ collection: rows, partition: 't', limit: 9, count: true }),
      ).toEqual(before);
    };
    for (const write of writes) await again(write);
    await again(writes[0]!);
    await again(...writes, ...writes);
    await again({ ...writes[2]!, batch: writes.flatMap(({ batch }) => batch) });
    await again({ ...writes[2]!, batch: writes.flatMap(({ batch }) => batch).slice(1, 3) });
  });

  test('the same batch twice at once counts once', async () => {
    const desk = await ReadModelHarness.of(make);
    const position = desk.next();
    const write = {
      projection: 'rows',
      version: 1,
      checkpoint: position,
      batch: [{ position, changes: [putRow('a', {}), addTo('a')] }],
    };
    await desk.model.apply([write, write]);
    expect(await desk.model.get(rows, 'a', 't')).toMatchObject({ n: 1 });
  });

  test('a dropped document does not come back, unless it is put again', async () => {
    const desk = await ReadModelHarness.of(make);
    const put = await desk.write([putRow('a', { v: 1 })]);
    const drop = await desk.write([dropRow('a')]);
    await desk.model.apply([put]);
    expect(await desk.ids()).toEqual([]);
    await desk.write([putRow('a', { v: 2 })]);
    await desk.model.apply([put, drop]);
    expect(await desk.model.get(rows, 'a', 't')).toEqual({ id: 'a', values: { v: 2 } });
  });

  test('a drop in the batch of its put is remembered, too', async () => {
    const desk = await ReadModelHarness.of(make);
    const { batch } = await desk.write([putRow('a', {})], [dropRow('a')], [putRow('b', {})]);
    await desk.model.apply([
      { projection: 'rows', version: 1, batch: batch.slice(0, 1), checkpoint: desk.position },
    ]);
    expect(await desk.ids()).toEqual(['b']);
  });

  test('a dropped partition does not come back, whatever comes later, also to those who open it anew', async () => {
    const desk = await ReadModelHarness.of(make);
    const earlier = await desk.write(
      [putRow('a', { v: 'x' })],
      [putRow('b', {}), dropRow('b')],
      [putRow('o', {}, 'other')],
    );
    const drop = await desk.write(
      [patchRow('a', { 'values.v': 2 })],
      [putRow('c', {}), dropTable('t'), putRow('d', {})],
      [putRow('e', {})],
    );
    await desk.model.apply([earlier]);
    await desk.write(
      [putRow('a', {})],
      [putRow('f', {}), patchRow('f', { 'values.v': 1 }), dropTable('t')],
    );
    await desk.model.apply([earlier, drop]);
    await desk.model.define([rows, notes]);
    await desk.write([putRow('g', {})]);
    expect([
      await desk.ids(),
      await desk.ids({ partition: 'other' }),
      await desk.model.get(rows, 'a', 't'),
    ]).toEqual([[], ['o'], undefined]);
    expect(
      await desk.model.find({
        collection: rows,
        partition: 't',
        limit: 1,
        count: true,
        search: 'x',
      }),
    ).toEqual({ docs: [], total: 0 });
  });

  test('one that was dropped before anything was in it stays empty, too', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([dropTable('t')], [putRow('a', {})]);
    await desk.write([putRow('a', {})]);
    expect(await desk.ids()).toEqual([]);
  });

  test('of the collections only those that are retained stay', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([putRow('a', {})]);
    await desk.write([putNote({ id: 'n' })]);
    await desk.model.apply([
      { projection: 'a fact', version: 3, batch: [], checkpoint: desk.position },
    ]);
    await desk.model.retain(['rows']);
    await desk.model.define([rows, notes, counts]);
    expect([
      await desk.ids(),
      await desk.model.get(notes, 'n'),
      await checkpointOf(desk.model, 'notes'),
    ]).toEqual([['a'], undefined, undefined]);
    expect([
      (await checkpointOf(desk.model, 'rows'))?.version,
      (await checkpointOf(desk.model, 'a fact'))?.version,
    ]).toEqual([1, 3]);
  });

  test('drop-where again leaves what has changed since', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([putNote({ id: 'a', projectId: 'p' }), putNote({ id: 'b', projectId: 'p' })]);
    const drop = await desk.write([
      { op: 'drop-where', collection: 'notes', where: { projectId: 'p' } },
    ]);
    await desk.write([putNote({ id: 'b', projectId: 'p' })]);
    await desk.model.apply([drop]);
    expect((await desk.model.find({ collection: notes, limit: 9 })).docs).toEqual([
      { id: 'b', projectId: 'p' },
    ]);
  });

  test('checkpoints: none, newest of a version, another version', async () => {
    const { model } = await ReadModelHarness.of(make);
    const write = (version: number, position: number): ProjectionWrite => ({
      projection: 'rows',
      version,
      batch: [],
      checkpoint: positionOf(position),
    });
    expect(await checkpointOf(model, 'rows')).toBeUndefined();
    await model.apply([write(1, 5), { ...write(1, 3), projection: 'notes' }]);
    await model.apply([write(1, 4)]);
    expect(await checkpointOf(model, 'rows')).toEqual({ version: 1, position: positionOf(5) });
    expect(await checkpointOf(model, 'notes')).toEqual({ version: 1, position: positionOf(3) });
    await model.apply([write(2, 1)]);
    expect(await checkpointOf(model, 'rows')).toEqual({ version: 2, position: positionOf(1) });
    expect(await model.checkpoints(['notes', 'nobody', 'rows'])).toEqual(
      new Map([
        ['rows', { version: 2, position: positionOf(1) }],
        ['notes', { version: 1, position: positionOf(3) }],
      ]),
    );
  });

  test('a reset forgets everything of one projection, tombstones too', async () => {
    const desk = await ReadModelHarness.of(make);
    const written = await desk.write(
      [putRow('a', {}), putRow('b', {}, 'u')],
      [dropRow('a')],
      [putRow('c', {}, 'w')],
      [dropTable('w')],
    );
    await desk.write([putNote({ id: 'n' })]);
    await desk.model.reset('rows');
    expect([await desk.ids({ partition: 'u' }), await checkpointOf(desk.model, 'rows')]).toEqual([
      [],
      undefined,
    ]);
    expect(await desk.model.get(notes, 'n')).toEqual({ id: 'n' });
    expect(await checkpointOf(desk.model, 'notes')).toBeDefined();
    await desk.model.apply([{ ...written, batch: written.batch.slice(0, 1) }]);
    expect([await desk.ids(), await desk.ids({ partition: 'u' })]).toEqual([['a'], ['b']]);
  });

  test('defining again keeps everything', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([putRow('a', {})]);
    await desk.model.define([notes, rows]);
    expect([await desk.ids(), await checkpointOf(desk.model, 'rows')]).toEqual([
      ['a'],
      { version: 1, position: desk.position },
    ]);
  });

  test('the newest event it holds, until it is bound to a log', async () => {
    const { model } = await ReadModelHarness.of(make);
    const write = (position: number): ProjectionWrite => ({
      projection: 'rows',
      version: 1,
      batch: [],
      checkpoint: positionOf(position),
    });
    expect(await model.lastEvent()).toBeUndefined();
    await model.apply([write(5)], { position: positionOf(5), id: 'five' });
    await model.apply([write(9)]);
    await model.apply([write(4)], { position: positionOf(4), id: 'four' });
    expect(await model.lastEvent()).toEqual({ position: positionOf(5), id: 'five' });
    await model.bindLog('one');
    expect(await model.lastEvent()).toBeUndefined();
    await model.apply([write(2)], { position: positionOf(2), id: 'two' });
    expect(await model.lastEvent()).toEqual({ position: positionOf(2), id: 'two' });
  });

  test('the log it was built from', async () => {
    const { model } = await ReadModelHarness.of(make);
    expect(await model.logIdentity()).toBeUndefined();
    await model.bindLog('one');
    await model.bindLog('two');
    expect(await model.logIdentity()).toBe('two');
  });
}
