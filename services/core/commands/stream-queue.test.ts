import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { StreamQueue } from './stream-queue.ts';

let queue: StreamQueue;
let order: string[];
beforeEach(() => {
  [queue, order] = [new StreamQueue(), []];
});

/** Work that ends on command. */
function working(name: string, streams: readonly string[], waiting = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = queue.run(
    streams,
    async () => {
      order.push(`${name} begins`);
      await promise;
      order.push(`${name} ends`);
      return name;
    },
    waiting,
  );
  done.catch(() => undefined);
  return { end: resolve, done };
}

describe('work on one stream', () => {
  it('runs sequentially in order of arrival', async () => {
    const all = ['a', 'b', 'c'].map(name => working(name, ['s']));
    for (const { end } of all) end();
    expect(await Promise.all(all.map(({ done }) => done))).toEqual(['a', 'b', 'c']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('does not wait for other streams', async () => {
    const [a, b] = [working('a', ['s']), working('b', ['t'])];
    b.end();
    await b.done;
    expect(order).toEqual(['a begins', 'b begins', 'b ends']);
    a.end();
  });

  it('continues after failed work', async () => {
    const failing = queue.run(['s'], async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await queue.run(['s'], async () => 'next')).toBe('next');
  });
});

describe('work on several streams', () => {
  it('waits for all of them without deadlock', async () => {
    const [a, b, c] = [working('a', ['s', 't']), working('b', ['t', 's']), working('c', ['t'])];
    await setImmediate();
    expect(order).toEqual(['a begins']);
    for (const { end } of [a, b, c]) end();
    await Promise.all([a.done, b.done, c.done]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });
});

describe('work of several accounts on one stream', () => {
  const finish = async (all: readonly ReturnType<typeof working>[]): Promise<string[]> => {
    for (const { end } of all) end();
    await Promise.all(all.map(({ done }) => done));
    return order.filter(text => text.endsWith('begins')).map(text => text.split(' ')[0]!);
  };

  it('takes turns, and keeps the order of each account', async () => {
    const all = [
      ...['a1', 'a2', 'a3', 'a4'].map(name => working(name, ['s'], { account: 'a' })),
      ...['b1', 'b2'].map(name => working(name, ['s'], { account: 'b' })),
    ];
    expect(await finish(all)).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  it('comes next although another account has much waiting, also on further streams', async () => {
    const all = [
      ...Array.from({ length: 400 }, (_, i) => working(`a${i}`, ['s', 't'], { account: 'a' })),
      working('b', ['t'], { account: 'b' }),
      working('c', ['s', 'u'], { account: 'c' }),
    ];
    const begun = await finish(all);
    expect(begun.slice(0, 4).toSorted()).toEqual(['a0', 'a1', 'b', 'c']);
    expect(begun).toHaveLength(402);
  });

  it('ends once whatever is cancelled meanwhile, and leaves the streams free', async () => {
    const over = new AbortController();
    const all = Array.from({ length: 60 }, (_, i) =>
      working(`${i}`, [`s${i % 3}`, `s${i % 4}`, `s${i % 5}`], {
        account: `${i % 7}`,
        ...(i % 6 === 5 && { signal: over.signal }),
      }),
    );
    over.abort();
    for (const { end } of all) end();
    const ended = await Promise.allSettled(all.map(({ done }) => done));
    expect(ended.filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(10);
    expect(order.filter(text => text.endsWith('begins'))).toHaveLength(
      ended.filter(({ status }) => status === 'fulfilled').length,
    );
    for (let i = 0; i < 5; i++) expect(await queue.run([`s${i}`], async () => 'free')).toBe('free');
  });
});

describe('work whose time is up', () => {
  it('gives up waiting, and later work keeps its order', async () => {
    const over = new AbortController();
    const a = working('a', ['s']);
    const b = working('b', ['s'], { signal: over.signal });
    const c = working('c', ['s']);
    over.abort();
    await expect(b.done).rejects.toMatchObject({ code: 'NOT_READY', retryAfter: 1 });
    await setImmediate();
    expect(order).toEqual(['a begins']);
    a.end();
    c.end();
    await c.done;
    expect(order).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
  });

  it('is refused without waiting if its time was up before', async () => {
    working('a', ['s']);
    await expect(
      queue.run(['s'], async () => 'b', { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'NOT_READY' });
  });
});

describe('the queue is bounded', () => {
  it('in length per stream, without affecting other streams', async () => {
    const first = working('first', ['s']);
    const all = Array.from({ length: 1_000 }, (_, i) => working(`${i}`, ['s']));
    await expect(queue.run(['s'], async () => 'more')).rejects.toMatchObject({
      code: 'NOT_READY',
      retryAfter: 1,
    });
    expect(await queue.run(['t'], async () => 'other')).toBe('other');
    for (const { end } of [first, ...all]) end();
    await Promise.all(all.map(({ done }) => done));
    expect(await queue.run(['s'], async () => 'again')).toBe('again');
  });

  it('in bytes, per stream and in all', async () => {
    const megabytes = (count: number) => ({ bytes: count * 1024 * 1024 });
    const first = Array.from({ length: 9 }, (_, i) => working('first', [`s${i}`]));
    const all = Array.from({ length: 8 }, (_, i) => working('full', [`s${i}`], megabytes(8)));
    await expect(queue.run(['s0'], async () => 'more', { bytes: 1 })).rejects.toMatchObject({
      code: 'NOT_READY',
    });
    await expect(queue.run(['s8'], async () => 'more', { bytes: 1 })).rejects.toMatchObject({
      code: 'NOT_READY',
    });
    expect(await queue.run(['t'], async () => 'need not wait', megabytes(8))).toBe('need not wait');
    for (const { end } of [...first, ...all]) end();
    await Promise.all(all.map(({ done }) => done));
    const last = working('last', ['s0']);
    const next = working('next', ['s0'], megabytes(8));
    for (const { end } of [last, next]) end();
    expect(await next.done).toBe('next');
  });
});
