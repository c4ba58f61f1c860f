import { positionOf } from '@hzm/contracts/core/position';
import type { Engine } from '@hzm/services/core/engine';
import { Gate } from '@hzm/services/core/limits/gate';
import { wholeSource } from '@hzm/services/core/limits/source';
import { MOMENTS_BYTES } from '@hzm/services/core/ports/byte-budget';
import type { WeighedReadModel } from '@hzm/services/core/projecting/replay';
import { expect, it } from 'vitest';
import { inTurns, LogPointInTimeReads, TURN_PARTS } from './point-in-time.ts';

const HEAD = positionOf(100_000);
const SHARE = MOMENTS_BYTES / 4;

/** Past states of this weight; tells whether one had to be built. */
function pastOf(weight: number) {
  let built = 0;
  const sources = {
    store: { head: () => Promise.resolve(HEAD) },
    projector: {
      position: HEAD,
      listen: () => () => undefined,
      waitForPosition: () => Promise.resolve(),
    },
    now: () => new Date(),
  } as unknown as Engine;
  const past = new LogPointInTimeReads(sources, () => {
    built++;
    return Promise.resolve({ weight } as WeighedReadModel);
  });
  const look = async (account: string, at: number): Promise<boolean> => {
    const before = built;
    const scope = { projectId: account } as Parameters<typeof past.at>[0];
    await past.at(scope, positionOf(at), wholeSource(account));
    return built > before;
  };
  return look;
}

it('past states of an account that keeps many do not push out those of others', async () => {
  const look = pastOf(SHARE);
  await look('quiet', 1);
  for (let at = 1; at <= 12; at++) await look('greedy', at);
  expect(await look('quiet', 1)).toBe(false);
  // The greedy account keeps its newest in the room that the other leaves.
  expect(await look('greedy', 12)).toBe(false);
  expect(await look('greedy', 9)).toBe(true);
});

it('past states without a document are not kept without end', async () => {
  const look = pastOf(0);
  for (let at = 1; at <= MOMENTS_BYTES / 32_768 + 1; at++) await look('greedy', at);
  expect(await look('greedy', 2)).toBe(false);
  expect(await look('greedy', 1)).toBe(true);
});

it('a long past state leaves its place to waiting ones after its turn, and goes on after them', async () => {
  const limits = { together: 1, each: 1, waiting: 2, waitingEach: 1, timeoutMs: 5_000 };
  const gate = new Gate(limits);
  const told: string[] = [];
  async function* parts(count: number) {
    for (let n = 1; n <= count; n++) yield n;
  }
  const build = (account: string, count: number): Promise<void> =>
    gate.run(wholeSource(account), async place => {
      told.push(`${account} begins`);
      for await (const part of inTurns(parts(count), place)) if (part === count) told.push(account);
    });
  await Promise.all([build('long', TURN_PARTS + 1), build('short', 1)]);
  expect(told).toEqual(['long begins', 'short begins', 'short', 'long']);
});
