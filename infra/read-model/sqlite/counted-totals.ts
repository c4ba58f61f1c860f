import { LRUCache } from 'lru-cache';
import type { Partition } from './partition.ts';
import { allOf, type Param, type Sql, type Statements } from './statements.ts';

/** Of how many documents, up to which position, a total was counted. */
interface Counted {
  readonly rows: number;
  readonly last: Param;
  readonly total: number;
}

/** Letters of all queries that are kept, and of one. */
const MAX_LETTERS = 2_000_000;
const MAX_QUERY = 5_000;
/** Of each reader of a file. */
const kept = new WeakMap<Statements, LRUCache<string, Counted>>();

/**
 * How many documents of a partition pass. Counting what many pass takes tens of milliseconds, and pages of a list, or people who look for the same word, ask for it again.
 * A total holds as long as its partition has as many documents up to the same last position: whatever is written has a later one, so these are the same documents.
 * @param most so many are counted; undefined: all
 * @param count counts them
 */
export function countedTotal(statements: Statements, { table, state }: Partition, predicates: readonly Sql[], most: number | undefined, count: (most: number | undefined) => number): number {
  // Without an index of positions the table is small.
  if (!state.indexed) return count(most);
  const totals = kept.get(statements) ?? new LRUCache({ maxSize: MAX_LETTERS, maxEntrySize: MAX_QUERY, sizeCalculation: (_, { length }) => length });
  kept.set(statements, totals);
  const { text, params } = allOf(predicates);
  const query = JSON.stringify([table, most, text, ...params.map(param => `${typeof param} ${String(param)}`)]);
  const { rows } = state;
  const [last] = statements.row<[Param]>(`SELECT max(pos) FROM ${table}`)!;
  const known = totals.get(query);
  if (known?.rows === rows && known.last === last) return known.total;
  const total = count(most);
  totals.set(query, { rows, last, total });
  return total;
}
