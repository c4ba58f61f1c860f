import { setImmediate } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import { sessionOpened } from '@hzm/contracts/features/accounts/events';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { SqliteReadModel } from '@hzm/infra/read-model/sqlite/sqlite-read-model';
import { on, projection, type Projection } from '@hzm/projections/core/projection';
import { NO_STREAM } from '@hzm/services/core/ports/event-store';
import { checkpointOf, type ReadModel } from '@hzm/services/core/ports/read-model';
import { Projector } from '@hzm/services/core/projecting/projector';
import { Rebuild } from '@hzm/services/core/projecting/rebuild';
import { BlueGreenReadModel } from '@hzm/services/core/read-model/blue-green-read-model';
import { SharedReadModel } from '@hzm/services/core/read-model/shared-read-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchFiles } from '../run/scratch-files.ts';
import { FaultInjectingEventStore, newCodec, newVault } from './fixtures.ts';

const scratchFile = scratchFiles();

/** A document with its version; `fails` at a revision. */
const view = (
  version: number,
  says: string,
  fails: (revision: number) => boolean = () => false,
): Projection =>
  projection({
    name: 'v',
    version,
    collections: [{ name: 'v' }],
    on: [
      on(sessionOpened, ({ data: { sessionId }, revision }) => {
        if (fails(revision)) throw new Error('poison');
        return [
          { op: 'put', collection: 'v', id: sessionId, doc: { id: sessionId, revision, says } },
        ];
      }),
    ],
  });

const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r' };
const codec = newCodec(newVault());
let store: FaultInjectingEventStore;
let revision: number;
let closing: (() => Promise<void>)[];
beforeEach(() => {
  [store, revision, closing] = [new FaultInjectingEventStore(), NO_STREAM, []];
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function write(count: number): Promise<void> {
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
}

/** A running process on these views. */
async function run(base: ReadModel, one: Projection, isWriter = () => true) {
  const generations = new BlueGreenReadModel(base);
  const errors: unknown[] = [];
  const projector: Projector = new Projector({
    store,
    model: generations,
    codec,
    projections: [one],
    isWriter,
    outdated: (name, afresh) => rebuild.outdated(name, afresh),
  });
  const rebuild = new Rebuild({
    store,
    codec,
    generations,
    projector,
    isWriter,
    failed: error => errors.push(error),
    stopped: (_, why) => errors.push(why),
  });
  await projector.start();
  rebuild.start();
  const stop = async (): Promise<void> => {
    await rebuild.close();
    await projector.close();
  };
  closing.push(stop);
  const docs = async () =>
    (await generations.find({ collection: { name: 'v' }, limit: 10_000 })).docs;
  return { generations, projector, rebuild, errors, docs, stop };
}
const done = async ({ rebuild }: { rebuild: Rebuild }): Promise<void> => {
  await expect.poll(() => rebuild.progress.size, { timeout: 10_000 }).toBe(0);
};

describe.each([
  ['memory', async () => new MemoryReadModel()],
  ['sqlite', () => SqliteReadModel.open(scratchFile())],
] as const)('a view is built anew on %s', (_, make) => {
  const begun = async (): Promise<ReadModel> => {
    const model = await make();
    closing.push(() => model.close());
    return model;
  };

  it('beside the one that serves, while events come, and then it is the one', async () => {
    await write(2_000);
    const one = await run(await begun(), view(1, 'old'));
    one.rebuild.ask('v');
    expect(one.rebuild.progress.has('v')).toBe(true);
    const seen: number[] = [];
    while (one.rebuild.progress.size > 0) {
      await write(3);
      await one.projector.waitForPosition(await store.head());
      seen.push((await one.docs()).length);
      await setImmediate();
    }
    expect(seen.every((count, at) => count === 2_000 + 3 * (at + 1))).toBe(true);
    expect(await checkpointOf(one.generations, 'v')).toEqual({
      version: 1,
      position: await store.head(),
    });
    await write(1);
    await one.projector.waitForPosition(await store.head());
    expect([(await one.docs()).length, one.errors]).toEqual([revision + 1, []]);
  });

  it('when its version changed, without a moment of nothing', async () => {
    await write(1_500);
    const base = await begun();
    await (await run(base, view(1, 'old'))).stop();
    const next = await run(base, view(2, 'new'));
    expect((await next.docs()).length).toBe(1_500);
    await done(next);
    expect([
      (await next.docs()).length,
      (await next.docs()).every(({ says }) => says === 'new'),
    ]).toEqual([1_500, true]);
    await next.stop();
    const again = await run(base, view(2, 'newer'));
    expect([
      again.rebuild.progress.size,
      (await again.docs()).every(({ says }) => says === 'new'),
    ]).toEqual([0, true]);
  });

  it('going on where it was stopped, by the next process that writes', async () => {
    await write(3_000);
    const base = await begun();
    const first = await run(base, view(1, 'old'));
    first.rebuild.ask('v');
    await expect
      .poll(() => first.rebuild.progress.get('v')!.share, { interval: 1 })
      .toBeGreaterThan(0.1);
    await first.stop();
    expect(await first.generations.building('v')).toBe(1);
    let writes = false;
    const second = await run(base, view(1, 'old'), () => writes);
    expect(second.rebuild.progress.size).toBe(0);
    writes = true;
    await expect.poll(() => second.generations.building('v'), { timeout: 10_000 }).toBeUndefined();
    expect((await second.docs()).length).toBe(3_000);
  });

  it('by another process, where its own does not write any more in the middle', async () => {
    await write(3_000);
    const base = await begun();
    let writes = true;
    const shared = new SharedReadModel(
      base,
      () => writes,
      async () => ({}),
    );
    const one = await run(shared, view(1, 'old'), () => writes);
    one.rebuild.ask('v');
    await done(one);
    const apply = shared.apply.bind(shared);
    let left = 3;
    shared.apply = async batches => {
      if (batches.some(({ projection: name }) => name === 'v_2') && --left === 0) writes = false;
      return apply(batches);
    };
    one.rebuild.ask('v');
    await done(one);
    expect([one.errors, [...one.rebuild.stopped]]).toEqual([[], []]);
    expect(await one.generations.building('v')).toBe(2);
    writes = true;
    await expect.poll(() => one.generations.building('v'), { timeout: 10_000 }).toBeUndefined();
    expect((await one.docs()).length).toBe(3_000);
  });

  it('or stays as it was when an event cannot be handled', async () => {
    await write(10);
    const base = await begun();
    await (await run(base, view(1, 'old'))).stop();
    const bad = await run(
      base,
      view(2, 'new', at => at === 5),
    );
    await expect.poll(() => bad.errors.length, { timeout: 5_000 }).toBeGreaterThan(0);
    expect((await bad.docs()).every(({ says }) => says === 'old')).toBe(true);
  });
});
