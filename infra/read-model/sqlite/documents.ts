import { ByteBudget, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { JsonList } from '@hzm/services/core/ports/json-list';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { bytewiseMembers, shown, type Members } from '@hzm/services/core/ports/shown';
import { parsed } from '../../sqlite/damage.ts';
import { documentOf, type DocumentRow } from './document.ts';
import type { Partition } from './partition.ts';
import { listOf, type Statements } from './statements.ts';

/**
 * Documents as objects, as a JSON list in UTF-8, or as JSON of the answer. JSON may come from
 * another thread.
 */
type Documents =
  | { readonly docs: readonly Doc[] }
  | { readonly json: Uint8Array }
  | { readonly shown: Pick<JsonList, 'bytes' | 'length'> };

export type Page = Omit<Found, 'docs' | 'bytewise' | 'json'> & Documents;

/**
 * Bounds of a short page, in documents and bytes. Longer ones become JSON of the answer at once;
 * short ones stay documents, which can be cached.
 */
export const SHORT_PAGE = 200;
const SHORT_BYTES = 524_288;
/** Documents parsed together while their JSON is made, and the bytes that end such a part. */
const SHOWN_TOGETHER = 500;
const SHOWN_BYTES = 1_048_576;

const fromOf = (table: string): string =>
  `FROM (SELECT value AS place FROM json_each(?)) CROSS JOIN ${table} ON seq = place`;

const fitting = (sizes: readonly number[], bytes: Find['bytes']): number => {
  const budget = new ByteBudget(bytes?.most ?? Infinity);
  const behind = sizes.findIndex(size => !budget.takes(size + (bytes?.perDocument ?? 0)));
  return behind < 0 ? sizes.length : behind;
};

/** Reads the sizes of stored documents without them. */
const sizesAt = (statements: Statements, table: string, places: readonly number[]): number[] =>
  statements
    .rows<[number]>(`SELECT octet_length(doc) ${fromOf(table)}`, listOf(places))
    .map(([one]) => one);

const isLarge = (sizes: readonly number[]): boolean =>
  sizes.reduce((sum, size) => sum + size, 0) > SHORT_BYTES;

/**
 * Reads the documents at these ranks, as many as fit. @param isShort if true, returns undefined for
 * a long page that is only passed on, and for one of large documents
 */
export function documentsAt(
  statements: Statements,
  { table, layout }: Partition,
  places: readonly number[],
  { bytes, members }: Pick<Find, 'bytes' | 'members'>,
  isShort: boolean,
): (Documents & { readonly count: number }) | undefined {
  const from = fromOf(table);
  if (layout.tellers.size > 0) {
    // Columns apart make documents larger, so that no more fit than by these sizes.
    const sizes = places.length > 1 ? sizesAt(statements, table, places) : places.map(() => 0);
    const near = places.slice(0, fitting(sizes, bytes));
    if (isShort && isLarge(sizes.slice(0, near.length))) return undefined;
    const docs = statements
      .rows<DocumentRow>(`SELECT ${layout.documentColumns} ${from}`, listOf(near))
      .map(document => documentOf(layout, document));
    const some = bytes ? docs.slice(0, fitting(docs.map(jsonBytes), bytes)) : docs;
    return { docs: some, count: some.length };
  }
  // The size precedes the text, so this is cheap. Mostly all fit.
  const size = bytes
    ? statements.row<[number]>(`SELECT total(octet_length(doc)) ${from}`, listOf(places))![0] +
      places.length * (bytes.perDocument ?? 0)
    : 0;
  const count =
    bytes && size > bytes.most ? fitting(sizesAt(statements, table, places), bytes) : places.length;
  const fit = count === places.length ? places : places.slice(0, count);
  if (!members || (count <= SHORT_PAGE && size <= SHORT_BYTES))
    return { json: jsonAt(statements, table, fit), count };
  return isShort ? undefined : { shown: shownAt(statements, table, fit, members), count };
}

/** Reads all documents as one blob: separate texts would each be decoded. */
function jsonAt(statements: Statements, table: string, places: readonly number[]): Uint8Array {
  return statements.row<[Uint8Array]>(
    `SELECT CAST('[' || ifnull(group_concat(doc), '') || ']' AS BLOB) ${fromOf(table)}`,
    listOf(places),
  )![0];
}

/** Keeps texts undecoded, with one part of the documents in memory at a time. */
function shownAt(
  statements: Statements,
  table: string,
  places: readonly number[],
  members: Members,
): JsonList {
  const named = bytewiseMembers(members);
  const parts: Uint8Array[] = [];
  const sizes = sizesAt(statements, table, places);
  for (let [from, to] = [0, 0]; from < places.length; from = to) {
    statements.check();
    for (let bytes = 0; to < places.length && to - from < SHOWN_TOGETHER; to++)
      if ((bytes += sizes[to]!) > SHOWN_BYTES && to > from) break;
    const json = jsonAt(statements, table, places.slice(from, to));
    const docs = parsed<Doc[]>(
      Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('latin1'),
    );
    const text = JSON.stringify(docs.map(doc => shown(doc, named))).slice(1, -1);
    parts.push(Buffer.from((from === 0 ? '[' : ',') + text, 'latin1'));
  }
  parts.push(Buffer.from(places.length === 0 ? '[]' : ']'));
  return new JsonList(parts, places.length);
}
