import { LRUCache } from 'lru-cache';
import { sql, type Sql, type Statements } from './statements.ts';

/**
 * The trigram index of a partition: which rows may contain a text, in any member. It only proposes;
 * whoever asks looks at
 * the texts themselves, so it may propose too many rows, never too few.
 */
const SEPARATOR = '\u0001';
/** A text so long is indexed by its beginning, and its row proposed always. */
const LONGEST = 20_000;
const LONG = '\u0001\u0002\u0001';
/**
 * Of so many trigrams of a text it is looked how rare they are, in the first so many rows of each;
 * so many are asked for.
 */
const MAX_LOOKED_AT = 12;
const LOOK = 20;
const MAX_TRIGRAMS = 3;
const FEW = 100;
const IN_NO_WORD = /[^\p{L}\p{N}]/u;
/**
 * What was seen is believed for a minute, in milliseconds: a look takes as long as half a page, and
 * many look for the same words.
 */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;
/** Of each reader of a file. Only how soon something is found depends on it, never what. */
const remembered = new WeakMap<Statements, LRUCache<string, number>>();

/** What of a partition is looked at here. */
interface Indexed {
  readonly textIndex: string;
  readonly no: number;
  readonly state: { readonly rows: number; readonly unindexed?: number };
}

export const makeIndex = (name: string): string => `
  CREATE VIRTUAL TABLE ${name} USING fts5(texts, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1');
  ${mergeByHand(name)}`;

/**
 * Nothing is merged by itself: FTS5 does that within some commit, for hundreds of milliseconds
 * where many rows were changed. Only if it came to 500 pieces of a size it would.
 */
export const mergeByHand = (name: string): string =>
  `INSERT INTO ${name}(${name}, rank) VALUES ('automerge', 0), ('crisismerge', 500), ('usermerge', 8)`;

/**
 * Letters for which a page is merged: four times of what they take, so that there are never many
 * pieces to look through.
 */
const LETTERS_PER_PAGE = 300;

/** Merges some of what there is, as much as belongs to so many letters that were indexed. */
export const merge = (name: string, letters: number): Sql =>
  sql(
    `INSERT INTO ${name}(${name}, rank) VALUES ('merge', ?)`,
    Math.ceil(letters / LETTERS_PER_PAGE),
  );

/** How many pages are merged at once to purge an index: 20 to 60 ms. */
const PAGES_TO_PURGE = 200;

/**
 * Merges a piece of all there is into one, so that nothing of deleted rows is left: they are only
 * marked until then. Whether there is more. @param isFirst it was not begun yet
 */
export function purge(statements: Statements, name: string, isFirst: boolean): boolean {
  const changes = (): number => statements.row<[number]>('SELECT total_changes()')![0];
  const before = changes();
  statements.run(
    `INSERT INTO ${name}(${name}, rank) VALUES ('merge', ?)`,
    isFirst ? -PAGES_TO_PURGE : PAGES_TO_PURGE,
  );
  // FTS5 changes less than two rows where there is nothing to merge.
  return changes() - before >= 2;
}

/** What to index for a row with these folded texts. */
export function indexedText(texts: readonly string[]): string {
  const joined = texts.join(SEPARATOR);
  return joined.length <= LONGEST ? joined : LONG + joined.slice(0, LONGEST).toWellFormed();
}

/** Texts of fewer letters have no trigram. */
export const hasTrigrams = (needle: string): boolean =>
  needle.length >= 3 && Array.from(needle.slice(0, 6)).length >= 3;

/**
 * What of the index matches. What waits to be indexed again (`text-indexer.ts`) is proposed by
 * itself. @param match made by `matchOf`
 */
export const matching = ({ textIndex, no, state: { unindexed } }: Indexed, match: string): Sql =>
  sql(
    `${textIndex} MATCH ?${unindexed ? ` AND NOT EXISTS (SELECT 1 FROM unindexed AS waiting WHERE waiting.partition = ${no} AND waiting.seq = ${textIndex}.rowid)` : ''}`,
    match,
  );

/** The rows that may match, as `seq`. @param match made by `matchOf` */
export function proposed(partition: Indexed, match: string): Sql {
  const {
    textIndex,
    no,
    state: { unindexed },
  } = partition;
  const { text, params } = matching(partition, match);
  return sql(
    `SELECT rowid AS seq FROM ${textIndex} WHERE ${text}${unindexed ? ` UNION ALL SELECT seq FROM unindexed WHERE partition = ${no}` : ''}`,
    ...params,
  );
}

/**
 * Asks for the rows that may contain all of these folded texts, by the rarest of their trigrams:
 * what every row has would be read through and tell nothing.
 */
export const matchOf = (
  statements: Statements,
  partition: Indexed,
  needles: readonly string[],
): string =>
  needles
    .map(
      needle =>
        `((${rarest(statements, partition, trigramsOf(needle)).map(quoted).join(' AND ')}) OR ${quoted(LONG)})`,
    )
    .join(' AND ');

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/**
 * Some trigrams of a text: between its words, since what ends one word and begins the next is rarer
 * than what either has, and spread over it.
 */
function trigramsOf(needle: string): string[] {
  const letters = Array.from(needle).slice(0, 200);
  const all = Array.from({ length: letters.length - 2 }, (_, start) =>
    letters.slice(start, start + 3),
  );
  const between = spread(
    all.filter(([, middle]) => IN_NO_WORD.test(middle!)),
    MAX_LOOKED_AT / 2,
  );
  return [
    ...new Set(
      [...between, ...spread(all, MAX_LOOKED_AT - between.length)].map(trigram => trigram.join('')),
    ),
  ];
}

/** So many members of a list, from its beginning to its end. */
const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]!);

/**
 * A few trigrams that few rows have, as far as the first rows of each tell; no more than find so
 * few that to look at them is less work than to read what another one has.
 */
function rarest(
  statements: Statements,
  { textIndex: name, state: { rows } }: Indexed,
  trigrams: readonly string[],
): readonly string[] {
  if (trigrams.length <= MAX_TRIGRAMS) return trigrams;
  const looked: { readonly trigram: string; readonly share: number }[] = [];
  for (const trigram of trigrams) {
    const share = shareOf(statements, name, trigram);
    if (share === 0) return [trigram];
    looked.push({ trigram, share });
  }
  const asked: string[] = [];
  let expected = rows;
  for (const { trigram, share } of looked
    .toSorted((a, b) => a.share - b.share)
    .slice(0, MAX_TRIGRAMS)) {
    if (asked.length > 0 && expected < FEW) break;
    asked.push(trigram);
    expected *= share;
  }
  return asked;
}

/**
 * Which part of the first rows has a trigram; 0: so few have it that it is enough to ask for it
 * alone.
 */
function shareOf(statements: Statements, name: string, trigram: string): number {
  const known =
    remembered.get(statements) ?? new LRUCache({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  remembered.set(statements, known);
  const key = `${name} ${trigram}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const [rows, last] = statements.row<[number, number | null]>(
    `SELECT count(*), max(rowid) FROM (SELECT rowid FROM ${name} WHERE ${name} MATCH ? LIMIT ${LOOK})`,
    quoted(trigram),
  )!;
  const share = rows < LOOK ? 0 : rows / last!;
  known.set(key, share);
  return share;
}
