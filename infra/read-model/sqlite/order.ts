import type { Find } from '@hzm/services/core/ports/read-model';
import type { KeysetCursor } from '../cursor.ts';
import type { Partition } from './partition.ts';
import { sql, type Sql } from './statements.ts';

/** A sort in SQL. Without `key` it is the created order itself. */
export interface Order {
  readonly key: string | undefined;
  readonly descending: boolean;
  /** The index in the order of `key`. */
  readonly index: string | undefined;
}

export function orderOf(partition: Partition, sort: Find['sort']): Order {
  const descending = sort?.descending ?? false;
  const by = sort?.by ?? 'created';
  if (by === 'created') return { key: undefined, descending, index: undefined };
  if (by === 'changed') return { key: 'pos', descending, index: partition.state.indexed ? `${partition.table}_pos` : undefined };
  const path = partition.pathSql(by.path);
  // Where no document holds anything, all are tied.
  return path ? { key: path.order, descending, index: path.index } : { key: undefined, descending: false, index: undefined };
}

/** A run of documents that an index gives in its order; runs follow each other. */
export interface KeyRange {
  readonly where: Sql;
  /** True: all of one key, so in created order. */
  readonly tied: boolean;
}

/** The runs behind a place (or all): one for its ties, one for what follows; nothing has no size, so it is apart. `seq` is the place in created order. */
export function rangesAfter({ key, descending }: Order, after: KeysetCursor | undefined, seq: string): KeyRange[] {
  if (after === undefined) return [{ where: sql('TRUE'), tied: false }];
  if (key === undefined) return [{ where: sql(`${seq} ${descending ? '<' : '>'} ?`, after.seq), tied: false }];
  const ties = (where: Sql): KeyRange => ({ where: { text: `${where.text} AND ${seq} > ?`, params: [...where.params, after.seq] }, tied: true });
  if (after.key === null) {
    const rest: KeyRange[] = descending ? [] : [{ where: sql(`${key} IS NOT NULL`), tied: false }];
    return [ties(sql(`${key} IS NULL`)), ...rest];
  }
  const rest: KeyRange = { where: sql(`${key} ${descending ? '<' : '>'} ?`, after.key), tied: false };
  return [ties(sql(`${key} = ?`, after.key)), rest, ...(descending ? [{ where: sql(`${key} IS NULL`), tied: true }] : [])];
}
