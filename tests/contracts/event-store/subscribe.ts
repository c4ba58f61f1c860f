import { START, type Position } from '@hzm/contracts/core/position';
import { READ_BYTES } from '@hzm/services/core/ports/byte-budget';
import {
  NO_STREAM,
  storedBytes,
  type EventStore,
  type StoredEvent,
} from '@hzm/services/core/ports/event-store';
import { Unavailable } from '@hzm/services/core/ports/unavailable';
import { expect, it } from 'vitest';
import { facts, large, LARGE_BYTES, numbers } from './facts.ts';
import type { Make } from './make.ts';

/** Listens as the product does: any end is a drop, and it goes on behind the last event handled. */
async function listen(
  store: EventStore,
  after: Position,
  until: (seen: readonly StoredEvent[]) => boolean,
  handle?: () => Promise<void>,
): Promise<StoredEvent[]> {
  const seen: StoredEvent[] = [];
  const stop = new AbortController();
  while (!stop.signal.aborted) {
    try {
      for await (const batch of store.subscribe(seen.at(-1)?.position ?? after, stop.signal)) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(500);
        expect(batch.reduce((sum, event) => sum + storedBytes(event), 0)).toBeLessThan(
          READ_BYTES + 2 * LARGE_BYTES,
        );
        seen.push(...batch);
        await handle?.();
        if (until(seen)) stop.abort();
      }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
    }
  }
  return seen;
}

const count =
  (n: number) =>
  (seen: readonly StoredEvent[]): boolean =>
    seen.length >= n;

/** Many streams, written side by side, each in steps of up to 50 events. */
const write = (store: EventStore, streams: number, each: number): Promise<unknown> =>
  Promise.all(
    Array.from({ length: streams }, async (_, s) => {
      for (let n = 0; n < each; n += 50)
        await store.append(`w${s}`, n - 1, facts(Math.min(50, each - n), n));
    }),
  );

export function subscribeContract(make: Make): void {
  it('tells the past, then the present, each event once and in order', async () => {
    const store = await make();
    await write(store, 4, 300);
    const listening = listen(store, START, count(1300));
    await store.append('live', NO_STREAM, facts(50));
    await store.append('live', 49, facts(50));
    const seen = await listening;
    expect(seen).toEqual(await store.readAll({ after: START, limit: 2000 }));
  });

  it('hands over from past to present under load without a gap or a double', async () => {
    const store = await make();
    const writing = write(store, 8, 400);
    const listeners = Array.from({ length: 3 }, () => listen(store, START, count(3200)));
    await writing;
    const all = await store.readAll({ after: START, limit: 5000 });
    for (const seen of await Promise.all(listeners))
      expect(seen.map(({ position }) => position)).toEqual(all.map(({ position }) => position));
  });

  it('waits for a slow listener and loses nothing', async () => {
    const store = await make();
    await write(store, 1, 100);
    const listening = listen(
      store,
      START,
      count(3300),
      () => new Promise(resolve => setTimeout(resolve, 2)),
    );
    await write(store, 0, 0);
    await Promise.all(
      Array.from({ length: 8 }, async (_, s) => {
        for (let n = 0; n < 400; n += 100) await store.append(`x${s}`, n - 1, facts(100, n));
      }),
    );
    expect(await listening).toHaveLength(3300);
  });

  it('tells large events a few at a time, past and present, to a slow listener, too', async () => {
    const store = await make();
    const half = Math.ceil((2.5 * READ_BYTES) / LARGE_BYTES);
    const add = async (from: number): Promise<void> => {
      for (let n = from; n < from + half; n++) await store.append(`l${n}`, NO_STREAM, [large(n)]);
    };
    await add(0);
    const listening = listen(
      store,
      START,
      count(2 * half),
      () => new Promise(resolve => setTimeout(resolve, 20)),
    );
    await add(half);
    const seen = await listening;
    expect(new Set(numbers(seen)).size).toBe(2 * half);
    expect(seen.map(({ position }) => position)).toEqual(
      seen.map(({ position }) => position).toSorted(),
    );
  });

  it('starts behind a position', async () => {
    const store = await make();
    const { position } = await store.append('a', NO_STREAM, facts(5));
    await store.append('a', 4, facts(3, 5));
    expect(numbers(await listen(store, position, count(3)))).toEqual([5, 6, 7]);
  });

  it('ends when it is told to, also while it waits', async () => {
    const store = await make();
    const stop = new AbortController();
    const listening = (async () => {
      for await (const batch of store.subscribe(START, stop.signal)) expect(batch).toEqual([]);
    })();
    stop.abort();
    await listening;
    const aborted = (async () => {
      for await (const batch of store.subscribe(START, AbortSignal.abort()))
        expect(batch).toEqual([]);
    })();
    await aborted;
  });
}
