import { ByteBudget, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { mostCounted, totalCounted } from '../bounded-total.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { countedTotal } from './counted-totals.ts';
import { documentOf, type DocumentRow } from './document.ts';
import { orderOf, startOf, telling } from './order.ts';
import { count, PageReader, type Row } from './page.ts';
import type { Partition } from './partition.ts';
import { LISTED, planCount, planPage, soughtIn } from './plan.ts';
import { predicatesOf } from './predicate.ts';
import { listOf, type Statements } from './statements.ts';

/** Documents, or JSON of them in UTF-8, a list. */
type Documents = { readonly docs: readonly Doc[] } | { readonly json: Uint8Array };

/** Answers a query from one partition; what a document is whole is not parsed. @throws BadCursor */
export function findIn(statements: Statements, partition: Partition | undefined, query: Find): Omit<Found, 'docs' | 'bytewise'> & Documents {
  const { sort, skip = 0, limit } = query;
  const after = query.cursor === undefined ? undefined : decodeCursor(sort, query.cursor);
  const predicates = partition === undefined || partition.state.width === 0 ? undefined : predicatesOf(partition, query.where ?? [], query.search);
  if (partition === undefined || predicates === undefined) return { docs: [], ...(query.count && { total: 0 }) };

  const order = orderOf(partition, sort);
  // One more than asked for tells whether there is a next page.
  const sought = soughtIn(statements, partition, predicates);
  const source = planPage(statements, sought, { key: telling(order.keys)[0], wanted: skip + limit + 1, start: startOf(order, after) });
  const pages = new PageReader(statements, sought, order);
  const isCounted = query.count && source.few !== undefined && source.few <= LISTED && source.total === undefined && after === undefined;
  const { rows, total: found = source.total } = isCounted ? pages.readCounted(source, skip, limit + 1) : { rows: pages.read(source, after, skip, limit + 1) };
  const { count: length, ...documents } = documentsOf(statements, partition, rows.slice(0, limit), query.bytes);
  const last = rows[length - 1];
  // A page that ends the list tells how long it is.
  const isEnd = after === undefined && rows.length <= limit && (rows.length > 0 || skip === 0);
  const total = predicates.length === 0 ? partition.state.rows : isEnd ? skip + rows.length : found;
  const counted = (): number => countedTotal(statements, partition, predicates, mostCounted(query.count), most => count(statements, planCount(sought, source, most !== undefined), most));
  return {
    ...documents,
    ...(query.count && (total === undefined ? totalCounted(query.count, counted()) : { total })),
    ...(last && rows.length > length && { nextCursor: encodeCursor(sort, { seq: last[0], keys: last.slice(1) }) }),
  };
}

/** As many documents as fit; no other is read. */
function documentsOf(statements: Statements, { table, layout }: Partition, rows: readonly Row[], bytes: Find['bytes']): Documents & { readonly count: number } {
  const from = `FROM (SELECT value AS place FROM json_each(?)) CROSS JOIN ${table} ON seq = place`;
  const fitting = (sizes: readonly number[]): number => {
    const budget = new ByteBudget(bytes?.most ?? Infinity);
    const behind = sizes.findIndex(size => !budget.takes(size + (bytes?.perDocument ?? 0)));
    return behind < 0 ? sizes.length : behind;
  };
  const places = listOf(rows.map(([seq]) => seq));
  if (layout.tellers.size > 0) {
    const docs = statements.rows<DocumentRow>(`SELECT ${layout.documentColumns} ${from}`, places).map(document => documentOf(layout, document));
    const some = bytes ? docs.slice(0, fitting(docs.map(jsonBytes))) : docs;
    return { docs: some, count: some.length };
  }
  // The size stands before the text. Mostly all of them fit.
  const size = bytes ? statements.row<[number]>(`SELECT total(octet_length(doc)) ${from}`, places)![0] + rows.length * (bytes.perDocument ?? 0) : 0;
  const count = bytes && size > bytes.most ? fitting(statements.rows<[number]>(`SELECT octet_length(doc) ${from}`, places).map(([one]) => one)) : rows.length;
  // One value, and its bytes: a text for each would be decoded for itself.
  const [json] = statements.row<[Uint8Array]>(`SELECT CAST('[' || ifnull(group_concat(doc), '') || ']' AS BLOB) ${from}`, count === rows.length ? places : listOf(rows.slice(0, count).map(([seq]) => seq)))!;
  return { json, count };
}
