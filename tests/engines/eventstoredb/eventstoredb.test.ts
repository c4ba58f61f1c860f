import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { positionOf, START, type Position } from '@hzm/contracts/core/position';
import { EventStoreDbEventStore } from '@hzm/infra/event-store/eventstoredb/eventstoredb-event-store';
import {
  NO_STREAM,
  OutcomeUnknown,
  SubscriptionDropped,
  WrongRevision,
  type NewEvent,
  type StoredEvent,
} from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventStore } from '../../run/engines.ts';
import { EventStoreDbServer } from './server.ts';

const fact = (n: number): NewEvent => ({
  id: randomUUID(),
  type: 'counted',
  data: { n },
  meta: { at: 'now' },
});
const facts = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => fact(n));

let server: EventStoreDbServer;
beforeAll(async () => {
  server = await new EventStoreDbServer().start();
});
afterAll(() => server.kill());

/** The same cases on our in-process server and, where there is one, on a real one. */
const addresses: readonly [string, () => string][] = [
  ['in-process server', () => server.address],
  ...(eventStore.missing === undefined
    ? [['a real server', () => eventStore.url] as [string, () => string]]
    : []),
];

describe.each(addresses)('what EventStoreDB decides (%s)', (_, address) => {
  let store: EventStoreDbEventStore;
  let stream: string;
  beforeEach(() => {
    store = new EventStoreDbEventStore(address(), { installation: `t${randomUUID()}` });
    stream = `s-${randomUUID()}`;
  });
  afterEach(() => store.close());

  it('the same ids at the same place: the first outcome, whatever came after', async () => {
    const [a, b, c] = facts(3) as [NewEvent, NewEvent, NewEvent];
    const first = await store.append(stream, NO_STREAM, [a, b]);
    await store.append(stream, 1, [c]);
    expect(await store.append(stream, NO_STREAM, [a, b])).toEqual(first);
    expect(await store.readStream(stream)).toHaveLength(3);
  });

  it("a part of a known append at its place: that part's outcome", async () => {
    const [a, b] = facts(2) as [NewEvent, NewEvent];
    await store.append(stream, NO_STREAM, [a, b]);
    const [first] = await store.readStream(stream);
    expect(await store.append(stream, NO_STREAM, [a])).toEqual({
      revision: 0,
      position: first!.position,
    });
  });

  it('known ids, then new ones: a conflict', async () => {
    const [a, b] = facts(2) as [NewEvent, NewEvent];
    await store.append(stream, NO_STREAM, [a]);
    await expect(store.append(stream, NO_STREAM, [a, b])).rejects.toMatchObject({
      name: 'WrongRevision',
      actual: 0,
    });
  });

  it('known ids at the current revision: written again', async () => {
    const a = fact(1);
    await store.append(stream, NO_STREAM, [a]);
    await store.append(stream, 0, [a]);
    expect(await store.readStream(stream)).toHaveLength(2);
  });

  it.each([
    ['a number on a missing stream', 0, NO_STREAM],
    ['too high', 7, 1],
    ['too low', 0, 1],
  ])('%s: a conflict that tells the revision', async (_case, expected, actual) => {
    if (actual > NO_STREAM) await store.append(stream, NO_STREAM, facts(actual + 1));
    const refused = await store
      .append(stream, expected, [fact(1)])
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(WrongRevision);
    expect((refused as WrongRevision).actual).toBe(actual);
  });

  it('of the same append many times at once one is written', async () => {
    const events = facts(3);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => store.append(stream, NO_STREAM, events)),
    );
    expect(new Set(outcomes.map(({ position }) => position)).size).toBe(1);
    expect(await store.readStream(stream)).toHaveLength(3);
  });

  it('keeps the order of appends that are asked for together, over all streams', async () => {
    const ordered = new EventStoreDbEventStore(address(), {
      installation: `t${randomUUID()}`,
      isOrdered: true,
    });
    const written = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        ordered.append(`s${n % 60}`, Math.floor(n / 60) - 1, [fact(n)]),
      ),
    );
    expect(written.map(({ position }) => position)).toEqual(
      written.map(({ position }) => position).toSorted(),
    );
    await ordered.close();
  });

  it('more than the server takes: refused before it is sent', async () => {
    await expect(
      store.append(stream, NO_STREAM, [{ ...fact(1), data: { text: 'x'.repeat(1_048_577) } }]),
    ).rejects.toBeInstanceOf(RangeError);
  });

  it('an identity of its own, the same for everybody who asks', async () => {
    const installation = `t${randomUUID()}`;
    const [a, b] = [
      new EventStoreDbEventStore(address(), { installation }),
      new EventStoreDbEventStore(address(), { installation }),
    ];
    const [x, y] = await Promise.all([a.identity(), b.identity()]);
    expect(x).toBe(y);
    expect(await store.identity()).not.toBe(x);
    expect(await a.head()).toBe(START);
    await Promise.all([a.close(), b.close()]);
  });
});

