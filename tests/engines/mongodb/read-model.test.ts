import { setImmediate as turn } from 'node:timers/promises';
import { positionOf } from '@hzm/contracts/core/position';
import { openDatabase } from '@hzm/infra/mongodb/database';
import { applyBatch } from '@hzm/infra/read-model/batch';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { CollectionBatch } from '@hzm/infra/read-model/mongodb/collection-batch';
import { FieldSlots } from '@hzm/infra/read-model/mongodb/field-slots';
import { layoutOf } from '@hzm/infra/read-model/mongodb/layout';
import { MongoReadModel } from '@hzm/infra/read-model/mongodb/mongo-read-model';
import { PendingPartitionDrops } from '@hzm/infra/read-model/mongodb/pending-partition-drops';
import type { Stored } from '@hzm/infra/read-model/mongodb/stored';
import { Totals } from '@hzm/infra/read-model/mongodb/totals';
import {
  checkpointOf,
  type Change,
  type PositionedChanges,
  type ReadModel,
} from '@hzm/services/core/ports/read-model';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import fc from 'fast-check';
import { type Filter, type FindOptions, MongoClient } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { counts, notes, rows } from '../../contracts/read-model/harness.ts';
import { mongodb, newMongoAddress } from '../../run/engines.ts';
import { needs } from '../../run/needs.ts';

const open: ReadModel[] = [];
const closing: (() => Promise<void>)[] = [];
const keep = <T extends ReadModel>(model: T): T => {
  open.push(model);
  return model;
};
afterEach(async () => {
  for (const model of open.splice(0)) await model.close();
  for (const close of closing.splice(0).toReversed()) await close();
});

const id = fc.constantFrom('a', 'b', 'c');
const partition = fc.constantFrom('t', 'u');
const value = fc.constantFrom(null, 1, 'x', 'ş', true, { amount: 2 });
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        op: fc.constant('put' as const),
        collection: fc.constant('rows'),
        partition,
        id,
        v: value,
      })
      .map(({ v, ...put }) => ({ ...put, doc: { id: put.id, values: { v } } })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('patch' as const),
      collection: fc.constant('rows'),
      partition,
      id,
      set: fc.record({ 'values.v': value, 'values.w': value }, { requiredKeys: [] }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('add' as const),
      collection: fc.constant('rows'),
      partition,
      id,
      by: fc.constant({ n: 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('drop' as const),
      collection: fc.constant('rows'),
      partition,
      id,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('drop-where' as const),
      collection: fc.constant('rows'),
      partition,
    }),
  },
);
const log = fc
  .array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 12 })
  .map(events =>
    events.map((changes, i): PositionedChanges => ({ position: positionOf(i + 1), changes })),
  );

/** Everything that a reader can see. */
const seen = async (model: ReadModel) => {
  const found: unknown[] = [];
  for (const partition of ['t', 'u']) {
    for (const by of ['created', 'changed', { path: 'values.v' }] as const)
      found.push(
        await model.find({ collection: rows, partition, limit: 99, sort: { by }, count: true }),
      );
  }
  return found;
};

/**
 * Applies the log in batches of these sizes, as a projector does that knows only its own progress.
 */
const follow = async (
  model: ReadModel,
  events: readonly PositionedChanges[],
  sizes: readonly number[],
): Promise<void> => {
  for (let from = 0, turnNo = 0; from < events.length; turnNo++) {
    const batch = events.slice(from, from + sizes[turnNo % sizes.length]!);
    await model.apply([
      { projection: 'rows', version: 1, batch, checkpoint: batch.at(-1)!.position },
    ]);
    from += batch.length;
    await turn();
  }
};

