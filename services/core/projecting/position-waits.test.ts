import { positionOf, START } from '@hzm/contracts/core/position';
import { Problem } from '@hzm/contracts/core/problem';
import { expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { PositionWaits } from './position-waits.ts';

/** A log at `head` whose events are handled only after `release`. */
function behind(head: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isReleased = false;
  const projector = {
    get position() {
      return isReleased ? positionOf(head) : START;
    },
    waitForPosition: async (_: unknown, timeout?: number) => {
      if (timeout !== undefined && !isReleased) throw new Problem('NOT_READY');
      await promise;
    },
  };
  const engine = { store: { head: async () => positionOf(head) }, projector } as unknown as Engine;
  return {
    waits: new PositionWaits(engine, { together: 5, each: 3 }),
    release: () => {
      isReleased = true;
      resolve();
    },
  };
}

it('PositionWaits bounds waits per caller and in all, and frees a place when a wait ends', async () => {
  const { waits, release } = behind(9);
  const own = [1, 2, 3].map(() => waits.reach(positionOf(9), 'a'));
  expect(await waits.reach(positionOf(9), 'a')).toBe('late');
  const others = [1, 2].map(() => waits.reach(positionOf(9), 'b'));
  expect(await waits.reach(positionOf(9), 'c')).toBe('late');
  release();
  expect(await Promise.all([...own, ...others])).toEqual(
    Array.from({ length: 5 }, () => 'reached'),
  );
  expect(await waits.reach(positionOf(9), 'a')).toBe('reached');
});

it('PositionWaits never waits for anonymous callers, nor for a position beyond the log', async () => {
  const { waits } = behind(9);
  expect([
    await waits.reach(positionOf(9), undefined),
    await waits.reach(undefined, undefined),
    await waits.reach(START, undefined),
  ]).toEqual(['late', 'reached', 'reached']);
  const beyond = Array.from({ length: 6 }, () => waits.reach(positionOf(10), 'a'));
  expect(new Set(await Promise.all(beyond))).toEqual(new Set(['late', 'beyond']));
  expect(await waits.reach(positionOf(10), 'a')).toBe('beyond');
});