describe('many reads', () => {
  it('that end by themselves leave the connection, and what is told on it, as it is', async () => {
    const own = await new EventStoreDbServer().start();
    const store = new EventStoreDbEventStore(own.address);
    await store.append('s', NO_STREAM, facts(10));
    const following = new AbortController();
    const batches = store.subscribe(START, following.signal)[Symbol.asyncIterator]();
    const told: StoredEvent[] = [];
    const hear = async (count: number): Promise<void> => {
      while (told.length < count)
        told.push(...((await batches.next()).value as readonly StoredEvent[]));
    };
    await hear(10);
    // A server of this kind takes a thousand cancelled calls in short time, and then ends the
    // connection.
    for (let n = 0; n < 50; n++) {
      const read = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          store.readStream(i % 2 === 0 ? 's' : 'missing', { limit: 1 }),
        ),
      );
      expect(read.map(({ length }) => length).slice(0, 2)).toEqual([1, 0]);
    }
    await store.append('s', 9, facts(1));
    await hear(11);
    following.abort();
    await batches.next();
    await store.close();
    own.kill();
  });
});

describe('a server that other programs write to, too', () => {
  it('is asked for the newest own event without reading again what others wrote', async () => {
    const own = await new EventStoreDbServer().start();
    const store = new EventStoreDbEventStore(own.address);
    own.writeForeign(3_000);
    expect(await store.head()).toBe(START);
    const { position } = await store.append('s', NO_STREAM, facts(1));
    own.writeForeign(3_000);
    own.sent = 0;
    expect(await store.head()).toBe(position);
    expect(own.sent).toBeLessThan(600);
    own.sent = 0;
    expect(await store.head()).toBe(position);
    expect(own.sent).toBe(1);
    // Started again, it knows the last event that its views hold, and lets the server skip the
    // rest.
    const again = new EventStoreDbEventStore(own.address);
    expect(await again.eventIdAt(position)).toBeDefined();
    own.sent = 0;
    expect(await again.head()).toBe(position);
    expect(own.sent).toBeLessThan(600);
    const other = new EventStoreDbEventStore(own.address);
    const later = await other.append('s', 0, facts(1));
    own.writeForeign(3_000);
    expect([await store.head(), await again.head()]).toEqual([later.position, later.position]);
    await Promise.all([store, again, other].map(one => one.close()));
    own.kill();
  });

  it('is read from the first own event on, however much stands before it', async () => {
    const own = await new EventStoreDbServer().start();
    const store = new EventStoreDbEventStore(own.address);
    own.writeForeign(3_000);
    own.sent = 0;
    expect(await store.readAll({ after: START, limit: 100 })).toEqual([]);
    expect(own.sent).toBe(0);
    await store.append('s', NO_STREAM, facts(3));
    own.sent = 0;
    expect(await store.readAll({ after: START, limit: 100 })).toHaveLength(3);
    expect(own.sent).toBeLessThan(10);
    await store.close();
    own.kill();
  });
});

describe('a position that no event has', () => {
  it('is unknown for good, but not while the server is gone', async () => {
    const own = await new EventStoreDbServer().start();
    const store = new EventStoreDbEventStore(own.address);
    await store.append('s', NO_STREAM, facts(3));
    const after = positionOf(1);
    await expect(store.readAll({ after, limit: 9 })).rejects.toMatchObject({
      name: 'UnknownPosition',
      position: after,
    });
    own.kill();
    await expect(store.readAll({ after, limit: 9 })).rejects.toBeInstanceOf(Unavailable);
    await store.close();
  });
});

