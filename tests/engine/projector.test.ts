import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@hzm/contracts/core/ids';
import { START, type Position } from '@hzm/contracts/core/position';
import { accountDeleted, sessionOpened } from '@hzm/contracts/features/accounts/events';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import { events } from '@hzm/contracts/registry';
import { MemoryReadModel } from '@hzm/infra/read-model/memory/memory-read-model';
import { on, projection, type Projection } from '@hzm/projections/core/projection';
import { cryptoShredder } from '@hzm/services/core/events/crypto-shredder';
import { NO_STREAM, type StoredEvent } from '@hzm/services/core/ports/event-store';
import { checkpointOf } from '@hzm/services/core/ports/read-model';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { Projector } from '@hzm/services/core/projecting/projector';
import type { Reactor } from '@hzm/services/core/projecting/projector-parts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FaultInjectingEventStore, newCodec, newVault } from './fixtures.ts';
import { newProject } from './hand-over-engine.ts';

const view = (name: string, fails: (revision: number) => boolean = () => false): Projection =>
  projection({
    name,
    version: 1,
    collections: [{ name }],
    on: [
      on(sessionOpened, ({ data: { sessionId }, revision }) => {
        if (fails(revision)) throw new Error('poison');
        return [{ op: 'put', collection: name, id: sessionId, doc: { id: sessionId, revision } }];
      }),
    ],
  });

let store: FaultInjectingEventStore;
let model: MemoryReadModel;
const running: Projector[] = [];
beforeEach(() => {
  store = new FaultInjectingEventStore();
  model = new MemoryReadModel();
});
afterEach(async () => {
  for (const projector of running.splice(0)) await projector.close();
});

const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'a', request: 'r' };
const vault = newVault();
const codec = newCodec(vault);
let revision = NO_STREAM;
beforeEach(() => {
  revision = NO_STREAM;
});
async function open(count: number): Promise<Position> {
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
  return store.head();
}

function projector(views: readonly Projection[], reactors: readonly Reactor[] = []): Projector {
  const made = new Projector({ store, model, codec, projections: views, reactors });
  running.push(made);
  return made;
}
const count = async (collection: string) =>
  (await model.find({ collection: { name: collection }, limit: 1, count: true })).total;

it('catches up before it starts, then follows; what is reached can be read', async () => {
  await open(700);
  const one = projector([view('v')]);
  await one.start();
  expect(await count('v')).toBe(700);
  await one.waitForPosition(await open(5), 5_000);
  expect(await count('v')).toBe(705);
});

it('opens what comes next while it writes, but one write at a time, and nothing behind an event that somebody acts on before they have', async () => {
  await open(1_200);
  const opened = vi.spyOn(codec, 'slices');
  const apply = model.apply.bind(model);
  const slow = Promise.withResolvers<void>();
  let [writes, atOnce] = [0, 0];
  vi.spyOn(model, 'apply').mockImplementation(async written => {
    expect(++atOnce).toBe(1);
    if (++writes === 1) await slow.promise;
    await apply(written);
    atOnce--;
  });
  onTestFinished(() => {
    opened.mockRestore();
  });
  const one = projector([view('v')]);
  const started = one.start();
  await expect.poll(() => opened.mock.calls.length).toBe(2);
  expect([writes, one.position]).toEqual([1, START]);
  slow.resolve();
  await started;
  expect(await count('v')).toBe(1_200);

  opened.mockClear();
  const acting = Promise.withResolvers<void>();
  model = new MemoryReadModel();
  const second = projector(
    [view('v')],
    [{ types: new Set([sessionOpened.type]), react: () => acting.promise }],
  );
  await second.begin();
  await sleep(50);
  expect(opened.mock.calls).toHaveLength(1);
  acting.resolve();
  await second.ready;
});

it('tells its listeners each event once, in order, when it can be read', async () => {
  const one = projector([view('v')]);
  const heard: number[] = [];
  one.listen(batch => {
    heard.push(...batch.map(({ event }) => event.revision));
    expect(batch.every(({ changes }) => changes.length === 1)).toBe(true);
  });
  await one.start();
  await one.waitForPosition(await open(50), 5_000);
  expect(heard).toEqual(Array.from({ length: 50 }, (_, i) => i));
});

it('waits for what never comes only so long', async () => {
  const one = projector([view('v')]);
  await one.start();
  await expect(one.waitForPosition('99999999999999999999' as Position, 10)).rejects.toMatchObject({
    code: 'NOT_READY',
  });
});

it('goes on from its checkpoint, and builds a view of another version again', async () => {
  await open(10);
  await projector([view('v')]).start();
  await running.pop()!.close();
  const seen: number[] = [];
  const counting = (version: number): Projection => ({
    ...view('v'),
    version,
    changesOf: event => (seen.push(event.revision), []),
  });
  await open(2);
  await projector([counting(1)]).start();
  expect(seen).toEqual([10, 11]);
  await running.pop()!.close();
  await projector([counting(2)]).start();
  expect(seen).toHaveLength(2 + 12);
});

