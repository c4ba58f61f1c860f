import { setImmediate as turn } from 'node:timers/promises';
import { positionOf } from '@hzm/contracts/core/position';
import { MongoReadModel } from '@hzm/infra/read-model/mongodb/mongo-read-model';
import {
  checkpointOf,
  type Change,
  type PositionedChanges,
  type ReadModel,
} from '@hzm/services/core/ports/read-model';
import fc from 'fast-check';
import { Collection } from 'mongodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rows } from '../../contracts/read-model/harness.ts';
import { mongodb, newMongoAddress } from '../../run/engines.ts';
import { needs } from '../../run/needs.ts';

const open: ReadModel[] = [];
const start = async (address = newMongoAddress()): Promise<MongoReadModel> => {
  const model = new MongoReadModel(address);
  open.push(model);
  await model.define([rows]);
  return model;
};
afterEach(async () => {
  vi.restoreAllMocks();
  for (const model of open.splice(0)) await model.close();
});

const put = (id: string, partition = 't'): Change => ({
  op: 'put',
  collection: 'rows',
  partition,
  id,
  doc: { id, values: { v: id } },
});
const drop = (id: string, partition = 't'): Change => ({
  op: 'drop',
  collection: 'rows',
  partition,
  id,
});
const dropAll = (partition: string): Change => ({
  op: 'drop-where',
  collection: 'rows',
  partition,
});
const apply = (model: ReadModel, events: readonly PositionedChanges[]) =>
  model.apply([
    { projection: 'rows', version: 1, batch: events, checkpoint: events.at(-1)!.position },
  ]);
const event = (position: number, ...changes: Change[]): PositionedChanges => ({
  position: positionOf(position),
  changes,
});
const asked = async (model: ReadModel, partition = 't') => {
  const { docs, total } = await model.find({ collection: rows, partition, limit: 99, count: true });
  return { total, there: docs.length };
};

