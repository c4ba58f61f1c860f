import { matching, matchOf, proposed } from './full-text.ts';
import { keySql, type OrderKey, type Tie, TRUE } from './order.ts';
import type { Partition } from './partition.ts';
import type { Predicate } from './predicate.ts';
import { allOf, sql, type Sql, type Statements } from './statements.ts';

export interface Part {
  readonly from: Sql;
  readonly where: Sql;
  /** Expression of the rank in created order. */
  readonly seq: string;
}

/** The source of a page's documents. */
export interface Source extends Part {
  /** SQL before SELECT. */
  readonly prelude: Sql;
  /** Further documents, disjoint from these. Both parts are read in created order only. */
  readonly beside?: Part;
  /** Whether the source is in the sort's order by itself. */
  readonly walked?: boolean;
  /**
   * Number of candidates, if so few that checking each again is cheaper than finding them again.
   */
  readonly few?: number;
  /** Number of documents, if finding them yielded it. */
  readonly total?: number;
}

/**
 * Conditions on documents of a partition, and the text-index query for them; undefined if the index
 * knows none.
 */
export interface Sought {
  readonly partition: Partition;
  readonly predicates: readonly Predicate[];
  readonly match: string | undefined;
}

const NOTHING = sql('');
/** Number of candidates that are always read. */
const FEW = 500;
/**
 * Divisor of the table's rows; a larger proposal skips too few rows to be worth finding completely.
 */
const MANY = 4;
/**
 * Bounds the candidates of the text index that are passed on as a list instead of being found
 * twice, and those counted while reading, which holds them in memory.
 */
export const LISTED = 10_000;

export function soughtIn(
  statements: Statements,
  partition: Partition,
  predicates: readonly Predicate[],
): Sought {
  const needles = predicates.flatMap(({ needle }) => needle ?? []);
  return {
    partition,
    predicates,
    match: needles.length > 0 ? matchOf(statements, partition, needles) : undefined,
  };
}

/**
 * A page to plan for. `key` is the first of its sort, undefined for created order; `wanted` counts
 * its documents and those before it; `start` is its start in the order of the key.
 */
interface PageSought {
  readonly key: OrderKey | undefined;
  readonly wanted: number;
  readonly start: Sql;
}

/**
 * Chooses the cheapest way to find a page by the rows that each indexed condition proposes (SQLite
 * keeps no statistics). Few: read and sort them. Many: walk the table in the sort's order, skipping
 * other rows unread if the matches are clustered far away. A section of the order is just walked.
 */
export function planPage(statements: Statements, sought: Sought, page: PageSought): Source {
  const { key, wanted } = page;
  const { partition, predicates, match } = sought;
  const { table, state } = partition;
  const where = allOf(predicates);
  if (!state.indexed) return { prelude: NOTHING, from: sql(table), where, seq: 'seq' };
  const pieces = piecesOf(sought, key);
  if (pieces.length > 0 && pieces.length === predicates.length)
    return walked(table, key?.index, where);

  const isStreamed = match !== undefined && key === undefined;
  // Walking meets a match every rows/candidates rows; below this many candidates, reading them all
  // is less work. The text index meets one sooner.
  const few = isStreamed ? FEW : Math.ceil(Math.max(FEW, Math.sqrt(wanted * state.rows)));
  const all = proposals(sought);
  const chosen = fewest(statements, all, few, isStreamed);
  if (chosen?.list !== undefined)
    return candidates(
      table,
      sql('AS MATERIALIZED (SELECT value FROM json_each(?))', chosen.list),
      where,
      chosen.rows,
    );
  // The only condition, if it has an index, has just been counted; the text index only proposes.
  if (chosen)
    return {
      ...candidates(table, sql(`AS (${chosen.text})`, ...chosen.params), where, chosen.rows),
      ...(predicates.length === 1 && match === undefined && { total: chosen.rows }),
    };
  if (isStreamed) return streamed(partition, match, where);
  if (key !== undefined && key.index === undefined)
    return { prelude: NOTHING, from: sql(table), where, seq: 'seq' };
  return walked(
    table,
    key?.index,
    allOf([...passedOver(statements, sought, all, page, Math.ceil(few / MANY)), where]),
  );
}

/** Returns the conditions that bound the walk in the order of a key. */
const piecesOf = ({ predicates }: Sought, key: OrderKey | undefined): Predicate[] =>
  key?.index === undefined ? [] : predicates.filter(({ pieceOf }) => pieceOf === key.index);

/**
 * Returns the conditions that let the walk skip rows unread if its first `most` rows do not fill
 * the page.
 */
