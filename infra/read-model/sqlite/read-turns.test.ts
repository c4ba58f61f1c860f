import { busy, countingTurns } from '@hzm/services/core/testing/turns';
import { expect, it } from 'vitest';
import { ReadTurns } from './read-turns.ts';

it('spreads long reads of one moment over turns of the event loop', async () => {
  const turns = new ReadTurns();
  const read = await countingTurns(async turn =>
    Promise.all(
      Array.from({ length: 6 }, async () =>
        turns.run('a', () => {
          busy(5);
          return turn();
        }),
      ),
    ),
  );
  expect(new Set(read).size).toBe(6);
});

it('reads at once while there is time in the turn', () => {
  const turns = new ReadTurns();
  expect([turns.run('a', () => 1), turns.run('b', () => 2)]).toEqual([1, 2]);
});

it('lets those who wait take turns, and fails for whom a read fails', async () => {
  const turns = new ReadTurns();
  const order: string[] = [];
  const reading = (by: string): Promise<void> =>
    Promise.resolve(
      turns.run(by, () => {
        busy(5);
        order.push(by);
        if (by === 'broken') throw new Error(by);
      }),
    );
  const broken = ['a', 'a', 'a', 'b', 'c'].map(reading);
  const failing = reading('broken');
  await expect(failing).rejects.toThrow('broken');
  await Promise.all(broken);
  expect(order).toEqual(['a', 'a', 'b', 'c', 'broken', 'a']);
});
