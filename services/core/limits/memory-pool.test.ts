import { setImmediate as turn } from 'node:timers/promises';
import type { Problem } from '@hzm/contracts/core/problem';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HELD_BYTES, MIB } from '../ports/byte-budget.ts';
import { claimant, letGo, MOST_PER_BYTE } from '../ports/memory.ts';
import { MemoryPool } from './memory-pool.ts';
import { wholeSource } from './source.ts';

const LIMITS = { together: 100, each: 60, waiting: 9, waitingEach: 9, timeoutMs: 5_000 };

/** A request that claims memory step by step and holds it until it is told to end. */
function request(pool: MemoryPool, name: string, claims: readonly number[], written = false) {
  const share = pool.share(wholeSource(name[0]!));
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const seen = { begun: 0, holds: 0 };
  const done = share
    .run(async () => {
      seen.begun++;
      seen.holds = 0;
      if (written) claimant()!.written();
      for (const bytes of claims) {
        claimant()!.claim(bytes);
        seen.holds += bytes;
        await turn();
      }
      await end;
      return 'done';
    })
    .catch((error: unknown) => (error as Problem).code)
    .finally(() => {
      share.end();
      seen.holds = 0;
    });
  return { seen, done, end: resolve };
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await turn();
};

/** Whether an account can take so much at once. */
const takes = (pool: MemoryPool, name: string, bytes: number): boolean => {
  const share = pool.share(wholeSource(name));
  try {
    void share.run(async () => claimant()!.claim(bytes)).catch(() => undefined);
    return share.held === bytes;
  } finally {
    share.end();
  }
};

/** JSON of so many bytes, which counts how many of them are looked at. */
function watched(length: number): { readonly json: Uint8Array; readonly looks: () => number } {
  let looks = 0;
  const json = new Proxy(new Uint8Array(length), {
    get: (bytes, name) => {
      if (name === 'length') return length;
      looks++;
      return Reflect.get(bytes, name) as unknown;
    },
  });
  return { json, looks: () => looks };
}