function passedOver(
  statements: Statements,
  sought: Sought,
  all: readonly Proposal[],
  { key, wanted, start: behind }: PageSought,
  most: number,
): Sql[] {
  if (key?.index === undefined || all.length === 0) return [];
  const {
    partition: { table, state },
    predicates,
  } = sought;
  const where = allOf(predicates);
  const start = allOf([behind, ...piecesOf(sought, key)]);
  const first = `SELECT seq FROM ${table} INDEXED BY ${key.index} WHERE ${start.text} ORDER BY ${keySql(key)} LIMIT ?`;
  const [met] = statements.row<[number]>(
    `SELECT count(*) FROM (SELECT 1 FROM (${first}) CROSS JOIN ${table} USING (seq) WHERE ${where.text} LIMIT ?)`,
    ...start.params,
    most,
    ...where.params,
    wanted,
  )!;
  const many = met < wanted ? fewest(statements, all, Math.floor(state.rows / MANY)) : undefined;
  return many
    ? [
        many.list === undefined
          ? sql(`seq IN (${many.text})`, ...many.params)
          : sql('seq IN (SELECT value FROM json_each(?))', many.list),
      ]
    : [];
}

/**
 * Plans a page of documents tied in the first keys of a sort. @param key the first key in which
 * they differ
 */
export function planTies(
  statements: Statements,
  sought: Sought,
  ties: readonly Tie[],
  key: OrderKey | undefined,
  wanted: number,
): Source {
  const { partition } = sought;
  const all = [
    ...sought.predicates,
    ...ties.map(tie => ({ ...tie, indexed: tie.index !== undefined })),
  ];
  // An index has its ties in created order.
  const index = ties.findLast(tie => tie.index !== undefined)?.index;
  if (key === undefined && index !== undefined && ties.length === 1)
    return walked(partition.table, index, allOf(all));
  const source = planPage(statements, { ...sought, predicates: all }, { key, wanted, start: TRUE });
  return key === undefined && source.walked && index !== undefined
    ? walked(partition.table, index, source.where)
    : source;
}

const candidates = (table: string, as: Sql, where: Sql, few: number): Source => ({
  prelude: sql(`WITH candidates(seq) ${as.text}`, ...as.params),
  from: sql(`candidates CROSS JOIN ${table} USING (seq)`),
  where,
  seq: 'seq',
  few,
});

const walked = (table: string, index: string | undefined, where: Sql): Source => ({
  prelude: NOTHING,
  from: sql(index === undefined ? `${table} NOT INDEXED` : `${table} INDEXED BY ${index}`),
  where,
  seq: 'seq',
  walked: true,
});

/** Returns the source for counting all or the first matches. @param page the source of the page */
export function planCount(
  { partition, predicates, match }: Sought,
  page: Source,
  isBounded: boolean,
): Source {
  if (page.few !== undefined) return page;
  const where = allOf(predicates);
  // To count all, SQLite chooses among its indexes; for the first ones, the text index, which
  // SQLite cannot estimate, is fastest.
  return match === undefined || (!isBounded && predicates.some(({ indexed }) => indexed))
    ? { prelude: NOTHING, from: sql(partition.table), where, seq: 'seq' }
    : streamed(partition, match, where);
}

/** Selects the `seq` of rows that may match. */
interface Proposal extends Sql {
  /** Whether the rows come from the text index, to be found only once. */
  readonly isText?: true;
}

function proposals({ partition, predicates, match }: Sought): Proposal[] {
  const byIndex = predicates
    .filter(({ indexed }) => indexed)
    .map(({ text, params }) => sql(`SELECT seq FROM ${partition.table} WHERE ${text}`, ...params));
  return match === undefined
    ? byIndex
    : [...byIndex, { ...proposed(partition, match), isText: true }];
}

/** A proposal that was counted, with its rows as a JSON list. */
interface Chosen extends Sql {
  readonly rows: number;
  readonly list?: string;
}

/**
 * Returns the proposal with the fewest rows, if at most `few`. @param isStreamed whether the text
 * index yields its rows in order, so that they need no count unless another proposal has few
 */
function fewest(
  statements: Statements,
  all: readonly Proposal[],
  few: number,
  isStreamed = false,
): Chosen | undefined {
  let best: Chosen | undefined;
  let bound = few + 1;
  const guard = allOf(statements.guard);
  for (const one of all) {
    if (one.isText && isStreamed && best === undefined) continue;
    const isListed = one.isText && few <= LISTED;
    const [rows, list] = statements.row<[number, string?]>(
      `SELECT count(*)${isListed ? ', json_group_array(seq)' : ''} FROM (${one.text} LIMIT ?) WHERE ${guard.text}`,
      ...one.params,
      bound,
    )!;
    if (rows < bound)
      [best, bound] = [
        { ...sql(one.text, ...one.params), rows, ...(list !== undefined && { list }) },
        rows,
      ];
  }
  return best;
}

function streamed(partition: Partition, match: string, where: Sql): Source {
  const {
    table,
    textIndex,
    no,
    state: { unindexed },
  } = partition;
  return {
    prelude: NOTHING,
    from: sql(`${textIndex} CROSS JOIN ${table} ON seq = ${textIndex}.rowid`),
    where: allOf([matching(partition, match), where]),
    seq: `${textIndex}.rowid`,
    ...(unindexed && {
      beside: {
        from: sql(`unindexed CROSS JOIN ${table} USING (seq)`),
        where: allOf([sql(`partition = ${no}`), where]),
        seq: 'seq',
      },
    }),
  };
}