describe('when EventStoreDB fails', () => {
  let faulty: EventStoreDbServer;
  let store: EventStoreDbEventStore;
  beforeEach(async () => {
    faulty = await new EventStoreDbServer().start();
    store = new EventStoreDbEventStore(faulty.address);
  });
  afterEach(async () => {
    await store.close();
    faulty.kill();
  });

  it.each([
    { fault: 'unavailable-before', written: 0 },
    { fault: 'unavailable-after', written: 1 },
    { fault: 'frozen', written: 0 },
  ] as const)(
    '$fault: unknown, and asking again with the same ids writes it once',
    async ({ fault, written }) => {
      const events = [fact(1)];
      faulty.failAppends(fault);
      await expect(store.append('s', NO_STREAM, events)).rejects.toBeInstanceOf(OutcomeUnknown);
      expect(faulty.log.all).toHaveLength(written);
      await store.append('s', NO_STREAM, events);
      expect(await store.readStream('s')).toHaveLength(1);
    },
  );

  it('answers an append that the server wrote but left unanswered', async () => {
    const events = facts(2);
    faulty.failAppends('frozen-after');
    const { position } = await store.append('s', NO_STREAM, events);
    expect((await store.readStream('s')).map(event => event.position).at(-1)).toBe(position);
    faulty.failAppends('frozen-after');
    await store.append('s', 1, facts(1));
    faulty.failAppends('frozen');
    await expect(store.append('s', 2, facts(1))).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(await store.readStream('s')).toHaveLength(3);
  });

  it('not the leader: goes to the one that the answer names', async () => {
    faulty.failAppends('not-leader');
    const events = [fact(1)];
    await expect(store.append('s', NO_STREAM, events)).rejects.toBeInstanceOf(OutcomeUnknown);
    await store.append('s', NO_STREAM, events);
  });

  it('gone: says so at once; back: works again', async () => {
    await store.append('s', NO_STREAM, [fact(1)]);
    faulty.kill();
    await expect(store.readStream('s')).rejects.toBeInstanceOf(Unavailable);
    await expect(store.append('s', 0, [fact(2)])).rejects.toBeInstanceOf(OutcomeUnknown);
    await faulty.start();
    await expect
      .poll(() =>
        store.readStream('s').then(
          events => events.length,
          () => 0,
        ),
      )
      .toBe(1);
  });

  it.each(['dropped', 'killed'] as const)(
    'a %s subscription ends, and goes on behind the last event handled',
    async how => {
      const seen: number[] = [];
      let position = START;
      const listen = async (until: number): Promise<void> => {
        const stop = new AbortController();
        for await (const batch of store.subscribe(position, stop.signal)) {
          seen.push(...batch.map(({ data }) => data['n'] as number));
          position = batch.at(-1)!.position;
          if (seen.length >= until) stop.abort();
        }
      };
      await store.append('s', NO_STREAM, facts(3));
      const first = listen(5);
      await expect.poll(() => seen.length).toBe(3);
      if (how === 'dropped') faulty.dropSubscriptions();
      else faulty.kill();
      await expect(first).rejects.toBeInstanceOf(
        how === 'dropped' ? SubscriptionDropped : Unavailable,
      );
      if (how === 'killed') await faulty.start();
      await expect
        .poll(() =>
          store
            .append(
              's',
              2,
              [3, 4].map(n => ({ ...fact(n), id: `00000000-0000-7000-8000-00000000000${n}` })),
            )
            .then(
              () => true,
              () => false,
            ),
        )
        .toBe(true);
      await listen(5);
      expect(seen).toEqual([0, 1, 2, 3, 4]);
    },
  );

  it('what a subscription tells twice comes once', async () => {
    const seen: number[] = [];
    const stop = new AbortController();
    const listening = (async () => {
      for await (const batch of store.subscribe(START, stop.signal))
        seen.push(...batch.map(({ data }) => data['n'] as number));
    })();
    await expect
      .poll(() =>
        store.append('s', NO_STREAM, facts(3)).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => seen.length).toBe(3);
    // Once on their own, once in one batch with what is new.
    faulty.repeatDeliveries();
    await store.append('t', NO_STREAM, [fact(3)]);
    for (const n of [1, 2]) {
      await store.append('t', n - 1, [fact(3 + n)]);
      faulty.repeatDeliveries();
    }
    await expect.poll(() => seen.length).toBe(6);
    await sleep(100);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
    stop.abort();
    await listening;
  });

  it('a flood drops a live consumer, who then misses nothing', async () => {
    const seen: StoredEvent[] = [];
    let position: Position = START;
    let drops = 0;
    const stop = new AbortController();
    const listening = (async () => {
      while (!stop.signal.aborted) {
        try {
          for await (const batch of store.subscribe(position, stop.signal)) {
            seen.push(...batch);
            position = batch.at(-1)!.position;
          }
        } catch {
          drops++;
        }
      }
    })();
    await Promise.all(
      Array.from({ length: 40 }, (_, s) => store.append(`s${s}`, NO_STREAM, facts(50))),
    );
    faulty.dropSubscriptions();
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(2000);
    stop.abort();
    await listening;
    expect(drops).toBeGreaterThan(0);
    expect(seen.map(event => event.position)).toEqual(
      faulty.log.all.map(event => String(event.position).padStart(20, '0')),
    );
  });
});
