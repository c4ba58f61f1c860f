import { busy, countingTurns } from '@hzm/services/core/testing/turns';
import { expect, it } from 'vitest';
import { messagePage } from './page.ts';

it('reads messages of many reactions in turns, so that pages asked for at once hold nobody up', async () => {
  const all = Array.from({ length: 9 }, (_, at) => ({ id: `m${at}`, position: `${at}` }));
  const find = async ({
    cursor,
    limit,
    bytes,
  }: {
    readonly cursor?: string;
    readonly limit: number;
    readonly bytes?: object;
  }) => {
    const from = Number(cursor ?? 0);
    const docs = all.slice(from, from + (bytes ? 1 : limit));
    for (const _ of docs) busy(5);
    const next = from + docs.length;
    return { docs, ...(next < all.length && { nextCursor: String(next) }) };
  };
  const turns = await countingTurns(async turn => {
    const { docs, before } = await messagePage({ model: { find } as never }, 't', { limit: 8 });
    expect([docs.length, docs.at(-1)?.id, before]).toEqual([8, 'm0', '7']);
    return turn();
  });
  expect(turns).toBeGreaterThan(6);
});
