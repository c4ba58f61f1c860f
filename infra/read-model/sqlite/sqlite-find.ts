import { ByteBudget, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { parsed } from '../../sqlite/damage.ts';
import { documentOf, type DocumentRow } from './document.ts';
import { orderOf } from './order.ts';
import { count, PageReader, type Row } from './page.ts';
import type { Partition } from './partition.ts';
import { planCount } from './plan.ts';
import { predicatesOf } from './predicate.ts';
import { listOf, type Statements } from './statements.ts';

/** Answers a query from one partition. @throws BadCursor */
export function findIn(statements: Statements, partition: Partition | undefined, query: Find): Found {
  const { sort, skip = 0, limit } = query;
  const after = query.cursor === undefined ? undefined : decodeCursor(sort, query.cursor);
  const predicates = partition === undefined || partition.state.width === 0 ? undefined : predicatesOf(partition, query.where ?? [], query.search);
  if (partition === undefined || predicates === undefined) return { docs: [], ...(query.count && { total: 0 }) };

  const order = orderOf(partition, sort);
  // One more than asked for tells whether there is a next page.
  const rows = new PageReader(statements, partition, predicates, order).read(after, skip, limit + 1);
  const docs = documentsOf(statements, partition, rows.slice(0, limit), query.bytes);
  const last = rows[docs.length - 1];
  // A page that ends the list tells how long it is.
  const isEnd = after === undefined && rows.length <= limit && (rows.length > 0 || skip === 0);
  const total = (): number => (predicates.length === 0 ? partition.state.rows : isEnd ? skip + rows.length : count(statements, planCount(statements, partition, predicates)));
  return {
    docs,
    ...(query.count && { total: total() }),
    ...(last && rows.length > docs.length && { nextCursor: encodeCursor(sort, { seq: last[0], keys: last.slice(1) }) }),
  };
}

/** As many documents as fit; no other is read. */
function documentsOf(statements: Statements, { table, layout }: Partition, rows: readonly Row[], bytes: Find['bytes']): Doc[] {
  const from = `FROM (SELECT value AS place FROM json_each(?)) CROSS JOIN ${table} ON seq = place`;
  const fitting = (sizes: readonly number[]): number => {
    const budget = new ByteBudget(bytes?.most ?? Infinity);
    const behind = sizes.findIndex(size => !budget.takes(size + (bytes?.perDocument ?? 0)));
    return behind < 0 ? sizes.length : behind;
  };
  const places = listOf(rows.map(([seq]) => seq));
  if (layout.tellers.size > 0) {
    const docs = statements.rows<DocumentRow>(`SELECT ${layout.documentColumns} ${from}`, places).map(document => documentOf(layout, document));
    return bytes ? docs.slice(0, fitting(docs.map(jsonBytes))) : docs;
  }
  // The size stands before the text.
  const count = bytes ? fitting(statements.rows<[number]>(`SELECT octet_length(doc) ${from}`, places).map(([size]) => size)) : rows.length;
  const texts = statements.rows<[string]>(`SELECT doc ${from}`, count === rows.length ? places : listOf(rows.slice(0, count).map(([seq]) => seq)));
  // Many are parsed together: that is faster.
  return parsed<Doc[]>(`[${texts.map(([text]) => text).join(',')}]`);
}