describe('memory pool', () => {
  it('weighs no JSON of an account whose work waits, unless its room is taken already', async () => {
    const pool = new MemoryPool({ ...LIMITS, together: 64 * MIB, each: 8 * MIB });
    const first = request(pool, 'a', [8 * MIB]);
    const [second, late] = [watched(MIB), watched(MIB)];
    const read = async ({ json }: typeof late): Promise<void> => {
      const share = pool.share(wholeSource('a'));
      await share.run(async () => claimant()!.claimJson(json)).finally(() => share.end());
    };
    const reads = [read(second)];
    await settled();
    reads.push(read(late));
    await settled();
    expect([second.looks() > 0, late.looks()]).toEqual([true, 0]);
    first.end();
    await Promise.all([first.done, ...reads]);
    expect(late.looks()).toBeGreaterThan(0);
  });

  it('lets work begin again, with its room reserved, once others have given memory back', async () => {
    const pool = new MemoryPool(LIMITS);
    const first = request(pool, 'a', [30, 20]);
    const second = request(pool, 'a', [10, 30]);
    await settled();
    expect([first.seen.holds, second.seen.holds]).toEqual([50, 10]);
    first.end();
    await settled();
    expect(second.seen).toEqual({ begun: 2, holds: 40 });
    second.end();
    expect(await Promise.all([first.done, second.done])).toEqual(['done', 'done']);
    expect(takes(pool, 'a', 60)).toBe(true);
  });

  it('leaves an account its share while another one waits for more', async () => {
    const pool = new MemoryPool(LIMITS);
    const crowd = Array.from({ length: 5 }, () => request(pool, 'a', [20]));
    await settled();
    expect(crowd.map(({ seen }) => seen.holds)).toEqual([20, 20, 20, 0, 0]);
    expect(takes(pool, 'b', 40)).toBe(true);
    for (const { end } of crowd) end();
    await Promise.all(crowd.map(({ done }) => done));
  });

  it('refuses work that waits too long, and more than may wait, with NOT_READY', async () => {
    const pool = new MemoryPool({ ...LIMITS, waiting: 1, waitingEach: 1, timeoutMs: 20 });
    const first = request(pool, 'a', [60]);
    const others = [request(pool, 'a', [10]), request(pool, 'a', [10])];
    expect(await Promise.all(others.map(({ done }) => done))).toEqual(['NOT_READY', 'NOT_READY']);
    first.end();
    await first.done;
    expect(takes(pool, 'a', 60)).toBe(true);
  });

  it('never abandons work that has written, which takes what it needs', async () => {
    const pool = new MemoryPool(LIMITS);
    const first = request(pool, 'a', [60]);
    const second = request(pool, 'a', [50], true);
    await settled();
    expect(second.seen).toEqual({ begun: 1, holds: 50 });
    first.end();
    second.end();
    await Promise.all([first.done, second.done]);
    expect(takes(pool, 'a', 60)).toBe(true);
  });

  it('refuses one request more than it may hold, also as one page', async () => {
    const limits = { ...LIMITS, together: HELD_BYTES, each: HELD_BYTES };
    const pool = new MemoryPool(limits);
    expect(await request(pool, 'a', [HELD_BYTES + MIB]).done).toBe('PAYLOAD_TOO_LARGE');
    const many = request(pool, 'a', [HELD_BYTES / 2, HELD_BYTES / 2, 1]);
    expect(await many.done).toBe('PAYLOAD_TOO_LARGE');
  });

  it('refuses the claims of reads that go on after their attempt was abandoned', async () => {
    const pool = new MemoryPool(LIMITS);
    const first = pool.share(wholeSource('b'));
    await first.run(async () => claimant()!.claim(50));
    const share = pool.share(wholeSource('a'));
    const late: unknown[] = [];
    const begun = share.run(async () => {
      const own = claimant()!;
      setImmediate(() => {
        try {
          own.claim(40);
        } catch (error) {
          late.push((error as Problem).code);
        }
        first.end();
      });
      own.claim(60);
    });
    await begun;
    expect([late, share.held]).toEqual([['NOT_READY'], 60]);
    share.end();
    expect([takes(pool, 'a', 60), takes(pool, 'b', 60)]).toEqual([true, true]);
  });

  it('counts documents that a reader has passed no longer', async () => {
    const pool = new MemoryPool(LIMITS);
    const share = pool.share(wholeSource('a'));
    await share.run(async () => {
      for (let page = 0; page < 10; page++) {
        const passed = letGo();
        claimant()!.claim(50);
        passed();
      }
    });
    expect(share.held).toBe(0);
    share.end();
    expect(takes(pool, 'a', 60)).toBe(true);
  });

  it('counts JSON of a few kilobytes for nobody, of more roughly, and weighs what is long', async () => {
    const pool = new MemoryPool({ ...LIMITS, together: 4 * MIB, each: 4 * MIB });
    const share = pool.share(wholeSource('a'));
    await share.run(async () => claimant()!.claimJson('x'.repeat(10_000)));
    expect(share.held).toBe(0);
    await share.run(async () => claimant()!.claimJson('x'.repeat(20_000)));
    expect(share.held).toBe(MOST_PER_BYTE * 20_000);
    await share.run(async () => claimant()!.claimJson('x'.repeat(100_000)));
    expect(share.held).toBe(MOST_PER_BYTE * 20_000 + 200_000);
    share.end();
  });

  it('gives all back and lets everybody end, whatever is claimed, written, thrown or left', async () => {
    const one = fc.record({
      account: fc.constantFrom('a', 'b', 'c'),
      claims: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 4 }),
      ends: fc.constantFrom('done', 'thrown', 'left', 'written'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 12 }), async requests => {
        const pool = new MemoryPool({ ...LIMITS, waiting: 99, waitingEach: 99, timeoutMs: 60_000 });
        const work = requests.map(async ({ account, claims, ends }) => {
          const share = pool.share(wholeSource(account));
          const leaving = new AbortController();
          if (ends === 'left') setImmediate(() => leaving.abort());
          try {
            await share.run(
              async () => {
                for (const [i, bytes] of claims.entries()) {
                  claimant()!.claim(bytes);
                  await turn();
                  if (i === 1 && ends === 'written') claimant()!.written();
                }
                if (ends === 'thrown') throw new Error('of the work');
              },
              () => leaving.signal,
            );
          } catch (error) {
            const isOwn = error instanceof Error && error.message === 'of the work';
            if (!isOwn && ends !== 'left') throw error;
          } finally {
            share.end();
          }
        });
        await Promise.all(work);
        for (const account of ['a', 'b']) expect(takes(pool, account, 60)).toBe(true);
        expect(takes(pool, 'c', 100)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

it('memory that is kept stays claimed when documents read around it are let go', async () => {
  const pool = new MemoryPool(LIMITS);
  await pool.share(wholeSource('a')).run(async () => {
    const passed = letGo();
    claimant()!.claim(10);
    claimant()!.keep(30);
    passed();
    expect(claimant()!.held).toBe(0);
    claimant()!.claim(30);
    expect(takes(pool, 'b', 40)).toBe(true);
    expect(takes(pool, 'b', 41)).toBe(false);
  });
});
