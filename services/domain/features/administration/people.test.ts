import { listUsers } from '@hzm/contracts/features/administration/api';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { expect, it } from 'vitest';
import { list } from './people.ts';

/** Returns the read model's queries for a page of a list of 1,000 matches, and the answer. */
async function paged(query: Record<string, unknown>) {
  const asked: Find['count'][] = [];
  const model = {
    find: <D extends Doc>({ count }: Find<D>): Promise<Found<D>> => {
      asked.push(count);
      return Promise.resolve(
        typeof count === 'object' && count.upTo < 1000
          ? { docs: [], total: count.upTo, totalIsAtLeast: true }
          : { docs: [], total: 1000 },
      );
    },
  };
  const { pagination } = await list({ model }, listUsers.query.parse({ search: 'x', ...query }), {
    by: 'a',
  });
  return { asked, pagination };
}

it('people are counted exactly unless a bound is asked for, and then always beyond the next page', async () => {
  expect(await paged({ limit: 25 })).toEqual({
    asked: [true],
    pagination: { page: 1, limit: 25, total: 1000, totalPages: 40 },
  });
  expect(await paged({ limit: 25, count: 'bounded' })).toEqual({
    asked: [{ upTo: 200 }],
    pagination: { page: 1, limit: 25, total: 200, totalPages: 8, totalIsAtLeast: true },
  });
  expect(await paged({ limit: 25, count: 'bounded', page: 8 })).toEqual({
    asked: [{ upTo: 225 }],
    pagination: { page: 8, limit: 25, total: 225, totalPages: 9, totalIsAtLeast: true },
  });
  expect(await paged({ limit: 25, count: 'bounded', page: 40 })).toEqual({
    asked: [{ upTo: 1025 }],
    pagination: { page: 40, limit: 25, total: 1000, totalPages: 40 },
  });
});
