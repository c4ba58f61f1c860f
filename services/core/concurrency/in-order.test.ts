import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';
import { rest } from './next-turn.ts';

async function* numbers(last: number) {
  for (let i = 1; i <= last; i++) yield i;
}
const never = new AbortController().signal;
const may = async () => true;

it('counts in order, whichever ends first', async () => {
  const counted: number[] = [];
  const work = (item: number) => rest(item % 2 ? 20 : 1, never);
  const count = async (item: number) => void counted.push(item);
  expect(await inOrder(numbers(5), 2, { may, work, count })).toBe(true);
  expect(counted).toEqual([1, 2, 3, 4, 5]);
});

it('counts nothing behind an item that failed, and waits for what is under way', async () => {
  const [counted, ended]: [number[], number[]] = [[], []];
  const work = async (item: number) => {
    if (item === 3) throw new Error('unavailable');
    await rest(item === 4 ? 30 : 1, never);
    ended.push(item);
  };
  const count = async (item: number) => void counted.push(item);
  await expect(inOrder(numbers(9), 2, { may, work, count })).rejects.toThrow('unavailable');
  expect(counted).toEqual([1, 2]);
  expect(ended).toEqual([1, 2, 4]);
});

it('counts what was begun when it may no more, or when the items break off', async () => {
  let left = 3;
  const counted: number[] = [];
  const work = async () => undefined;
  const count = async (item: number) => void counted.push(item);
  expect(await inOrder(numbers(9), 2, { may: async () => left-- > 0, work, count })).toBe(false);
  expect(counted).toEqual([1, 2, 3]);
  async function* broken() {
    yield 7;
    throw new Error('broken');
  }
  await expect(inOrder(broken(), 2, { may, work, count })).rejects.toThrow('broken');
  expect(counted).toEqual([1, 2, 3, 7]);
});