it('pauses the view that cannot handle an event, alone, and says which', async () => {
  const one = projector([view('bad', revision => revision === 3), view('good')]);
  await one.start();
  await one.waitForPosition(await open(10), 5_000);
  expect([await count('bad'), await count('good')]).toEqual([3, 10]);
  expect(one.progress[0]!.paused).toMatchObject({
    position: (await store.readStream('s'))[3]!.position,
    stream: 's',
    type: 'session-opened',
    cause: 'projection',
    reason: 'poison',
  });
  expect(one.progress[1]!.paused).toBeUndefined();
});

it('waits for a read model that rests, and loses nothing', async () => {
  const apply = model.apply.bind(model);
  let failures = 3;
  model.apply = async writes => {
    if (failures-- > 0) throw new Unavailable('resting');
    return apply(writes);
  };
  const one = projector([view('v')]);
  await one.start();
  await one.waitForPosition(await open(5), 5_000);
  expect(await count('v')).toBe(5);
});

it('does not sit out its pause when something is appended: the log is back', async () => {
  await open(3);
  const subscribe = store.subscribe.bind(store);
  let isGone = true;
  store.subscribe = (from, signal) => {
    if (isGone) throw new Unavailable('gone');
    return subscribe(from, signal);
  };
  let failures = 0;
  const one = new Projector({
    store,
    model,
    codec,
    projections: [view('v')],
    failed: () => {
      failures++;
    },
  });
  running.push(one);
  await one.begin();
  // The seventh pause takes 3.2 s.
  await expect.poll(() => failures, { timeout: 10_000 }).toBe(7);
  isGone = false;
  const began = performance.now();
  one.appended();
  await one.ready;
  expect(performance.now() - began).toBeLessThan(1_000);
});

describe('a subscription', () => {
  /** Ends after so many events, with or without an error. */
  const breaking = (after: number, error?: Error) => {
    const subscribe = store.subscribe.bind(store);
    store.subscribe = async function* (from, signal): AsyncGenerator<readonly StoredEvent[]> {
      let told = 0;
      for await (const batch of subscribe(from, signal)) {
        for (const event of batch) {
          yield [event];
          if (++told < after) continue;
          if (error) throw error;
          return;
        }
      }
    };
  };

  it.each([
    ['ends', undefined],
    ['fails', new Unavailable('gone')],
  ])('that %s is made again behind the last event handled', async (_, error) => {
    await open(20);
    breaking(7, error);
    const one = projector([view('v')]);
    const heard: number[] = [];
    one.listen(batch => heard.push(...batch.map(({ event }) => event.revision)));
    await one.start();
    expect(heard).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('that falls silent is noticed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const subscribe = store.subscribe.bind(store);
    let silent = true;
    store.subscribe = (from, signal) => {
      if (!silent) return subscribe(from, signal);
      silent = false;
      // eslint-disable-next-line require-yield -- it says nothing, that is the point
      return (async function* (): AsyncGenerator<readonly StoredEvent[]> {
        await sleep(60_000, undefined, { signal });
      })();
    };
    const one = projector([view('v')]);
    const starting = one.start();
    await open(3);
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(10_000);
        return one.position;
      })
      .toBe(await store.head());
    await starting;
    expect(await count('v')).toBe(3);
  });
});

describe('a reactor', () => {
  it('comes before the checkpoint: when the process ends in between, it acts after the restart', async () => {
    const projectId = newId();
    const facts = [
      newProject(newId(), projectId),
      projectDeleted({ projectId, ownerId: newId(), tableIds: [], memberIds: [], leaves: 0 }),
    ];
    await store.append('p', NO_STREAM, await codec.encode(facts, meta, () => newId()));
    const dying = projector(
      [view('v')],
      [
        {
          types: new Set([projectDeleted.type]),
          react: async () => {
            throw new Error('died here');
          },
        },
      ],
    );
    void dying.start();
    await sleep(20);
    expect((await checkpointOf(model, 'v'))?.position ?? START).toBe(START);
    await running.pop()!.close();
    expect((await codec.decode(await store.readStream('p')))[0]!.erased).toBe(false);

    await projector([view('v')], [cryptoShredder(vault, events)]).start();
    expect((await codec.decode(await store.readStream('p')))[0]!.erased).toBe(true);
  });

  it('erases a person', async () => {
    const accountId = newId();
    await vault.obtain(`account:${accountId}`);
    await store.append(
      'a',
      NO_STREAM,
      await codec.encode([accountDeleted({ accountId })], meta, () => newId()),
    );
    await projector([view('v')], [cryptoShredder(vault, events)]).start();
    expect(await vault.find(`account:${accountId}`)).toBeUndefined();
  });
});

it('refuses a read model that was built from another log', async () => {
  await projector([view('v')]).start();
  await running.pop()!.close();
  store = new FaultInjectingEventStore();
  await expect(projector([view('v')]).start()).rejects.toThrow('another event store');
});
