import { jsonBytes } from '@hzm/services/core/ports/byte-budget';
import type { Doc, Find, Found } from '@hzm/services/core/ports/read-model';
import { KeptDocuments } from './kept-documents.ts';
import type { Partition } from './partition.ts';
import type { Statements } from './statements.ts';
import { WhileUnchanged } from './while-unchanged.ts';

/** Cache entry of a query: asked once, too large, or its page. */
type Kept =
  | { readonly is: 'asked' | 'large' }
  | { readonly is: 'page'; readonly found: Found; readonly bytes: number };

/**
 * Bounds of all pages and of one, in bytes of JSON. A parsed page takes several times as much
 * memory.
 */
const MOST = 1_048_576;
const MOST_OF_ONE = 65_536;
/** Number of documents from which a page counts as large without weighing. */
const MANY = 1_000;

const pages = new WhileUnchanged<Kept>({
  most: MOST,
  mostOfOne: 2 * MOST_OF_ONE,
  sizeOf: kept => (kept.is === 'page' ? kept.bytes : 0),
});

const keyOf = ({
  ids,
  where,
  groups,
  search,
  searchIn,
  searchAlso,
  sort,
  skip,
  limit,
  cursor,
  count,
  bytes,
}: Find): string =>
  JSON.stringify(
    [ids, where, groups, search, searchIn, searchAlso, sort, skip, limit, cursor, count, bytes],
    exactly,
  );

export function pageKept(
  statements: Statements,
  partition: Partition | undefined,
  query: Find,
): Found | undefined {
  const known = partition && pages.get(statements, partition, keyOf(query));
  return known?.is === 'page' ? known.found : undefined;
}

/**
 * Caches a page that is asked for a second time while its partition is unchanged, as for a first
 * screen or a public site. Pages read once, as by a full export, evict nothing.
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

/** Erased documents must not stay in the cache. */
export const forgetPages = (statements: Statements): void => pages.forget(statements);

/** Spells out infinite numbers, which JSON would write as null. */
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

/** Weighs documents until the bound of one page is exceeded. */
function bytesOf(docs: readonly Doc[]): number {
  let bytes = 0;
  for (const doc of docs) if ((bytes += jsonBytes(doc)) > MOST_OF_ONE) break;
  return bytes;
}
