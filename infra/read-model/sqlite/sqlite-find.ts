import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { parsed } from './damage.ts';
import { orderOf } from './order.ts';
import { count, readPage } from './page.ts';
import type { Partition } from './partition.ts';
import { planCount, planPage } from './plan.ts';
import { predicatesOf } from './predicate.ts';
import type { Statements } from './statements.ts';

/** Answers a query from one partition. @throws BadCursor */
export function findIn(statements: Statements, partition: Partition | undefined, query: Find): Found {
  const { sort, skip = 0, limit } = query;
  const after = query.cursor === undefined ? undefined : decodeCursor(sort, query.cursor);
  if (partition === undefined || partition.state.width === 0) return { docs: [], ...(query.count && { total: 0 }) };

  const predicates = predicatesOf(partition, query.where ?? [], query.search);
  const order = orderOf(partition, sort);
  const source = planPage(statements, partition, predicates, order, skip + limit);
  // One more than asked for tells whether there is a next page.
  const rows = readPage(statements, source, order, after, skip, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    docs: parsed<Doc[]>(`[${page.map(([, , doc]) => doc).join(',')}]`),
    ...(query.count && { total: predicates.length === 0 ? partition.state.rows : count(statements, planCount(partition, predicates)) }),
    ...(last && rows.length > limit && { nextCursor: encodeCursor(sort, { seq: last[0], key: last[1] }) }),
  };
}
