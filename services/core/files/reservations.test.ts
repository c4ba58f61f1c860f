import { expect, it } from 'vitest';
import { Reservations } from './reservations.ts';

it('concurrent reservations are checked one after another, each aware of earlier ones', async () => {
  const reservations = new Reservations<{ readonly size: number }>();
  const upTo =
    (limit: number) =>
    async (others: readonly { readonly size: number }[]): Promise<void> => {
      await Promise.resolve();
      if (others.reduce((sum, { size }) => sum + size, 0) >= limit) throw new Error('full');
    };
  const reserved = await Promise.allSettled(
    [1, 1, 1, 1].map(size => reservations.reserve({ size }, upTo(2))),
  );
  expect(reserved.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  // Disposing frees the room, and only once.
  const [first] = reserved;
  if (first?.status === 'fulfilled') {
    first.value[Symbol.dispose]();
    first.value[Symbol.dispose]();
  }
  const another = await reservations.reserve({ size: 1 }, upTo(2));
  await expect(reservations.reserve({ size: 1 }, upTo(2))).rejects.toThrow('full');
  another[Symbol.dispose]();
  await expect(reservations.reserve({ size: 1 }, upTo(2))).resolves.toBeDefined();
});
