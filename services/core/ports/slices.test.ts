import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { busy, countingTurns } from '../testing/turns.ts';
import { forEachInSlices, mapInSlices, slice, sortedInSlices } from './slices.ts';

/** Runs pieces of work and records the turn of the event loop of each. */
async function run(pieces: number, ms: number, turns: number[], turn: () => number): Promise<void> {
  for (let n = 0; n < pieces; n++) {
    await slice();
    turns.push(turn());
    busy(ms);
  }
}

describe('slices', () => {
  it('give ten tasks one slice in each turn of the event loop, in order', async () => {
    const turns: number[] = [];
    await countingTurns(async turn => {
      await Promise.all(Array.from({ length: 10 }, () => run(3, 5, turns, turn)));
    });
    expect(turns).toHaveLength(30);
    expect(new Set(turns).size).toBe(30);
  });

  it('hold many small pieces of work', async () => {
    const turns: number[] = [];
    await countingTurns(async turn => run(100, 0, turns, turn));
    expect(new Set(turns).size).toBeLessThan(20);
  });
});

it('work in slices yields to other work', async () => {
  let others = 0;
  const count = (): void => {
    others++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await forEachInSlices(Array.from({ length: 1_000 }), () => busy(0.1));
  clearImmediate(timer);
  expect(others).toBeGreaterThan(5);
});

it('mapInSlices and sortedInSlices return the same as the array methods', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ key: fc.nat(20), n: fc.nat() }), { maxLength: 5_000, size: 'max' }),
      async items => {
        const order = (a: { key: number }, b: { key: number }): number => a.key - b.key;
        expect(await sortedInSlices(items, order)).toEqual(items.toSorted(order));
        expect(await mapInSlices(items, ({ n }, i) => n + i)).toEqual(
          items.map(({ n }, i) => n + i),
        );
      },
    ),
    { numRuns: 20 },
  );
});