describe('totals kept beside the documents', needs(mongodb), () => {
  it('are not counted for each list, whatever comes and goes', async () => {
    const model = await start();
    await apply(model, [event(1, put('a'), put('b'))]);
    await asked(model);
    const count = vi.spyOn(Collection.prototype, 'countDocuments');
    await apply(model, [
      event(2, put('c')),
      event(3, drop('a'), put('d')),
      event(4, drop('nobody'), put('c')),
    ]);
    expect(await asked(model)).toEqual({ total: 3, there: 3 });
    await apply(model, [
      event(5, {
        op: 'patch',
        collection: 'rows',
        partition: 't',
        id: 'c',
        set: { 'values.v': 1 },
      }),
    ]);
    expect(await asked(model)).toEqual({ total: 3, there: 3 });
    expect(
      (
        await model.find({
          collection: rows,
          partition: 't',
          limit: 1,
          count: true,
          where: [{ path: 'values.never', op: 'empty', value: true }],
        })
      ).total,
    ).toBe(3);
    expect(count).not.toHaveBeenCalled();
    expect(
      (
        await model.find({
          collection: rows,
          partition: 't',
          limit: 1,
          count: true,
          where: [{ path: 'values.v', op: 'eq', value: 'd' }],
        })
      ).total,
    ).toBe(1);
    expect(count).toHaveBeenCalledTimes(1);
  });

  it('are nothing when all of a partition is dropped, for good, and begin anew when the view does', async () => {
    const address = newMongoAddress();
    const [model, other] = [await start(address), await start(address)];
    await apply(model, [event(1, put('a'), put('b'), put('x', 'u'))]);
    await asked(model);
    await apply(model, [event(2, dropAll('t'))]);
    await apply(other, [event(3, put('c'))]);
    expect([await asked(model), (await asked(other)).total, await asked(model, 'u')]).toEqual([
      { total: 0, there: 0 },
      0,
      { total: 1, there: 1 },
    ]);
    await model.reset('rows');
    expect(await asked(model, 'u')).toEqual({ total: 0, there: 0 });
    await apply(model, [event(1, put('a'))]);
    expect(await asked(model)).toEqual({ total: 1, there: 1 });
  });

  it('are not those that somebody counted while another wrote', async () => {
    const address = newMongoAddress();
    const [writer, reader] = [await start(address), await start(address)];
    await apply(writer, [event(1, put('a'))]);
    // oxlint-disable-next-line typescript/unbound-method -- called with the collection as this
    const { countDocuments } = Collection.prototype;
    let isFirst = true;
    vi.spyOn(Collection.prototype, 'countDocuments').mockImplementation(async function (
      this: Collection,
      ...args
    ) {
      const count = await countDocuments.apply(this, args);
      if (isFirst) {
        isFirst = false;
        await apply(writer, [event(2, put('b'))]);
      }
      return count;
    });
    await asked(reader);
    expect(await asked(reader)).toEqual({ total: 2, there: 2 });
  });

  it('are not what one of two writers has seen', async () => {
    const address = newMongoAddress();
    const [one, other] = [await start(address), await start(address)];
    await apply(one, [event(1, put('a'))]);
    await asked(one);
    // oxlint-disable-next-line typescript/unbound-method -- called with the collection as this
    const { findOneAndUpdate, bulkWrite } = Collection.prototype;
    let others: Promise<void> | undefined;
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    // As soon as the one has begun, the other writes the same, and does not say so before the one
    // is through.
    vi.spyOn(Collection.prototype, 'findOneAndUpdate').mockImplementation(async function (
      this: Collection,
      ...args: Parameters<typeof findOneAndUpdate>
    ) {
      const begun = await findOneAndUpdate.apply(this, args);
      if (this.collectionName === 'totals' && !others) {
        others = apply(other, [event(2, put('b'))]);
        await written.promise;
      }
      return begun;
    } as never);
    let isOthers = true;
    vi.spyOn(Collection.prototype, 'bulkWrite').mockImplementation(async function (
      this: Collection,
      ...args
    ) {
      if (this.collectionName === 'totals' && isOthers) {
        isOthers = false;
        written.resolve();
        await mayEnd.promise;
      }
      return bulkWrite.apply(this, args);
    });
    await apply(one, [event(2, put('b'))]);
    mayEnd.resolve();
    await others;
    expect(await asked(one)).toEqual({ total: 2, there: 2 });
  });

  const id = fc.constantFrom('a', 'b', 'c', 'd');
  type Made = (partition: string) => Change;
  const change: fc.Arbitrary<Made> = fc.oneof(
    { weight: 5, arbitrary: id.map(name => (partition: string) => put(name, partition)) },
    { weight: 4, arbitrary: id.map(name => (partition: string) => drop(name, partition)) },
    { weight: 1, arbitrary: fc.constant((partition: string) => dropAll(partition)) },
  );
  const log = fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), {
    minLength: 2,
    maxLength: 10,
  });
  /** Each case has a partition of its own. */
  let cases = 0;
  const inPartition = (events: readonly (readonly Made[])[]) => {
    const partition = `p${cases++}`;
    return {
      partition,
      events: events.map((changes, i) => event(i + 1, ...changes.map(make => make(partition)))),
    };
  };
  const expectRight = async (models: readonly ReadModel[], partition: string): Promise<void> => {
    for (const model of models) {
      // A collection that another process dropped is known from here on.
      await checkpointOf(model, 'rows');
      const { total, there } = await asked(model, partition);
      expect(total).toBe(there);
    }
  };
  /**
   * Point at which a batch breaks off: not at all, or at one of its writes, before, in or after it.
   */
  const crash = fc.option(
    fc.record({
      at: fc.constantFrom('documents', 'totals'),
      how: fc.constantFrom('before', 'half', 'behind'),
    }),
    { freq: 2 },
  );

  it(
    'are right after a crash at any of the writes, however the log is taken up again, and in the meantime, too',
    { timeout: 120_000 },
    async () => {
      const address = newMongoAddress();
      const models = [await start(address), await start(address)];
      // oxlint-disable-next-line typescript/unbound-method -- called with the collection as this
      const { bulkWrite } = Collection.prototype;
      let wanted: { at: string; how: string } | null = null;
      vi.spyOn(Collection.prototype, 'bulkWrite').mockImplementation(async function (
        this: Collection,
        operations,
        options,
      ) {
        const crashes =
          wanted &&
          (wanted.at === 'totals') === (this.collectionName === 'totals') &&
          this.collectionName !== 'checkpoints'
            ? wanted.how
            : undefined;
        if (crashes) wanted = null;
        const some =
          crashes === 'half' ? operations.slice(0, Math.ceil(operations.length / 2)) : operations;
        const result = crashes === 'before' ? undefined : await bulkWrite.call(this, some, options);
        if (crashes) throw new Error('crash');
        return result!;
      });
      await fc.assert(
        fc.asyncProperty(
          log,
          fc.array(
            fc.record({
              size: fc.integer({ min: 1, max: 4 }),
              back: fc.integer({ min: 0, max: 3 }),
              crash,
            }),
            { minLength: 1, maxLength: 8 },
          ),
          async (made, steps) => {
            const { partition, events } = inPartition(made);
            let at = 0;
            for (let step = 0; at < events.length; step++) {
              const { size, back, crash } = steps[step % steps.length]!;
              wanted = step < 20 ? crash : null;
              const isWritten = await apply(
                models[step % 2]!,
                events.slice(Math.max(0, at - back), at + size),
              ).then(
                () => true,
                () => false,
              );
              wanted = null;
              if (isWritten) at = Math.min(events.length, at + size);
              await expectRight(models, partition);
            }
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  it(
    'are right when several write the same log at once, and somebody asks all the time',
    { timeout: 120_000 },
    async () => {
      const address = newMongoAddress();
      const models = await Promise.all(Array.from({ length: 3 }, () => start(address)));
      await fc.assert(
        fc.asyncProperty(
          log,
          fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }), {
            minLength: 3,
            maxLength: 3,
          }),
          async (made, writers) => {
            const { partition, events } = inPartition(made);
            const writing = { isOver: false };
            const asking = (async () => {
              // A turn of the event loop each time: what is dropped is answered without asking
              // MongoDB.
              for (; !writing.isOver; await turn()) await asked(models[0]!, partition);
            })();
            try {
              await Promise.all(
                models.map(async (model, i) => {
                  for (let from = 0, round = 0; from < events.length; round++) {
                    const batch = events.slice(
                      from,
                      from + writers[i]![round % writers[i]!.length]!,
                    );
                    await apply(model, batch);
                    from += batch.length;
                  }
                }),
              );
            } finally {
              writing.isOver = true;
              await asking;
            }
            await expectRight(models, partition);
          },
        ),
        { numRuns: 30 },
      );
    },
  );
});
