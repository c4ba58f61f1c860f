import type { KeysetCursor } from '../cursor.ts';
import type { Key } from '../value.ts';
import { type Order, type KeyRange, rangesAfter } from './order.ts';
import type { Source } from './plan.ts';
import { allOf, sql, type Sql, type Statements } from './statements.ts';

/** Where a document lies: its place and its sort key. Its text is read by the place: it may be large, and sorted only what tells the order. */
export type Row = readonly [seq: number, key: Key];

/** Where `limit` documents of a source lie, in order, after a place and `skip` more. */
export function readPage(statements: Statements, source: Source, order: Order, after: KeysetCursor | undefined, skip: number, limit: number): Row[] {
  const runs = rangesAfter(order, after, source.seq);
  if (runs.length === 1) return readRun(statements, source, order, runs[0]!, skip, limit);
  const rows: Row[] = [];
  for (const run of runs) if (rows.length < skip + limit) rows.push(...readRun(statements, source, order, run, 0, skip + limit - rows.length));
  return rows.slice(skip);
}

function readRun(statements: Statements, source: Source, order: Order, run: KeyRange, skip: number, limit: number): Row[] {
  const read = (where: Sql, by: string, from: number, most: number): Row[] => select(statements, source, `seq, ${order.key ?? 'NULL'}`, where, by, from, most);
  const direction = order.descending ? ' DESC' : '';
  if (run.tied) return read(run.where, 'seq', skip, limit);
  if (order.key === undefined) return read(run.where, source.seq + direction, skip, limit);
  const sorted = `${order.key}${direction}, seq`;
  if (!source.walked || !order.descending) return read(run.where, sorted, skip, limit);

  // Backwards, an index has ties in the wrong order, and sorting them would read all of a tie as large as the table. So:
  // the key the page ends in, what lies before that key (no more than the page and what is skipped), then its ties forwards.
  const [end] = select<[Key]>(statements, source, order.key, run.where, `${order.key} DESC`, skip + limit - 1, 1);
  if (end === undefined) return read(run.where, sorted, skip, limit);
  const before = allOf([run.where, end[0] === null ? sql(`${order.key} IS NOT NULL`) : sql(`${order.key} > ?`, end[0])]);
  const ties = allOf([run.where, end[0] === null ? sql(`${order.key} IS NULL`) : sql(`${order.key} = ?`, end[0])]);
  const rows = read(before, sorted, skip, limit);
  const skipped = skip === 0 || rows.length > 0 ? skip : Math.min(skip, count(statements, { ...source, where: allOf([source.where, before]) }));
  return [...rows, ...read(ties, 'seq', skip - skipped, limit - rows.length)];
}

export function count(statements: Statements, { prelude, from, where }: Source): number {
  const [total] = statements.row<[number]>(`${prelude.text} SELECT count(*) FROM ${from.text} WHERE ${where.text}`, ...prelude.params, ...from.params, ...where.params)!;
  return total;
}

function select<R extends readonly unknown[] = Row>(statements: Statements, source: Source, what: string, run: Sql, by: string, skip: number, limit: number): R[] {
  const { prelude, from } = source;
  const where = allOf([source.where, run]);
  const text = `${prelude.text} SELECT ${what} FROM ${from.text} WHERE ${where.text} ORDER BY ${by} LIMIT ? OFFSET ?`;
  return statements.rows<R>(text, ...prelude.params, ...from.params, ...where.params, limit, skip);
}
