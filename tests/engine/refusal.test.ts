import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '@hzm/contracts/core/ids';
import { START } from '@hzm/contracts/core/position';
import { sessionOpened } from '@hzm/contracts/features/accounts/events';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { MongoReadModel } from '@hzm/infra/read-model/mongodb/mongo-read-model';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { on, projection, type Projection } from '@hzm/projections/core/projection';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import type { ProjectionWrite, ReadModel } from '@hzm/services/core/ports/read-model';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { Projector } from '@hzm/services/core/projecting/projector';
import { writeBisecting } from '@hzm/services/core/projecting/write-bisecting';
import { SharedReadModel } from '@hzm/services/core/read-model/shared-read-model';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mongodb, newMongoAddress } from '../run/engines.ts';
import { needs } from '../run/needs.ts';
import { FaultInjectingEventStore, newCodec } from './fixtures.ts';

const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r', digest: 'd' };
const codec = newCodec();

describe('writing apart', () => {
  const write = (count: number): ProjectionWrite => ({
    projection: 'p',
    version: 1,
    checkpoint: 'end' as never,
    batch: Array.from({ length: count }, (_, n) => ({
      position: String(n).padStart(20, '0') as never,
      changes: [],
    })),
  });

  it('finds the first event that is refused, writes all before it once, and nothing behind it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.uniqueArray(fc.nat(45), { maxLength: 4 }),
        async (count, bad) => {
          const whole = write(count);
          const refused = bad.filter(n => n < count).toSorted((a, b) => a - b)[0];
          const taken: string[] = [];
          const result = await writeBisecting(async ({ batch }) => {
            if (batch.some(({ position }) => bad.includes(Number(position)))) throw new Error('no');
            taken.push(...batch.map(({ position }) => position));
          }, whole);
          const before = whole.batch.slice(0, refused ?? count).map(({ position }) => position);
          expect(taken).toEqual(before);
          expect(result.refused?.position).toBe(
            refused === undefined ? undefined : whole.batch[refused]!.position,
          );
          expect(result.checkpoint).toBe(refused === undefined ? whole.checkpoint : before.at(-1));
        },
      ),
    );
  });

  it("leaves to the caller what will pass, and what is no event's fault", async () => {
    await expect(
      writeBisecting(async () => {
        throw new Unavailable('rests');
      }, write(9)),
    ).rejects.toThrow('rests');
    await expect(
      writeBisecting(async () => {
        throw new Error('broken');
      }, write(0)),
    ).rejects.toThrow('broken');
  });
});

/** A view of documents that are as long as their session's number of megabytes says. */
const view = (name: string, megabytes: (revision: number) => number): Projection =>
  projection({
    name,
    version: 1,
    collections: [{ name }],
    on: [
      on(sessionOpened, ({ data: { sessionId }, revision }) => [
        {
          op: 'put',
          collection: name,
          id: sessionId,
          doc: { id: sessionId, text: 'x'.repeat(megabytes(revision) * 1_000_000) },
        },
      ]),
    ],
  });

/** Takes no documents that are longer. */
class PickyReadModel extends MemoryReadModel {
  longest = 2_000_000;

  override async apply(writes: readonly ProjectionWrite[]): Promise<void> {
    if (JSON.stringify(writes).length > this.longest) throw new RangeError('too large');
    return super.apply(writes);
  }
}

