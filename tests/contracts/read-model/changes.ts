import { positionOf } from '@hzm/contracts/core/position';
import { STAGED_BYTES } from '@hzm/services/core/ports/byte-budget';
import {
  checkpointOf,
  type Change,
  type Doc,
  type Find,
} from '@hzm/services/core/ports/read-model';
import { expect, test } from 'vitest';
import {
  ReadModelHarness,
  dropRow,
  dropTable,
  type Make,
  patchRow,
  putNote,
  putRow,
  counts,
  notes,
  rows,
} from './harness.ts';

/** Time limit of tests that move many documents, in milliseconds. */
const MUCH_MS = 60_000;

/** Effects of changes on documents. */
export function changesContract(make: Make): void {
  const row = (desk: ReadModelHarness, id = 'a') => desk.model.get(rows, id, 't');

  test('a document comes back as JSON has it', async () => {
    const desk = await ReadModelHarness.of(make);
    const values = {
      zero: -0,
      nothing: null,
      gone: undefined,
      big: 1e21,
      text: 'ş\0\ud800"\'',
      list: [1, { a: [] }],
      long: 'x'.repeat(1 << 20),
    };
    await desk.write([putRow('a', values)]);
    expect(await row(desk)).toStrictEqual(JSON.parse(JSON.stringify({ id: 'a', values })));
    expect(await row(desk, 'b')).toBeUndefined();
    expect(await desk.model.get(rows, 'a', 'other')).toBeUndefined();
  });

  test('ids, and what is told of a document beside it, come back sign by sign', async () => {
    const desk = await ReadModelHarness.of(make);
    const uuid = '0190f5a2-7c3e-7abc-8def-0123456789ab';
    const ids = [
      uuid,
      uuid.toUpperCase(),
      uuid.replaceAll('-', ''),
      positionOf(12),
      '12',
      `${positionOf(12)}-${uuid}`,
      `${positionOf(2n ** 60n)}-${uuid}`,
      `${positionOf(12)}-x`,
      '9'.repeat(20),
      'x\0',
      '',
    ];
    const docs: Doc[] = ids.flatMap((id, i) => [
      { id, projectId: id, email: id, at: i, place: null },
      {
        id: `${id}.`,
        projectId: [`Ş${id}`, 12, -0, 1.5, 1e300, true, null, [id], { id }, { amount: 3 }, 'ışık'][
          i
        ]!,
        email: null,
      },
    ]);
    await desk.write(...docs.map(doc => [putNote(doc)]));
    expect(await Promise.all(docs.map(({ id }) => desk.model.get(notes, id)))).toEqual(
      JSON.parse(JSON.stringify(docs)),
    );
    expect((await desk.model.find({ collection: notes, limit: 99 })).docs).toEqual(
      JSON.parse(JSON.stringify(docs)),
    );
    for (const id of ids) {
      const found = async (where: Find['where'] & {}) =>
        (await desk.model.find({ collection: notes, where, limit: 99 })).docs.map(doc => doc.id);
      const alike = ids.filter(other => other.toLowerCase() === id.toLowerCase());
      for (const path of ['id', 'projectId', 'email'])
        expect([id, path, await found([{ path, op: 'eq', value: id }])]).toEqual([id, path, alike]);
      const those = docs.filter(
        doc => doc['projectId'] === 12 || alike.includes(doc['projectId'] as string),
      );
      expect([
        id,
        await found([{ path: 'projectId', op: 'in', values: [id, 'none', 12] }]),
      ]).toEqual([id, those.map(doc => doc.id)]);
    }
    await desk.write([
      { op: 'patch', collection: 'notes', id: uuid, set: { projectId: 'p', email: undefined } },
    ]);
    expect(await desk.model.get(notes, uuid)).toEqual({
      id: uuid,
      projectId: 'p',
      at: 0,
      place: null,
    });
    await desk.write(
      [{ op: 'drop-where', collection: 'notes', where: { projectId: ids[5]! } }],
      [{ op: 'drop-where', collection: 'notes', where: { email: ids[3]!, projectId: ids[3]! } }],
      [{ op: 'drop', collection: 'notes', id: ids[6]! }],
    );
    expect(await Promise.all([5, 3, 6].map(i => desk.model.get(notes, ids[i]!)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect((await desk.model.find({ collection: notes, limit: 1, count: true })).total).toBe(
      docs.length - 3,
    );
  });

  test('a document does not change with the object it came from', async () => {
    const desk = await ReadModelHarness.of(make);
    const values = { v: 'before' };
    await desk.write([putRow('a', values)]);
    values.v = 'after';
    expect(await row(desk)).toEqual({ id: 'a', values: { v: 'before' } });
  });

  test('a patch sets and removes along dotted paths', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([putRow('a', { v: 1, w: 2, o: { x: 1 } })]);
    await desk.write([
      patchRow('a', {
        'values.v': null,
        'values.w': undefined,
        'values.o.y': [2],
        'deep.er.still': true,
        'not.there': undefined,
      }),
    ]);
    expect(await row(desk)).toStrictEqual({
      id: 'a',
      values: { v: null, o: { x: 1, y: [2] } },
      deep: { er: { still: true } },
    });
  });

  test('on its way a patch replaces what is no object', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      [putRow('a', { v: 1, w: [1], x: null })],
      [patchRow('a', { 'values.v.a': 1, 'values.w.0': 2, 'values.x.a': 3 })],
    );
    expect(await row(desk)).toStrictEqual({
      id: 'a',
      values: { v: { a: 1 }, w: { 0: 2 }, x: { a: 3 } },
    });
  });

  test('hostile member names are members like any other', async () => {
    const desk = await ReadModelHarness.of(make);
    const values = JSON.parse(`{"__proto__":"p","constructor":"c","a\\"b'c":"q","":"e"}`);
    await desk.write([putRow('a', values)], [putRow('b', {})]);
    await desk.write([
      patchRow('b', {
        'values.__proto__': 'p',
        'values.constructor': 'c',
        'values.hasOwnProperty': 1,
      }),
    ]);
    expect(JSON.stringify(await row(desk))).toBe(JSON.stringify({ id: 'a', values }));
    expect(JSON.stringify(await row(desk, 'b'))).toBe(
      '{"id":"b","values":{"__proto__":"p","constructor":"c","hasOwnProperty":1}}',
    );
    for (const [name, value, found] of [
      ['__proto__', 'p', ['a', 'b']],
      ['constructor', 'c', ['a', 'b']],
      [`a"b'c`, 'q', ['a']],
      ['', 'e', ['a']],
      ['toString', 'x', []],
    ] as const) {
      expect(await desk.ids({ where: [{ path: `values.${name}`, op: 'eq', value }] })).toEqual(
        found,
      );
      expect(
        await desk.ids({ where: [{ path: `values.${name}`, op: 'empty', value: false }] }),
      ).toEqual(found);
    }
    expect(({} as Record<string, unknown>).p).toBeUndefined();
  });

  test('counters add up, from nothing too', async () => {
    const desk = await ReadModelHarness.of(make);
    const add = { op: 'add', collection: 'counts', id: 'c', by: { 'rows.all': 2, n: -1 } } as const;
    await desk.write(
      [{ op: 'put', collection: 'counts', id: 'c', doc: { id: 'c', n: 5 } }],
      [add],
      [add],
    );
    expect(await desk.model.get(counts, 'c')).toStrictEqual({ id: 'c', n: 3, rows: { all: 4 } });
  });

  test('a document that is not there is neither patched nor added to', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write(
      [patchRow('a', { x: 1 })],
      [{ op: 'add', collection: 'rows', partition: 't', id: 'b', by: { n: 1 } }],
    );
    await desk.write([putRow('c', {})], [dropRow('c')], [patchRow('c', { x: 1 })]);
    expect(await desk.ids()).toEqual([]);
  });

  test('all changes of one event are made, in order', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([
      putRow('a', { v: 1 }),
      patchRow('a', { 'values.v': 2 }),
      { op: 'add', collection: 'rows', partition: 't', id: 'a', by: { 'values.v': 3 } },
    ]);
    expect(await row(desk)).toEqual({ id: 'a', values: { v: 5 } });
    await desk.write([dropRow('a'), putRow('a', { v: 9 })], [putRow('b', {})]);
    expect([await row(desk), await desk.ids()]).toEqual([
      { id: 'a', values: { v: 9 } },
      ['a', 'b'],
    ]);
  });

  test('drop-where takes the documents with these members, exactly', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([
      putNote({ id: 'a', projectId: 'p' }),
      putNote({ id: 'b', projectId: 'P' }),
      putNote({ id: 'c', projectId: 'p', email: 'x' }),
      putNote({ id: 'd', other: 'p' }),
    ]);
    await desk.write([
      { op: 'drop-where', collection: 'notes', where: { projectId: 'p', email: 'x' } },
    ]);
    expect(
      (await desk.model.find({ collection: notes, limit: 9 })).docs.map(({ id }) => id),
    ).toEqual(['a', 'b', 'd']);
    await desk.write([{ op: 'drop-where', collection: 'notes', where: { projectId: 'p' } }]);
    expect(
      (await desk.model.find({ collection: notes, limit: 9 })).docs.map(({ id }) => id),
    ).toEqual(['b', 'd']);
    await desk.write([
      { op: 'drop-where', collection: 'notes', where: { id: 'b', projectId: 'p' } },
      { op: 'drop-where', collection: 'notes', where: { id: 'd', other: 'p' } },
    ]);
    expect(
      (await desk.model.find({ collection: notes, limit: 9 })).docs.map(({ id }) => id),
    ).toEqual(['b']);
  });

  // It moves some hundred megabytes.
  test(
    'a batch about more than may be in memory at once is one batch all the same',
    async () => {
      const desk = await ReadModelHarness.of(make);
      const ids = Array.from(
        { length: Math.ceil(STAGED_BYTES / 1_000_000) + 4 },
        (_, i) => `r${i}`,
      );
      await desk.write(...ids.map(id => [putRow(id, { text: 'x'.repeat(1_000_000) })]));
      const add = (id: string): Change => ({
        op: 'add',
        collection: 'rows',
        partition: 't',
        id,
        by: { version: 1 },
      });
      const write = await desk.write(
        ...ids.map(id => [patchRow(id, { 'values.v': 1 }), add(id)]),
        [dropRow('r0'), add('r1')],
        ...ids.slice(2).map(id => [add(id)]),
      );
      const before = await Promise.all(ids.map(async id => (await row(desk, id))?.['version']));
      expect(before).toEqual([undefined, ...ids.slice(1).map(() => 2)]);
      expect(await checkpointOf(desk.model, 'rows')).toEqual({
        version: 1,
        position: desk.position,
      });
      await desk.model.apply([write]);
      expect(await Promise.all(ids.map(async id => (await row(desk, id))?.['version']))).toEqual(
        before,
      );
      expect(await row(desk, 'r5')).toMatchObject({
        values: { v: 1, text: 'x'.repeat(1_000_000) },
      });
    },
    MUCH_MS,
  );

  test('partitions are independent of each other', async () => {
    const desk = await ReadModelHarness.of(make);
    await desk.write([
      putRow('a', { v: 1 }, 't'),
      putRow('a', { v: 2 }, 'u'),
      putRow('b', {}, 'u'),
    ]);
    await desk.write([dropTable('t')]);
    expect([
      await desk.ids(),
      await desk.ids({ partition: 'u' }),
      await desk.ids({ partition: 'nobody' }),
    ]).toEqual([[], ['a', 'b'], []]);
  });

  test('an undefined collection is a mistake', async () => {
    const desk = await ReadModelHarness.of(make);
    await expect(desk.model.find({ collection: { name: 'nobody' }, limit: 1 })).rejects.toThrow(
      'nobody',
    );
    await expect(
      desk.model.apply([
        {
          projection: 'p',
          version: 1,
          checkpoint: positionOf(1),
          batch: [
            { position: positionOf(1), changes: [{ op: 'drop', collection: 'nobody', id: 'a' }] },
          ],
        },
      ]),
    ).rejects.toThrow('nobody');
  });
}
