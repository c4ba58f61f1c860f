import { ByteBudget, jsonBytes } from '@hzm/services/core/ports/byte-budget';
import { JsonList } from '@hzm/services/core/ports/json-list';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { bytewiseMembers, shown, type Members } from '@hzm/services/core/ports/shown';
import { parsed } from '../../sqlite/damage.ts';
import { documentOf, type DocumentRow } from './document.ts';
import type { Partition } from './partition.ts';
import { listOf, type Statements } from './statements.ts';

/**
 * Documents, JSON of them in UTF-8, a list, or JSON of what is answered for them. They may come
 * from another thread.
 */
type Documents =
  | { readonly docs: readonly Doc[] }
  | { readonly json: Uint8Array }
  | { readonly shown: Pick<JsonList, 'bytes' | 'length'> };

/** The result of a find. */
export type Page = Omit<Found, 'docs' | 'bytewise' | 'json'> & Documents;

/**
 * Larger pages are shown where they are found; of a smaller one the documents are answered, which
 * can be kept.
 */
export const SHORT_PAGE = 200;
const SHORT_BYTES = 524_288;
/** Documents that are parsed together while their JSON is made. */
const SHOWN_TOGETHER = 500;

const fromOf = (table: string): string =>
  `FROM (SELECT value AS place FROM json_each(?)) CROSS JOIN ${table} ON seq = place`;

const fitting = (sizes: readonly number[], bytes: Find['bytes']): number => {
  const budget = new ByteBudget(bytes?.most ?? Infinity);
  const behind = sizes.findIndex(size => !budget.takes(size + (bytes?.perDocument ?? 0)));
  return behind < 0 ? sizes.length : behind;
};

/**
 * The documents at these places, as many as fit; no other is read. @param isShort a long page that
 * is only passed on is not read: undefined
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
    const docs = statements
      .rows<DocumentRow>(`SELECT ${layout.documentColumns} ${from}`, listOf(places))
      .map(document => documentOf(layout, document));
    const some = bytes ? docs.slice(0, fitting(docs.map(jsonBytes), bytes)) : docs;
    return { docs: some, count: some.length };
  }
  // The size stands before the text. Mostly all of them fit.
  const size = bytes
    ? statements.row<[number]>(`SELECT total(octet_length(doc)) ${from}`, listOf(places))![0] +
      places.length * (bytes.perDocument ?? 0)
    : 0;
  const count =
    bytes && size > bytes.most
      ? fitting(
          statements
            .rows<[number]>(`SELECT octet_length(doc) ${from}`, listOf(places))
            .map(([one]) => one),
          bytes,
        )
      : places.length;
  const fit = count === places.length ? places : places.slice(0, count);
  if (!members || (count <= SHORT_PAGE && size <= SHORT_BYTES))
    return { json: jsonAt(statements, table, fit), count };
  return isShort ? undefined : { shown: shownAt(statements, table, fit, members), count };
}

/** One value, and its bytes: a text for each would be decoded for itself. */
function jsonAt(statements: Statements, table: string, places: readonly number[]): Uint8Array {
  return statements.row<[Uint8Array]>(
    `SELECT CAST('[' || ifnull(group_concat(doc), '') || ']' AS BLOB) ${fromOf(table)}`,
    listOf(places),
  )![0];
}

/** Texts are not decoded, and the documents of a part are in memory at once. */
function shownAt(
  statements: Statements,
  table: string,
  places: readonly number[],
  members: Members,
): JsonList {
  const named = bytewiseMembers(members);
  const parts: Uint8Array[] = [];
  for (let from = 0; from < places.length; from += SHOWN_TOGETHER) {
    statements.check();
    const json = jsonAt(statements, table, places.slice(from, from + SHOWN_TOGETHER));
    const docs = parsed<Doc[]>(
      Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('latin1'),
    );
    const text = JSON.stringify(docs.map(doc => shown(doc, named))).slice(1, -1);
    parts.push(Buffer.from((from === 0 ? '[' : ',') + text, 'latin1'));
  }
  parts.push(Buffer.from(places.length === 0 ? '[]' : ']'));
  return new JsonList(parts, places.length);
}