/** SQLite refuses them, too, where a trigger says so. */
async function pickySqlite(): Promise<ReadModel> {
  const file = join(directory, 'views.db');
  const made = await SqliteReadModel.open(file);
  await made.define([{ name: 'large', projection: 'large' }]);
  await made.apply([
    {
      projection: 'large',
      version: 1,
      checkpoint: START,
      batch: [
        {
          position: START,
          changes: [{ op: 'put', collection: 'large', id: 'first', doc: { id: 'first' } }],
        },
      ],
    },
  ]);
  await made.close();
  const database = new DatabaseSync(file);
  const { no } = database.prepare(`SELECT no FROM partitions WHERE collection = 'large'`).get() as {
    no: number;
  };
  database.exec(
    `CREATE TRIGGER picky BEFORE INSERT ON d${no} WHEN length(new.doc) > 2000000 BEGIN SELECT RAISE(ABORT, 'too large'); END`,
  );
  database.close();
  return SqliteReadModel.open(file);
}

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hzm-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe.each([
  ['memory', async () => new PickyReadModel(), undefined],
  ['sqlite', pickySqlite, undefined],
  ['mongodb', async () => new MongoReadModel(newMongoAddress()), mongodb.missing],
] as const)('what the read model will never take (%s)', (name, make, missing) => {
  let store: FaultInjectingEventStore;
  let model: ReadModel;
  const running: Projector[] = [];
  beforeEach(async () => {
    store = new FaultInjectingEventStore();
    if (missing === undefined) model = await make();
  });
  afterEach(async () => {
    for (const projector of running.splice(0)) await projector.close();
    if (missing === undefined) await model.close();
  });
  const start = async (views: readonly Projection[]): Promise<Projector> => {
    const projector = new Projector({ store, model, codec, projections: views });
    running.push(projector);
    await projector.start();
    return projector;
  };
  let revision = NO_STREAM;
  beforeEach(() => {
    revision = NO_STREAM;
  });
  const write = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++)
      ({ revision } = await store.append(
        's',
        revision,
        await codec.encode(
          [sessionOpened({ accountId: 'a', sessionId: `s${revision + 1}` })],
          meta,
          () => newId(),
        ),
      ));
  };
  const megabytes = name === 'mongodb' ? 20 : 3;
  const ids = async (collection: string) =>
    (await model.find({ collection: { name: collection }, limit: 99 })).docs
      .map(({ id }) => id)
      .filter(id => id !== 'first')
      .toSorted();

  it(
    'pauses its view at the event, named; all others go on, and so do later events',
    needs({ name, missing }),
    async () => {
      await write(5);
      const one = await start([
        view('large', n => (n === 3 ? megabytes : 0)),
        view('small', () => 0),
      ]);
      await write(4);
      await one.waitForPosition(await store.head(), 10_000);
      expect(one.progress[0]!.paused).toMatchObject({
        cause: 'refused',
        position: (await store.readStream('s'))[3]!.position,
        stream: 's',
        type: 'session-opened',
      });
      expect(one.progress[0]!.paused!.reason.length).toBeGreaterThan(3);
      expect(one.progress[1]!.paused).toBeUndefined();
      expect([await ids('large'), (await ids('small')).length]).toEqual([['s0', 's1', 's2'], 9]);
    },
  );

  it(
    'tells its listeners only what can be read, is tried again on demand, and after a restart',
    needs({ name, missing }),
    async () => {
      let isLarge = true;
      const views = [
        view('large', n => (n === 1 && isLarge ? megabytes : 0)),
        view('small', () => 0),
      ];
      const one = await start(views);
      const told: number[] = [];
      one.listen(batch => told.push(...batch.map(({ changes }) => changes.length)));
      await write(3);
      await one.waitForPosition(await store.head(), 10_000);
      expect(told).toEqual([2, 1, 1]);
      one.retry('large');
      await expect.poll(() => one.progress[0]!.paused?.cause, { timeout: 5_000 }).toBe('refused');
      isLarge = false;
      one.retry('large');
      await expect.poll(() => ids('large'), { timeout: 5_000 }).toEqual(['s0', 's1', 's2']);
      isLarge = true;
      await running.pop()!.close();
      await write(1);
      const again = await start(views);
      expect([again.isReady, again.progress[0]!.paused, (await ids('large')).length]).toEqual([
        true,
        undefined,
        4,
      ]);
    },
  );
});

describe('a process that waits for another to write', () => {
  it('learns that a view stands still there, and goes on when it does not any more', async () => {
    const store = new FaultInjectingEventStore();
    const model = new PickyReadModel();
    const views = [view('large', n => (n === 1 ? 3 : 0)), view('small', () => 0)];
    const parts = { store, codec, projections: views };
    const writer = new Projector({ ...parts, model });
    const paused = async () =>
      Object.fromEntries(
        writer.progress.flatMap(({ projection, paused: why }) =>
          why ? [[projection.name, why]] : [],
        ),
      );
    const other = new Projector({
      ...parts,
      isWriter: () => false,
      model: new SharedReadModel(model, () => false, paused),
    });
    try {
      await writer.start();
      await other.start();
      let revision = NO_STREAM;
      for (let i = 0; i < 4; i++)
        ({ revision } = await store.append(
          's',
          revision,
          await codec.encode([sessionOpened({ accountId: 'a', sessionId: `s${i}` })], meta, () =>
            newId(),
          ),
        ));
      await writer.waitForPosition(await store.head(), 5_000);
      await other.waitForPosition(await store.head(), 5_000);
      expect(other.progress.map(({ paused }) => paused?.cause)).toEqual(['refused', undefined]);
      model.longest = Infinity;
      writer.retry('large');
      await expect.poll(() => other.progress[0]!.paused, { timeout: 15_000 }).toBeUndefined();
      await expect
        .poll(() => other.progress[0]!.position, { timeout: 5_000 })
        .toBe(await store.head());
    } finally {
      await writer.close();
      await other.close();
    }
  }, 30_000);
});
