import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Gate } from './gate.ts';
import { wholeSource } from './source.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets admitted work begin. */
const settled = async (): Promise<void> => {
  await turn();
  await turn();
};

/** Work that ends on command. */
function scene(limits: Partial<ConstructorParameters<typeof Gate>[0]> = {}) {
  const gate = new Gate({
    together: 3,
    each: 2,
    waiting: 4,
    waitingEach: 2,
    timeoutMs: 5_000,
    ...limits,
  });
  const underWay: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string): Promise<string> =>
    gate
      .run(wholeSource(name[0]!), () => {
        underWay.push(name);
        return new Promise<void>(resolve => ends.set(name, resolve));
      })
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
  const end = async (name: string): Promise<void> => {
    underWay.splice(underWay.indexOf(name), 1);
    ends.get(name)!();
    await settled();
  };
  return { start, end, underWay };
}

it('Gate admits a limited number at once and per account, and the next when one leaves', async () => {
  const { start, end, underWay } = scene();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void start(name);
  await settled();
  expect(underWay).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(underWay).toEqual(['a1', 'a2', 'c1']);
  await end('a1');
  expect(underWay).toEqual(['a2', 'c1', 'a3']);
  await end('a2');
  expect(underWay).toEqual(['c1', 'a3', 'b2']);
});

it('Gate queues a limited number in all and per account, and refuses further work', async () => {
  const { start, end } = scene();
  const one = ['a1', 'a2', 'a3', 'a4'].map(start);
  expect(await start('a5')).toBe('NOT_READY');
  const others = ['b1', 'b2', 'c1'].map(start);
  expect(await start('b3')).toBe('NOT_READY');
  await settled();
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4', 'b2', 'c1']) await end(name);
  expect(await Promise.all([...one, ...others])).toEqual(Array.from({ length: 7 }, () => 'done'));
});

it('Gate refuses work after the timeout and drops work that gave up', async () => {
  const { start, end, underWay } = scene({ together: 1 });
  void start('a1');
  const late = start('b1');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await late).toBe('NOT_READY');
  const next = start('c1');
  await settled();
  await end('a1');
  expect(underWay).toEqual(['c1']);
  await end('c1');
  expect(await next).toBe('done');
});

it('Gate drops waiting work whose signal aborts, and does not let it in later', async () => {
  const gate = new Gate({ together: 1, each: 1, waiting: 1, waitingEach: 1, timeoutMs: 5_000 });
  const { promise: first, resolve } = Promise.withResolvers<void>();
  void gate.run(wholeSource('a'), () => first);
  const leaving = new AbortController();
  const begun: string[] = [];
  const work = (name: string) => async (): Promise<void> => void begun.push(name);
  const left = gate.run(wholeSource('b'), work('left'), leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'NOT_READY' });
  const after = gate.run(wholeSource('c'), work('after'));
  const late = gate.run(wholeSource('b'), work('late'), leaving.signal);
  await expect(late).rejects.toMatchObject({ code: 'NOT_READY' });
  resolve();
  await after;
  expect(begun).toEqual(['after']);
});

it('Gate continues after failed work', async () => {
  const gate = new Gate({ together: 1, each: 1, waiting: 1, waitingEach: 1, timeoutMs: 10 });
  await expect(
    gate.run(wholeSource('a'), async () => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await gate.run(wholeSource('a'), async () => 1)).toBe(1);
});

it('Gate yields to other requests between two pieces of work', async () => {
  const gate = new Gate({ together: 2, each: 1, waiting: 9, waitingEach: 9, timeoutMs: 10 });
  const seen: string[] = [];
  const pieces = Array.from({ length: 6 }, (_, n) =>
    gate.run(wholeSource('a'), async () => {
      seen.push(String(n));
    }),
  );
  const others = (async () => {
    for (let n = 0; n < 6; n++) {
      await turn();
      seen.push('-');
    }
  })();
  await Promise.all([...pieces, others]);
  expect(seen.join('')).not.toMatch(/\d\d\d/);
});

it('Gate evicts from the account with the longest queue when the queue is full', async () => {
  const { start, end, underWay } = scene();
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void start(name);
  const last = start('a4');
  const newcomer = start('d1');
  expect(await last).toBe('NOT_READY');
  expect(await start('d2')).toBe('NOT_READY');
  await settled();
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1']) await end(name);
  expect(underWay).toEqual(['d1']);
  await end('d1');
  expect(await newcomer).toBe('done');
});

it('Gate evicts from the member with the longest queue within an account', async () => {
  const gate = new Gate({ together: 4, each: 1, waiting: 9, waitingEach: 3, timeoutMs: 5_000 });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const start = (member: string, name: string): Promise<string> =>
    gate
      .run({ account: 'a', member }, () => {
        order.push(name);
        return new Promise<void>(resolve => ends.push(resolve));
      })
      .then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
  const flood = ['k1', 'k2', 'k3', 'k4'].map(name => start('key', name));
  const own = start('session', 's1');
  expect(await flood[3]).toBe('NOT_READY');
  for (let n = 0; n < 4; n++) {
    await settled();
    ends[n]!();
  }
  expect(await Promise.all([...flood.slice(0, 3), own])).toEqual(
    Array.from({ length: 4 }, () => 'done'),
  );
  expect(order).toEqual(['k1', 'k2', 'k3', 's1']);
});

it('Gate gives a place to an account that had none for longer, however many of others came before', async () => {
  const { start, end, underWay } = scene({ together: 2, each: 1, waiting: 9, waitingEach: 4 });
  for (const name of ['a1', 'b1', 'a2', 'a3', 'b2', 'b3']) void start(name);
  await settled();
  void start('c1');
  await settled();
  await end('a1');
  expect(underWay).toEqual(['b1', 'c1']);
  void start('d1');
  await settled();
  await end('b1');
  expect(underWay, 'a newcomer passes nobody who waits for as long').toEqual(['c1', 'a2']);
  await end('c1');
  expect(underWay).toEqual(['a2', 'd1']);
  await end('a2');
  await end('d1');
  expect(underWay).toEqual(['b2', 'a3']);
});

it('Gate keeps nobody waiting for accounts that come again and again beside long work', async () => {
  const { start, end, underWay } = scene({ together: 2, each: 1, waiting: 9, waitingEach: 4 });
  for (const name of ['l1', 'a1', 'a2', 'b1']) void start(name);
  await settled();
  await end('a1');
  expect(underWay).toEqual(['l1', 'b1']);
  void start('c1');
  await settled();
  await end('b1');
  expect(underWay).toEqual(['l1', 'a2']);
});

it('Gate looks at few of those who wait, however many they are', async () => {
  const limits = { together: 2, each: 1, waiting: 5_000, waitingEach: 1_000, timeoutMs: 5_000 };
  const gate = new Gate(limits);
  let looks = 0;
  const source = (account: string) => ({
    get account() {
      looks++;
      return account;
    },
    member: account,
  });
  const count = 2_000;
  const all = Array.from({ length: count }, (_, n) =>
    gate.run(source(`a${n % 4}`), () => Promise.resolve()),
  );
  await Promise.all(all);
  expect(looks).toBeLessThan(100 * count);
});
