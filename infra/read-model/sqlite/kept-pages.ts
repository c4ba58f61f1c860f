import { jsonBytes } from '@hzm/services/core/ports/byte-budget';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { KeptDocuments } from './kept-documents.ts';
import type { Partition } from './partition.ts';
import type { Statements } from './statements.ts';
import { WhileUnchanged } from './while-unchanged.ts';

/** What is kept of a query: that it was asked, that its page is too large, or its page. */
type Kept =
  | { readonly is: 'asked' | 'large' }
  | { readonly is: 'page'; readonly found: Found; readonly bytes: number };

/**
 * In bytes of JSON: of all pages, and of one. Parsed, a page takes several times as much memory.
 */
const MOST = 1_048_576;
const MOST_OF_ONE = 65_536;
/** So many documents are not weighed. */
const MANY = 1_000;

const pages = new WhileUnchanged<Kept>({
  most: MOST,
  mostOfOne: 2 * MOST_OF_ONE,
  sizeOf: kept => (kept.is === 'page' ? kept.bytes : 0),
});

/** Identifies a query among those of its partition. */
const keyOf = ({
  ids,
  where,
  search,
  searchIn,
  sort,
  skip,
  limit,
  cursor,
  count,
  bytes,
}: Find): string =>
  JSON.stringify([ids, where, search, searchIn, sort, skip, limit, cursor, count, bytes], exactly);

/** The page of a query, if it is kept. */
export function pageKept(
  statements: Statements,
  partition: Partition | undefined,
  query: Find,
): Found | undefined {
  const known = partition && pages.get(statements, partition, keyOf(query));
  return known?.is === 'page' ? known.found : undefined;
}

/**
 * Keeps what a query found, if it was asked for before while its partition was as it was. Such a
 * page is kept since many look at the same one: what everybody sees first, or what a
 * site shows to its visitors. Pages that are asked for once, as by who reads all of a table, push
 * out none.
 */
export function keepPage(
  statements: Statements,
  partition: Partition | undefined,
  query: Find,
  found: Found,
): void {
  if (partition === undefined) return;
  const key = keyOf(query);
  const known = pages.get(statements, partition, key);
  if (known?.is !== 'large')
    pages.set(statements, partition, key, known === undefined ? { is: 'asked' } : pageOf(found));
}

/** What was deleted for good is not kept in memory, either. */
export const forgetPages = (statements: Statements): void => pages.forget(statements);

/** What JSON has no number for, it would write as null, one like the other. */
const exactly = (_: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;

function pageOf(found: Found): Kept {
  const bytes =
    found instanceof KeptDocuments
      ? found.bytes
      : found.docs.length > MANY
        ? Infinity
        : bytesOf(found.docs);
  return bytes > MOST_OF_ONE ? { is: 'large' } : { is: 'page', found, bytes };
}

/** Weighs no more documents than it takes to be too large. */
function bytesOf(docs: readonly Doc[]): number {
  let bytes = 0;
  for (const doc of docs) if ((bytes += jsonBytes(doc)) > MOST_OF_ONE) break;
  return bytes;
}
