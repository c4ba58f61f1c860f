import { expect, it } from 'vitest';
import { findInParts } from './find-in-parts.ts';

const collection = { name: 'things' } as never;
/** Documents of 200 KiB, of which one comes at a time, with what was asked for. */
function things(count: number) {
  const asked: unknown[] = [];
  const find = async (query: {
    readonly cursor?: string;
    readonly skip?: number;
    readonly count?: boolean;
    readonly limit: number;
  }) => {
    const { cursor, skip = 0, limit } = query;
    asked.push({ cursor, skip, count: query.count ?? false, limit });
    const at = cursor === undefined ? skip : Number(cursor);
    const docs = at < count && limit > 0 ? [{ id: `${at}`, text: 'x'.repeat(200 * 1024) }] : [];
    return {
      docs,
      ...(query.count === true && { total: count }),
      ...(at + 1 < count && { nextCursor: `${at + 1}` }),
    };
  };
  return { reader: { find: find as never }, asked };
}
const idsOf = ({ docs }: { readonly docs: readonly { readonly id: string }[] }) =>
  docs.map(({ id }) => id);

it('joins the parts of a page, skips and counts once, and goes on where the page ends', async () => {
  const { reader, asked } = things(6);
  const page = await findInParts(reader, { collection, limit: 3, skip: 1, count: true });
  expect(idsOf(page)).toEqual(['1', '2', '3']);
  expect(page).toMatchObject({ total: 6, nextCursor: '4' });
  expect(asked).toEqual([
    { cursor: undefined, skip: 1, count: true, limit: 3 },
    { cursor: '2', skip: 0, count: false, limit: 2 },
    { cursor: '3', skip: 0, count: false, limit: 1 },
  ]);
});

it('has no next page at the end', async () => {
  const page = await findInParts(things(2).reader, { collection, limit: 10 });
  expect(idsOf(page)).toEqual(['0', '1']);
  expect(page.nextCursor).toBeUndefined();
});

it('ends within the bytes of a page', async () => {
  const bytes = { most: 1_048_576 };
  const page = await findInParts(things(20).reader, { collection, limit: 20, bytes });
  expect(idsOf(page)).toHaveLength(4);
  expect(page.nextCursor).toBe('4');
});
