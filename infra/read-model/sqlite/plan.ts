import type { OrderKey, Tie } from './order.ts';
import { matchOf, proposed } from './full-text.ts';
import type { Partition } from './partition.ts';
import type { Predicate } from './predicate.ts';
import { allOf, sql, type Sql, type Statements } from './statements.ts';

/** Where documents come from. */
export interface Source {
  /** Before SELECT, and in FROM. */
  readonly prelude: Sql;
  readonly from: Sql;
  /** What they must pass. */
  readonly where: Sql;
  /** A document's place in created order. */
  readonly seq: string;
  /** They come in the sort's order by themselves. */
  readonly walked?: boolean;
}

const NOTHING = sql('');

/**
 * Which way finds a page soonest. SQLite keeps no statistics of tables that change all the time, so the choice is made
 * here, by looking how many rows each condition with an index would propose:
 * few: those are read and sorted; many: the table is walked in the sort's order until the page is full.
 * @param key the first one of the sort; undefined: created order
 * @param wanted documents of the page and those before it
 */
export function planPage(statements: Statements, partition: Partition, predicates: readonly Predicate[], key: OrderKey | undefined, wanted: number): Source {
  const { table, state } = partition;
  const where = allOf(predicates);
  if (!state.indexed) return { prelude: NOTHING, from: sql(table), where, seq: 'seq' };

  // Walking meets a match every rows/candidates rows: below this many candidates, reading them all is less work.
  const few = Math.ceil(Math.max(500, Math.sqrt(wanted * state.rows)));
  const match = matchOfAll(statements, partition, predicates);
  const chosen = fewest(statements, proposals(partition, predicates, match), few);
  if (chosen) return candidates(table, chosen, where);
  if (match !== undefined && key === undefined) return streamed(partition, match, where);
  if (key !== undefined && key.index === undefined) return { prelude: NOTHING, from: sql(table), where, seq: 'seq' };
  return walked(table, key?.index, where);
}

/**
 * The same for documents that are tied in the first keys of a sort.
 * @param key the first one in which they are not
 */
export function planTies(statements: Statements, partition: Partition, predicates: readonly Predicate[], ties: readonly Tie[], key: OrderKey | undefined, wanted: number): Source {
  const all = [...predicates, ...ties.map(tie => ({ ...tie, indexed: tie.index !== undefined }))];
  // An index has its ties in created order.
  const index = ties.findLast(tie => tie.index !== undefined)?.index;
  if (key === undefined && index !== undefined && ties.length === 1) return walked(partition.table, index, allOf(all));
  const source = planPage(statements, partition, all, key, wanted);
  return key === undefined && source.walked && index !== undefined ? walked(partition.table, index, source.where) : source;
}

const walked = (table: string, index: string | undefined, where: Sql): Source =>
  ({ prelude: NOTHING, from: sql(index === undefined ? `${table} NOT INDEXED` : `${table} INDEXED BY ${index}`), where, seq: 'seq', walked: true });

/** The source to count all matches from. */
export function planCount(statements: Statements, partition: Partition, predicates: readonly Predicate[]): Source {
  const where = allOf(predicates);
  // A condition with an index is SQLite's to choose; the text index it does not know.
  const match = predicates.some(({ indexed }) => indexed) ? undefined : matchOfAll(statements, partition, predicates);
  if (match !== undefined) return streamed(partition, match, where);
  return { prelude: NOTHING, from: sql(partition.table), where, seq: 'seq' };
}

/** What the text index is asked; undefined: nothing that it knows. */
function matchOfAll(statements: Statements, { textIndex }: Partition, predicates: readonly Predicate[]): string | undefined {
  const needles = predicates.flatMap(({ needle }) => needle ?? []);
  return needles.length > 0 ? matchOf(statements, textIndex, needles) : undefined;
}

function proposals(partition: Partition, predicates: readonly Predicate[], match: string | undefined): Sql[] {
  const byIndex = predicates.filter(({ indexed }) => indexed).map(({ text, params }) => sql(`SELECT seq FROM ${partition.table} WHERE ${text}`, ...params));
  return match === undefined ? byIndex : [...byIndex, proposed(partition.textIndex, match)];
}

/** The proposal with the fewest rows, if it has at most `few`. */
function fewest(statements: Statements, sources: readonly Sql[], few: number): Sql | undefined {
  let best: Sql | undefined;
  let bound = few + 1;
  for (const source of sources) {
    const [rows] = statements.row<[number]>(`SELECT count(*) FROM (${source.text} LIMIT ?)`, ...source.params, bound)!;
    if (rows < bound) [best, bound] = [source, rows];
  }
  return best;
}

const candidates = (table: string, { text, params }: Sql, where: Sql): Source => ({
  prelude: sql(`WITH candidates AS MATERIALIZED (${text})`, ...params),
  from: sql(`candidates CROSS JOIN ${table} USING (seq)`),
  where,
  seq: 'seq',
});

const streamed = ({ table, textIndex }: Partition, match: string, where: Sql): Source => ({
  prelude: NOTHING,
  from: sql(`${textIndex} CROSS JOIN ${table} ON seq = ${textIndex}.rowid`),
  where: allOf([sql(`${textIndex} MATCH ?`, match), where]),
  seq: `${textIndex}.rowid`,
});
