import type { Find } from '@hzm/services/core/ports/read-model';
import { mostCounted, totalCounted } from '../bounded-total.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { countedTotal } from './counted-totals.ts';
import { documentsAt, type Page } from './documents.ts';
import { cursorAt, orderOf, placeAt, startOf, telling } from './order.ts';
import { count, PageReader } from './page.ts';
import type { Partition } from './partition.ts';
import { LISTED, planCount, planPage, soughtIn } from './plan.ts';
import { predicatesOf } from './predicate.ts';
import type { Statements } from './statements.ts';

/**
 * Answers a query from one partition. Whole documents stay unparsed unless members are asked for.
 * @param isShort if true, returns undefined for a long page that is only passed on @throws
 * BadCursor
 */
export function findIn(
  statements: Statements,
  partition: Partition | undefined,
  query: Omit<Find, 'collection'>,
  isShort = false,
): Page | undefined {
  const { sort, skip = 0, limit } = query;
  const cursor = query.cursor === undefined ? undefined : decodeCursor(sort, query.cursor);
  const predicates =
    partition === undefined || partition.state.width === 0
      ? undefined
      : predicatesOf(partition, query);
  if (partition === undefined || predicates === undefined)
    return { docs: [], ...(query.count && { total: 0 }) };

  const order = orderOf(partition, sort);
  const after = cursor && placeAt(order, cursor);
  // One more row than asked for tells whether there is a next page.
  const sought = soughtIn(statements, partition, predicates);
  const source = planPage(statements, sought, {
    key: telling(order.keys)[0],
    wanted: skip + limit + 1,
    start: startOf(order, after),
  });
  const pages = new PageReader(statements, sought, order);
  const isCounted =
    query.count &&
    source.few !== undefined &&
    source.few <= LISTED &&
    source.total === undefined &&
    after === undefined;
  const { rows, total: found = source.total } = isCounted
    ? pages.readCounted(source, skip, limit + 1)
    : { rows: pages.read(source, after, skip, limit + 1) };
  const read = documentsAt(
    statements,
    partition,
    rows.slice(0, limit).map(([seq]) => seq),
    query,
    isShort,
  );
  if (!read) return undefined;
  const { count: length, ...documents } = read;
  const last = rows[length - 1];
  // A page that ends the list yields the total.
  const isEnd = after === undefined && rows.length <= limit && (rows.length > 0 || skip === 0);
  const total = predicates.length === 0 ? partition.state.rows : isEnd ? skip + rows.length : found;
  const counted = (): number =>
    countedTotal(statements, partition, predicates, mostCounted(query.count), most =>
      count(statements, planCount(sought, source, most !== undefined), most),
    );
  return {
    ...documents,
    ...(query.count && (total === undefined ? totalCounted(query.count, counted()) : { total })),
    ...(last &&
      rows.length > length && {
        nextCursor: encodeCursor(sort, cursorAt({ seq: last[0], keys: last.slice(1) })),
      }),
  };
}
