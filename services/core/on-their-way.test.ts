import { expect, it } from 'vitest';
import { OnTheirWay } from './on-their-way.ts';

it('what comes at one moment is judged one after the other, each knowing what was let in', async () => {
  const coming = new OnTheirWay<{ readonly size: number }>();
  const upTo = (limit: number) => async (others: readonly { readonly size: number }[]): Promise<void> => {
    await Promise.resolve();
    if (others.reduce((sum, { size }) => sum + size, 0) >= limit) throw new Error('full');
  };
  const entered = await Promise.allSettled([1, 1, 1, 1].map(size => coming.enter({ size }, upTo(2))));
  expect(entered.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  // What ends makes room, and ends once.
  const [first] = entered;
  if (first?.status === 'fulfilled') { first.value(); first.value(); }
  const leave = await coming.enter({ size: 1 }, upTo(2));
  await expect(coming.enter({ size: 1 }, upTo(2))).rejects.toThrow('full');
  leave();
  await expect(coming.enter({ size: 1 }, upTo(2))).resolves.toBeTypeOf('function');
});
