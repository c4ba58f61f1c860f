import { LRUCache } from 'lru-cache';
import { sql, type Sql, type Statements } from './statements.ts';

/**
 * The trigram index of a partition proposes rows that may contain a text in any member. The caller
 * checks the texts, so it may propose too many rows, never too few.
 */
const SEPARATOR = '\u0001';
/** Letters of a row's texts that are indexed; a longer row is always proposed. */
const LONGEST = 20_000;
const LONG = '\u0001\u0002\u0001';
/**
 * Bounds of a lookup: trigrams of a text whose rarity is sampled, rows sampled of each, and
 * trigrams used.
 */
const MAX_LOOKED_AT = 12;
const LOOK = 20;
const MAX_TRIGRAMS = 3;
const FEW = 100;
const IN_NO_WORD = /[^\p{L}\p{N}]/u;
/**
 * Lifetime of a sampled rarity, in milliseconds: sampling takes as long as half a page, and
 * searches repeat.
 */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;
/** Sampled rarities by reader of a file. They affect speed only, never results. */
const remembered = new WeakMap<Statements, LRUCache<string, number>>();

/** The parts of a partition used here. */
interface Indexed {
  readonly textIndex: string;
  readonly no: number;
  readonly state: { readonly rows: number; readonly unindexed?: number };
}

export const makeIndex = (name: string): string => `
  CREATE VIRTUAL TABLE ${name} USING fts5(texts, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1');
  ${mergeByHand(name)}`;

/**
 * Disables automatic merges, which FTS5 runs within a commit for hundreds of milliseconds after
 * many changes, except at 500 segments of one size.
 */
export const mergeByHand = (name: string): string =>
  `INSERT INTO ${name}(${name}, rank) VALUES ('automerge', 0), ('crisismerge', 500), ('usermerge', 8)`;

/**
 * Letters indexed for each page merged: four times the space that they take, so that segments stay
 * few.
 */
const LETTERS_PER_PAGE = 300;

/** Merges segments in proportion to the letters just indexed. */
export const merge = (name: string, letters: number): Sql =>
  sql(
    `INSERT INTO ${name}(${name}, rank) VALUES ('merge', ?)`,
    Math.ceil(letters / LETTERS_PER_PAGE),
  );

/** Pages merged in one step of a purge: 20 to 60 ms. */
const PAGES_TO_PURGE = 200;

/**
 * Merges the index into one segment, in steps, to remove deleted rows, which are only marked
 * before. @param isFirst starts the merge @returns whether more is left
 */
export function purge(statements: Statements, name: string, isFirst: boolean): boolean {
  const changes = (): number => statements.row<[number]>('SELECT total_changes()')![0];
  const before = changes();
  statements.run(
    `INSERT INTO ${name}(${name}, rank) VALUES ('merge', ?)`,
    isFirst ? -PAGES_TO_PURGE : PAGES_TO_PURGE,
  );
  // FTS5 changes fewer than two rows if there is nothing to merge.
  return changes() - before >= 2;
}

/** Returns the text to index for a row with these folded texts. */
export function indexedText(texts: readonly string[]): string {
  const joined = texts.join(SEPARATOR);
  return joined.length <= LONGEST ? joined : LONG + joined.slice(0, LONGEST).toWellFormed();
}

/** Whether a text has a trigram, for which it needs three letters. */
export const hasTrigrams = (needle: string): boolean =>
  needle.length >= 3 && Array.from(needle.slice(0, 6)).length >= 3;

/**
 * Matches the text index, without rows that wait to be indexed again (`text-indexer.ts`), which are
 * proposed separately. @param match made by `matchOf`
 */
export const matching = ({ textIndex, no, state: { unindexed } }: Indexed, match: string): Sql =>
  sql(
    `${textIndex} MATCH ?${unindexed ? ` AND NOT EXISTS (SELECT 1 FROM unindexed AS waiting WHERE waiting.partition = ${no} AND waiting.seq = ${textIndex}.rowid)` : ''}`,
    match,
  );

/** Selects the `seq` of rows that may match. @param match made by `matchOf` */
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
 * Returns the FTS5 query for rows that may contain all of these folded texts, by their rarest
 * trigrams: a common one would be read through in vain.
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
 * Returns trigrams spread over a text, preferably across word boundaries, where they are rarer than
 * within words.
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

/** Picks `most` members evenly from first to last. */
const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.length <= most
    ? all
    : Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))]!);

/**
 * Returns a few of the rarest trigrams by a sample of rows, ending when their matches are so few
 * that checking them takes less work than reading another trigram.
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

/** Returns the share of sampled rows with a trigram; 0 if so few have it that it suffices alone. */
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
