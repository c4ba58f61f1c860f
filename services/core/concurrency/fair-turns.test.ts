import { expect, it } from 'vitest';
import { countingTurns } from '../testing/turns.ts';
import { FairTurns } from './fair-turns.ts';

/** Enters work of accounts at one moment; returns what began in each turn. */
async function turnsOf(accounts: readonly string[]): Promise<string[]> {
  const fair = new FairTurns({ together: 5, each: 2 });
  const turns: string[] = [];
  await countingTurns(turn =>
    Promise.all(
      accounts.map(async account => {
        await fair.enter(account);
        turns[turn()] = (turns[turn()] ?? '') + account;
      }),
    ),
  );
  return turns.filter(Boolean);
}

const times = (account: string, count: number): string[] =>
  Array.from({ length: count }, () => account);

it('a little work begins at once', async () => {
  expect(await turnsOf(['a', 'b', 'a', 'c'])).toEqual(['abac']);
});

it('much work of one account begins over several turns, and that of others in between', async () => {
  expect(await turnsOf([...times('a', 7), 'b', 'b'])).toEqual(['aabb', 'aa', 'aa', 'a']);
  const many = await turnsOf(['a', 'b', 'c', 'd'].flatMap(one => times(one, 4)));
  expect(many.map(({ length }) => length)).toEqual([5, 5, 4, 2]);
  expect(many[2]).toContain('d');
});