describe('the read model on a real server', needs(mongodb), () => {
  const specs = [rows, notes, counts];

  it(
    'several writers of the same log at once leave what one would',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          log,
          fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }), {
            minLength: 2,
            maxLength: 3,
          }),
          async (events, writers) => {
            const address = newMongoAddress();
            const models = writers.map(() => new MongoReadModel(address));
            const memory = new MemoryReadModel();
            try {
              await memory.define(specs);
              await Promise.all(models.map(model => model.define([rows])));
              await follow(memory, events, [1]);
              await Promise.all(models.map((model, i) => follow(model, events, writers[i]!)));
              const expected = await seen(memory);
              for (const model of models)
                expect((await seen(model)).map(withoutCursor)).toEqual(expected.map(withoutCursor));
            } finally {
              for (const model of models) await model.close();
            }
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  it('a partition that was dropped is emptied, by the next process if need be', async () => {
    const address = newMongoAddress();
    const first = new MongoReadModel(address);
    await first.define(specs);
    const put = (n: number): Change => ({
      op: 'put',
      collection: 'rows',
      partition: 't',
      id: `r${n}`,
      doc: { id: `r${n}`, values: { v: n } },
    });
    await first.apply([
      write(
        1,
        Array.from({ length: 3000 }, (_, n) => put(n)),
      ),
    ]);
    await first.apply([write(2, [{ op: 'drop-where', collection: 'rows', partition: 't' }])]);
    expect(await first.find({ collection: rows, partition: 't', limit: 9, count: true })).toEqual({
      docs: [],
      total: 0,
    });
    await first.close();

    const second = keep(new MongoReadModel(address));
    await second.define(specs);
    expect(await second.get(rows, 'r2999', 't')).toBeUndefined();
    await second.apply([write(3, [put(1)])]);
    expect(await second.find({ collection: rows, partition: 't', limit: 9, count: true })).toEqual({
      docs: [],
      total: 0,
    });
    const client = new MongoClient(address);
    const database = client.db(new URL(address).pathname.slice(1));
    await expect
      .poll(() => database.collection('drops').countDocuments({ state: 'pending' }), {
        timeout: 10_000,
      })
      .toBe(0);
    const [collection] = (await database.listCollections().toArray()).filter(({ name }) =>
      name.startsWith('rows.'),
    );
    expect(await database.collection(collection!.name).countDocuments()).toBe(0);
    // It is remembered, with where.
    expect(await database.collection('drops').find().toArray()).toMatchObject([
      { partition: 't', position: positionOf(2), state: 'done' },
    ]);
    await client.close();
  });

  it('a partition that one process dropped is empty for another writer and a reader at once', async () => {
    const address = newMongoAddress();
    const [dropping, writing, reading] = [1, 2, 3].map(() => keep(new MongoReadModel(address)));
    for (const model of [dropping!, writing!, reading!]) await model.define(specs);
    const put = (n: number): Change => ({
      op: 'put',
      collection: 'rows',
      partition: 't',
      id: `r${n}`,
      doc: { id: `r${n}`, values: { v: n } },
    });
    await dropping!.apply([
      write(
        1,
        Array.from({ length: 3000 }, (_, n) => put(n)),
      ),
    ]);
    await dropping!.apply([write(2, [{ op: 'drop-where', collection: 'rows', partition: 't' }])]);
    await Promise.all([writing!.apply([write(3, [put(1)])]), checkpointOf(reading!, 'rows')]);
    for (const model of [writing!, reading!]) {
      expect(await model.find({ collection: rows, partition: 't', limit: 9 })).toEqual({
        docs: [],
      });
    }
  });

  describe('a write into a partition that another process dropped and emptied meanwhile', () => {
    const put: Change = {
      op: 'put',
      collection: 'rows',
      partition: 't',
      id: 'late',
      doc: { id: 'late', values: {} },
    };
    const layout = layoutOf(rows);
    /** Two processes: one dropped the partition, the other wrote into it and died before it settled. */
    const leaveLateRow = async () => {
      const address = newMongoAddress();
      const dropping = keep(new MongoReadModel(address));
      await dropping.define(specs);
      await dropping.apply([write(1, [{ ...put, id: 'first', doc: { id: 'first', values: {} } }])]);
      const database = openDatabase(address);
      closing.push(() => database.client.close());
      const documents = database.collection<Stored>(layout.name);
      const drops = new PendingPartitionDrops(database.collection('drops'), () => documents);
      const batch = new CollectionBatch(
        layout,
        documents,
        new FieldSlots(database.collection('members')),
        drops,
        new Totals(database.collection('totals')),
        () => 2 * 1024,
      );
      batch.expect(put, positionOf(2));
      await batch.load(Infinity);
      applyBatch([{ position: positionOf(2), changes: [put] }], it => batch.partitionOf(it));
      await dropping.apply([write(3, [{ op: 'drop-where', collection: 'rows', partition: 't' }])]);
      const states = () =>
        database
          .collection('drops')
          .find()
          .map(({ state }) => state as string)
          .toArray();
      await expect.poll(states, { interval: 10 }).toEqual(['done']);
      await batch.write();
      const left = () => documents.countDocuments();
      expect(await left()).toBe(1);
      return { address, dropping, drops, batch, left, database };
    };

    it('is gone when the event is handled again', async () => {
      const { dropping, left } = await leaveLateRow();
      await dropping.apply([write(2, [put])]);
      await expect.poll(left, { interval: 10 }).toBe(0);
    });

    it('is gone when a process starts whose log is read beyond it', async () => {
      const { address, left } = await leaveLateRow();
      await keep(new MongoReadModel(address)).define(specs);
      await expect.poll(left, { interval: 10 }).toBe(0);
    });

    it('is gone once its process, whose write failed, asks for its checkpoints', async () => {
      const { drops, batch, left } = await leaveLateRow();
      batch.leaveUnsettled();
      await drops.resume();
      await expect.poll(left, { interval: 10 }).toBe(0);
    });

    it('is gone when it comes between the last look of the process that empties and its word', async () => {
      const { left, database } = await leaveLateRow();
      const documents = database.collection<Stored>(layout.name);
      const died = new PendingPartitionDrops(database.collection('drops'), () => documents);
      await died.close();
      let isLate = false;
      const drops = new PendingPartitionDrops(database.collection('drops'), () => {
        const find = (query: Filter<Stored>, options: FindOptions) => {
          const cursor = documents.find(query, options);
          const read = cursor.toArray.bind(cursor);
          cursor.toArray = async () => {
            const found = await read();
            if (found.length > 0 || isLate) return found;
            isLate = true;
            await documents.insertOne({ _id: 't/later', pos: positionOf(2), s: 1 });
            await died.add(layout, 't', positionOf(3));
            return found;
          };
          return cursor;
        };
        return Object.assign(Object.create(documents), { find });
      });
      closing.push(() => drops.close());
      await drops.add(layout, 't', positionOf(3));
      await drops.emptied(layout, 't');
      expect([isLate, await left()]).toEqual([true, 0]);
    });
  });

  it('a batch that comes again after a failure reads no earlier value in its later form', async () => {
    const model = keep(new MongoReadModel(newMongoAddress()));
    await model.define(specs);
    const put = (id: string, v: string): Change => ({
      op: 'put',
      collection: 'rows',
      partition: 't',
      id,
      doc: { id, values: { v } },
    });
    const formed: Change = {
      op: 'form',
      collection: 'rows',
      partition: 't',
      path: 'values.v',
      form: 'duration',
    };
    const batchOf = (last: string) => ({
      ...write(3, []),
      batch: [[put('a', 'PT1H')], [formed], [put('b', last)]].map((changes, i) => ({
        position: positionOf(i + 1),
        changes,
      })),
    });
    // More than MongoDB takes: nothing of the batch's documents is written.
    await expect(model.apply([batchOf('x'.repeat(17_000_000))])).rejects.toThrow('out of range');
    await model.apply([batchOf('PT1H')]);
    const valueOf = async (id: string) => (await model.get(rows, id, 't'))!['values'];
    expect([await valueOf('a'), await valueOf('b')]).toEqual([{ v: 'PT1H' }, { v: 3_600 }]);
  });

  it('can be defined by several processes at once', async () => {
    const address = newMongoAddress();
    const models = Array.from({ length: 4 }, () => keep(new MongoReadModel(address)));
    await Promise.all(models.map(model => model.define(specs)));
    await models[0]!.apply([
      write(1, [
        {
          op: 'put',
          collection: 'rows',
          partition: 't',
          id: 'a',
          doc: { id: 'a', values: { v: 1 } },
        },
      ]),
    ]);
    for (const model of models)
      expect(
        (
          await model.find({
            collection: rows,
            partition: 't',
            limit: 9,
            where: [{ path: 'values.v', op: 'eq', value: 1 }],
          })
        ).docs,
      ).toHaveLength(1);
  });
});

it('says so when nobody answers', async () => {
  const model = keep(new MongoReadModel('mongodb://127.0.0.1:1/nobody'));
  await expect(checkpointOf(model, 'rows')).rejects.toThrow(Unavailable);
});

const write = (position: number, changes: Change[]) => ({
  projection: 'rows',
  version: 1,
  batch: [{ position: positionOf(position), changes }],
  checkpoint: positionOf(position),
});

const withoutCursor = (found: unknown) => ({ ...(found as object), nextCursor: undefined });
