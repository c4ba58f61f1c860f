import { sql, type Sql } from './statements.ts';

/**
 * The trigram index of a partition: which rows may contain a text, in any member. It only proposes; whoever asks looks at
 * the texts themselves, so it may propose too many rows, never too few.
 */
const SEPARATOR = '\u0001';
/** A text so long is indexed by its beginning, and its row proposed always. */
const LONGEST = 20_000;
const LONG = '\u0001\u0002\u0001';
const MAX_TRIGRAMS = 6;

// Larger merges, less often, than FTS5 does by itself: cheaper single inserts for somewhat more segments to read.
export const makeIndex = (name: string): string => `
  CREATE VIRTUAL TABLE ${name} USING fts5(texts, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1');
  INSERT INTO ${name}(${name}, rank) VALUES ('automerge', 8), ('crisismerge', 32);`;

/** What to index for a row with these folded texts. */
export function indexedText(texts: readonly string[]): string {
  const joined = texts.join(SEPARATOR);
  return joined.length <= LONGEST ? joined : LONG + joined.slice(0, LONGEST).toWellFormed();
}

/** Texts of fewer letters have no trigram. */
export const hasTrigrams = (needle: string): boolean => needle.length >= 3 && Array.from(needle.slice(0, 6)).length >= 3;

/** The rows that may contain all of these folded texts, as `seq`. */
export const proposed = (name: string, needles: readonly string[]): Sql => sql(`SELECT rowid AS seq FROM ${name} WHERE ${name} MATCH ?`, matchOf(needles));

export const matchOf = (needles: readonly string[]): string => needles.map(needle => `((${trigramsOf(needle).map(quoted).join(' AND ')}) OR ${quoted(LONG)})`).join(' AND ');

const quoted = (trigram: string): string => `"${trigram.replaceAll('"', '""')}"`;

/** Some trigrams of a text, spread over it. */
function trigramsOf(needle: string): string[] {
  const letters = Array.from(needle).slice(0, 200);
  const last = letters.length - 3;
  const count = Math.min(MAX_TRIGRAMS, Math.ceil(last / 3) + 1);
  const starts = Array.from({ length: count }, (_, i) => (count === 1 ? 0 : Math.round((i * last) / (count - 1))));
  return [...new Set(starts.map(start => letters.slice(start, start + 3).join('')))];
}
