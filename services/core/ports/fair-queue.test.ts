import { Problem } from '@hzm/contracts/core/problem';
import { describe, expect, it } from 'vitest';
import { FairQueue, type Bounds } from './fair-queue.ts';

const bounds: Bounds = { atOnce: 1, ofOne: 100, inAll: 100, timeoutMs: 1_000 };

/** Work of sources, such as `a1`, that ends on command in the order of starting. */
function work(queue: FairQueue) {
  const begun: string[] = [];
  const going: (() => void)[] = [];
  const ask = (name: string): Promise<string> =>
    queue
      .run(
        name[0]!,
        () =>
          new Promise<string>(resolve => {
            begun.push(name);
            going.push(() => resolve(name));
          }),
      )
      .catch((error: unknown) => {
        throw error instanceof Problem
          ? new Error(`${name} ${error.code} ${error.retryAfter}`)
          : error;
      });
  const letGo = async (): Promise<void> => {
    going.shift()!();
    await new Promise(resolve => {
      setImmediate(resolve);
    });
  };
  return { begun, ask, letGo, underWay: () => going.length };
}

describe('FairQueue', () => {
  it("lets sources take turns, however long one's queue", async () => {
    const { begun, ask, letGo } = work(new FairQueue(bounds));
    const crowd = Array.from({ length: 60 }, (_, n) => ask(`a${n}`));
    const other = [ask('b0'), ask('b1'), ask('c0')];
    for (let n = 0; n < 6; n++) await letGo();
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
    expect(await Promise.all(other)).toEqual(['b0', 'b1', 'c0']);
    while (begun.length < 63) await letGo();
    await letGo();
    expect(await Promise.all(crowd)).toHaveLength(60);
  });

  it('bounds concurrent work and continues after failures', async () => {
    const queue = new FairQueue({ ...bounds, atOnce: 2 });
    const { ask, letGo, underWay } = work(queue);
    const failing = queue.run('x', () => Promise.reject(new Error('broken')));
    const all = ['a0', 'b0', 'c0', 'd0'].map(ask);
    await expect(failing).rejects.toThrow('broken');
    for (let n = 0; n < 3; n++) {
      expect(underWay()).toBe(2);
      await letGo();
    }
    await letGo();
    expect(await Promise.all(all)).toEqual(['a0', 'b0', 'c0', 'd0']);
  });

  it('refuses a source with too much waiting and evicts from the longest queue for others', async () => {
    const { begun, ask, letGo } = work(new FairQueue({ ...bounds, ofOne: 3, inAll: 4 }));
    const [, a1, a2, a3] = [ask('a0'), ask('a1'), ask('a2'), ask('a3')];
    await expect(ask('a4')).rejects.toThrow('a4 RATE_LIMIT_EXCEEDED 2');
    const b0 = ask('b0');
    const c0 = ask('c0');
    await expect(a3).rejects.toThrow('a3 NOT_READY 2');
    const d0 = ask('d0');
    await expect(a2).rejects.toThrow('a2 NOT_READY 2');
    // Every source has as much waiting as the newcomer would have.
    await expect(ask('e0')).rejects.toThrow('e0 NOT_READY 2');
    for (let n = 0; n < 5; n++) await letGo();
    expect(await Promise.all([a1, b0, c0, d0])).toEqual(['a1', 'b0', 'c0', 'd0']);
    expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'd0']);
  });

  it('begins of one source what may run at once, and goes on with others', async () => {
    const { begun, ask, letGo } = work(new FairQueue({ ...bounds, atOnce: 3, each: 2 }));
    const all = [ask('a0'), ask('a1'), ask('a2'), ask('b0')];
    expect(begun).toEqual(['a0', 'a1', 'b0']);
    for (const _ of all) await letGo();
    expect(await Promise.all(all)).toEqual(['a0', 'a1', 'a2', 'b0']);
    expect(begun).toEqual(['a0', 'a1', 'b0', 'a2']);
  });

  it('does not start work that waited too long', async () => {
    let now = 0;
    const { begun, ask, letGo } = work(new FairQueue(bounds, () => now));
    const [a0, a1] = [ask('a0'), ask('a1')];
    now = 500;
    const b0 = ask('b0');
    now = 1_200;
    const late = a1.then(() => 'done', String);
    await letGo();
    expect(await late).toContain('a1 NOT_READY 2');
    await letGo();
    expect(await Promise.all([a0, b0])).toEqual(['a0', 'b0']);
    expect(begun).toEqual(['a0', 'b0']);
  });
});
