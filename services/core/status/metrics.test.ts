import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Metrics, Rate } from './metrics.ts';

it('Rate counts by second for a minute', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          after: fc.integer({ min: 0, max: 90_000 }),
          count: fc.integer({ min: 1, max: 9 }),
        }),
      ),
      fc.integer({ min: 1000, max: 90_000 }),
      (steps, last) => {
        const rate = new Rate();
        const added: { at: number; count: number }[] = [];
        let now = 1_700_000_000_000;
        for (const { after, count } of steps) {
          now += after;
          rate.add(count, now);
          added.push({ at: now, count });
        }
        now += last;
        const second = Math.floor(now / 1000);
        const expected = Array.from({ length: 60 }, (_, at) =>
          added
            .filter(one => Math.floor(one.at / 1000) === second - 60 + at)
            .reduce((sum, { count }) => sum + count, 0),
        );
        expect(rate.perSecond(now)).toEqual(expected);
        expect(rate.total).toBe(added.reduce((sum, { count }) => sum + count, 0));
      },
    ),
  );
});

it('takeDelay reports the delay of the event loop once', async () => {
  const metrics = new Metrics();
  expect([...metrics.takeDelay().values()]).toEqual([0, 0, 0, 0]);
  metrics.watchDelay();
  await sleep(50);
  for (const until = performance.now() + 300; performance.now() < until;);
  await sleep(50);
  expect(metrics.takeDelay().get(1)).toBeGreaterThan(0.2);
  await sleep(50);
  expect(metrics.takeDelay().get(1)).toBeLessThan(0.2);
});
