import { matching, matchOf, proposed } from './full-text.ts';
import { keySql, type OrderKey, type Tie, TRUE } from './order.ts';
import type { Partition } from './partition.ts';
import type { Predicate } from './predicate.ts';
import { allOf, sql, type Sql, type Statements } from './statements.ts';

/** Some documents. */
export interface Part {
  readonly from: Sql;
  /** What they must pass. */
  readonly where: Sql;
  /** A document's place in created order. */
  readonly seq: string;
}

/** Where documents come from. */
export interface Source extends Part {
  /** Before SELECT. */
  readonly prelude: Sql;
  /** More of them, of other places. Both are in created order, and read in no other. */
  readonly beside?: Part;
  /** They come in the sort's order by themselves. */
  readonly walked?: boolean;
  /**
   * So many candidates, few enough that to look at each of them again is cheaper than to find them
   * again.
   */
  readonly few?: number;
  /** How many there are, where finding them told. */
  readonly total?: number;
}

/**
 * What documents of a partition must pass, and what its text index is asked for that; undefined:
 * nothing that it knows.
 */
export interface Sought {
  readonly partition: Partition;
  readonly predicates: readonly Predicate[];
  readonly match: string | undefined;
}

const NOTHING = sql('');
/** So many candidates are always read. */
const FEW = 500;
/**
 * A proposal of more than this part of a table passes over too few to be worth finding all of it.
 */
const MANY = 4;
/**
 * So many candidates of the text index are handed on as a list, instead of being found a second
 * time; so many are counted as they are read, which holds all of them in memory.
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
 * A page that a way is looked for. `key`: the first one of its sort; undefined: created order.
 * `wanted`: its documents and those before it. `start`: where in the order of the key it begins.
 */
interface PageSought {
  readonly key: OrderKey | undefined;
  readonly wanted: number;
  readonly start: Sql;
}

/**
 * Which way finds a page soonest. SQLite keeps no statistics of tables that change all the time, so
 * the choice is made
 * here, by looking how many rows each condition with an index would propose:
 * few: those are read and sorted; many: the table is walked in the sort's order until the page is
 * full; those that are not proposed are passed over unread, if what is meant lies together far
 * away.
 * Of what is nothing but a piece of the order, no look is needed: it is walked.
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
  // Walking meets a match every rows/candidates rows: below this many candidates, reading them all
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
  // A condition with an index that is the only one has just been counted; the text index only
  // proposes.
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

/** The conditions that tell where in the order of a key to walk. */
const piecesOf = ({ predicates }: Sought, key: OrderKey | undefined): Predicate[] =>
  key?.index === undefined ? [] : predicates.filter(({ pieceOf }) => pieceOf === key.index);

/** What walking passes over unread, if the first `most` rows do not fill the page. */
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
 * The same for documents that are tied in the first keys of a sort.
 * @param key the first one in which they are not
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

/**
 * The source to count matches from, all of them or the first ones. @param page where those of the
 * page come from
 */
export function planCount(
  { partition, predicates, match }: Sought,
  page: Source,
  isBounded: boolean,
): Source {
  if (page.few !== undefined) return page;
  const where = allOf(predicates);
  // For all, a condition with an index is SQLite's to choose; the text index, which it does not
  // know, soonest has some.
  return match === undefined || (!isBounded && predicates.some(({ indexed }) => indexed))
    ? { prelude: NOTHING, from: sql(partition.table), where, seq: 'seq' }
    : streamed(partition, match, where);
}

/** Which rows may be meant, as `seq`. */
interface Proposal extends Sql {
  /** To be found once. */
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

/** A proposal that was looked at: how many rows it has, and which, as a list in JSON. */
interface Chosen extends Sql {
  readonly rows: number;
  readonly list?: string;
}

/**
 * The proposal with the fewest rows, if it has at most `few`. @param isStreamed what the text index
 * proposes comes in order by itself, so unless something else is few it need not be counted
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
