import { busy, countingTurns } from '@hzm/services/core/testing/turns';
import { expect, it } from 'vitest';
import { tablesOf } from './table.ts';

/** A model of tables of these bytes, each of which takes longer than a slice to read. */
const modelOf = (count: number, bytes: number) => {
  const read: number[] = [];
  const find = async ({ cursor = '0' }: { readonly cursor?: string }) => {
    busy(5);
    const at = Number(cursor);
    read.push(at);
    const doc = { id: `table ${at}`, name: 'x'.repeat(bytes) };
    return { docs: [doc], ...(at + 1 < count && { nextCursor: String(at + 1) }) };
  };
  return { model: { find: find as never }, read };
};

it('reads large tables of a project in turns, so that lists asked for at once hold nobody up', async () => {
  const { model, read } = modelOf(8, 1_000);
  const turns = await countingTurns(async turn => {
    expect(await tablesOf({ model }, 'p')).toHaveLength(8);
    return turn();
  });
  expect(read).toHaveLength(8);
  expect(turns).toBeGreaterThan(6);
});

it('refuses tables that no answer holds', async () => {
  const { model, read } = modelOf(40, 2 ** 20);
  await expect(tablesOf({ model }, 'p')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  expect(read.length).toBeLessThan(40);
});
