import { ByteBudget } from '@hzm/services/core/ports/byte-budget';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { parsed } from './damage.ts';
import { orderOf } from './order.ts';
import { count, PageReader, type Row } from './page.ts';
import type { Partition } from './partition.ts';
import { planCount } from './plan.ts';
import { predicatesOf } from './predicate.ts';
import type { Statements } from './statements.ts';

/** Answers a query from one partition. @throws BadCursor */
export function findIn(statements: Statements, partition: Partition | undefined, query: Find): Found {
  const { sort, skip = 0, limit } = query;
  const after = query.cursor === undefined ? undefined : decodeCursor(sort, query.cursor);
  const predicates = partition === undefined || partition.state.width === 0 ? undefined : predicatesOf(partition, query.where ?? [], query.search);
  if (partition === undefined || predicates === undefined) return { docs: [], ...(query.count && { total: 0 }) };

  const order = orderOf(partition, sort);
  // One more than asked for tells whether there is a next page.
  const rows = new PageReader(statements, partition, predicates, order).read(after, skip, limit + 1);
  const texts = textsOf(statements, partition, rows.slice(0, limit), query.bytes);
  const last = rows[texts.length - 1];
  return {
    docs: parsed<Doc[]>(`[${texts.join(',')}]`),
    ...(query.count && { total: predicates.length === 0 ? partition.state.rows : count(statements, planCount(partition, predicates)) }),
    ...(last && rows.length > texts.length && { nextCursor: encodeCursor(sort, { seq: last[0], keys: last.slice(1) }) }),
  };
}

/** The documents' texts, as many as fit. */
function textsOf(statements: Statements, { table }: Partition, rows: readonly Row[], bytes: Find['bytes']): string[] {
  const budget = new ByteBudget(bytes?.most ?? Infinity);
  const texts: string[] = [];
  for (const [seq] of rows) {
    const [text, size] = statements.row<[string, number]>(`SELECT doc, octet_length(doc) FROM ${table} WHERE seq = ?`, seq)!;
    if (!budget.takes(size + (bytes?.perDocument ?? 0))) break;
    texts.push(text);
  }
  return texts;
}
