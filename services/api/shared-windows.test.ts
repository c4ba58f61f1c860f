import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { LimitAnswer, LimitExchange, LimitStore } from '../core/ports/limit-store.ts';
import { Counter, type RateLimitStatus } from './counter.ts';

let now = 0;
const clock = () => now;

/** A store in memory that answers in another turn of the event loop. */
class MemoryStore implements LimitStore {
  readonly #windows = new Map<string, { used: number; end: number }>();
  exchanges = 0;
  /** Replaces the answers while it is set. */
  broken: (() => Promise<LimitAnswer>) | undefined;

  async exchange({ key, limit, seconds, spent, end, want }: LimitExchange): Promise<LimitAnswer> {
    this.exchanges++;
    if (this.broken) return this.broken();
    await sleep(0);
    const known = this.#windows.get(key);
    const window = known && known.end > now ? known : { used: 0, end: now + seconds * 1_000 };
    const added = end === undefined || end === window.end ? spent : 0;
    const told = Math.max(0, window.used + added);
    const lent = Math.max(0, Math.min(want, limit - told));
    this.#windows.set(key, { used: told + lent, end: window.end });
    return { lent, used: told + lent, end: window.end, left: window.end - now };
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

const counters = (store: LimitStore, count: number, isExact = false): Counter[] =>
  Array.from({ length: count }, () => new Counter({ store, now: clock, isExact }));
const ask = (counter: Counter, limit: number): Promise<RateLimitStatus> =>
  counter.settled([{ key: 'k', limit, seconds: 60 }], () => counter.count('k', limit, 60));
const burst = async (of: readonly Counter[], times: number, limit: number): Promise<number> => {
  const asked = of.flatMap(counter => Array.from({ length: times }, () => ask(counter, limit)));
  return (await Promise.all(asked)).filter(({ isOver }) => !isOver).length;
};
const oneByOne = async (of: readonly Counter[], times: number, limit: number): Promise<number> => {
  let admitted = 0;
  for (let n = 0; n < times; n++) if (!(await ask(of[n % of.length]!, limit)).isOver) admitted++;
  return admitted;
};

describe('counters of several processes', () => {
  it.each([1, 10, 39])('admit exactly a limit of %i together in a burst', async limit => {
    now = 0;
    expect(await burst(counters(new MemoryStore(), 3), 60, limit)).toBe(limit);
  });

  it.each([
    ['exactly an exact limit', 10, true, 10],
    ['a large limit within a twentieth a process', 400, false, 400 + 3 * 20],
  ])('admit %s where a store under a flood takes longer', async (_, limit, isExact, most) => {
    now = 0;
    const store = new MemoryStore();
    const slow: LimitStore = {
      exchange: async asked => {
        await sleep(300);
        return store.exchange(asked);
      },
      close: async () => undefined,
    };
    const admitted = await burst(counters(slow, 3, isExact), 6 * limit, limit);
    expect(admitted).toBeGreaterThanOrEqual(isExact ? most : limit - 2 * 20);
    expect(admitted).toBeLessThanOrEqual(most);
  });

  it.each([
    ['a burst', burst, 400],
    ['one after another', oneByOne, 3_000],
  ])('admit a large limit within a twentieth a process: %s', async (_, asking, times) => {
    now = 0;
    const admitted = await asking(counters(new MemoryStore(), 3), times, 400);
    expect(admitted).toBeGreaterThanOrEqual(400 - 2 * 20);
    expect(admitted).toBeLessThanOrEqual(400 + 3 * 20);
  });

  it('ask the store once for many counts', async () => {
    now = 0;
    const store = new MemoryStore();
    expect(await oneByOne(counters(store, 1), 1_000, 4_000)).toBe(1_000);
    expect(store.exchanges).toBeLessThanOrEqual(20);
  });

  it('begin a new window together', async () => {
    now = 0;
    const all = counters(new MemoryStore(), 2);
    await burst(all, 20, 10);
    now = 60_000;
    expect(await burst(all, 20, 10)).toBe(10);
  });

  it.each([
    ['nothing that was borrowed', 400, 15],
    ['no refusal', 2, 5],
  ])('take %s into a window that the store began first', async (_, limit, times) => {
    now = 0;
    let end = 60_000;
    const store: LimitStore = {
      exchange: async ({ limit: most, want, end: known }) => {
        const lent = known === undefined ? Math.min(20, most) : want;
        return { lent, used: lent, end, left: 60_000 };
      },
      close: async () => undefined,
    };
    const counter = new Counter({ store, now: clock, isExact: limit === 2 });
    const count = () =>
      counter.settled([{ key: 'k', limit, seconds: 60 }], () => counter.count('k', limit, 60));
    for (let n = 0; n < times; n++) await count();
    await sleep(5);
    now = 1_500;
    end = 120_000;
    await count();
    await sleep(5);
    const { remaining, isOver } = counter.count('k', limit, 60, 0);
    expect([remaining <= limit, remaining > 0, isOver]).toEqual([true, true, false]);
  });

  it('tell what the others counted, a second later', async () => {
    now = 0;
    const [one, other] = counters(new MemoryStore(), 2);
    await ask(other!, 400);
    await oneByOne([one!], 300, 400);
    now = 1_500;
    await ask(other!, 400);
    await vi.waitFor(async () => {
      const { remaining } = one!.count('k', 400, 60, 0);
      expect(Math.abs(other!.count('k', 400, 60, 0).remaining - remaining)).toBeLessThanOrEqual(20);
    }, 10_000);
  });

  it('give back what was taken back, so that others may spend it', async () => {
    now = 0;
    const [one, other] = counters(new MemoryStore(), 2, true);
    expect(await burst([one!], 10, 10)).toBe(10);
    for (let n = 0; n < 10; n++) one!.count('k', 10, 60, -1);
    await vi.waitFor(async () => {
      now += 250;
      expect((await ask(other!, 10)).remaining).toBe(9);
    }, 10_000);
  });

  it('count nothing twice when a count is taken back while it is told', async () => {
    now = 0;
    const store = new MemoryStore();
    const [one, other] = counters(store, 2);
    for (let n = 0; n < 30; n++) one!.count('k', 400, 60);
    for (let n = 0; n < 30; n++) one!.count('k', 400, 60, -1);
    await sleep(5);
    expect(one!.count('k', 400, 60, 0).remaining).toBe(400);
    expect(await burst([one!, other!], 500, 400)).toBeGreaterThanOrEqual(380);
  });
});

describe('a counter whose store is away', () => {
  it.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['is slow', () => new Promise<LimitAnswer>(() => undefined)],
  ])('counts alone when it %s, and waits once', async (_, broken) => {
    now = 0;
    const store = new MemoryStore();
    store.broken = broken;
    const [counter] = counters(store, 1);
    const began = performance.now();
    expect(await burst([counter!], 30, 10)).toBe(10);
    const firstWait = performance.now() - began;
    expect(firstWait).toBeLessThan(5_000);
    const { exchanges } = store;
    expect(await oneByOne([counter!], 30, 10)).toBe(0);
    expect(store.exchanges).toBe(exchanges);
  });

  it('tells what it counted when the store is back', async () => {
    now = 0;
    const store = new MemoryStore();
    const [one, other] = counters(store, 2);
    store.broken = () => Promise.reject(new Error('down'));
    expect(await burst([one!], 7, 10)).toBe(7);
    store.broken = undefined;
    now = 2_000;
    expect(await burst([one!], 1, 10)).toBe(1);
    expect(await burst([other!], 30, 10)).toBe(2);
  });
});
