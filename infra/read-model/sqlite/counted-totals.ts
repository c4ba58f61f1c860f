import type { Partition } from './partition.ts';
import { allOf, type Sql, type Statements } from './statements.ts';
import { WhileUnchanged } from './while-unchanged.ts';

const totals = new WhileUnchanged<number>({ most: 2_000_000, mostOfOne: 5_000, sizeOf: () => 0 });

/**
 * Returns the number of matching documents. Counting many takes tens of milliseconds and the same
 * total is asked for repeatedly, so it is cached. @param most bound; undefined counts all @param
 * count counts them
 */
export function countedTotal(
  statements: Statements,
  partition: Partition,
  predicates: readonly Sql[],
  most: number | undefined,
  count: (most: number | undefined) => number,
): number {
  const { text, params } = allOf(predicates);
  const query = JSON.stringify([
    most,
    text,
    ...params.map(param => `${typeof param} ${String(param)}`),
  ]);
  const known = totals.get(statements, partition, query);
  if (known !== undefined) return known;
  const total = count(most);
  totals.set(statements, partition, query, total);
  return total;
}
