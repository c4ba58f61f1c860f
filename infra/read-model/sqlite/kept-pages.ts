import type { Find, Found } from '@hzm/services/core/ports/read-model';
import { KeptDocuments } from './kept-documents.ts';
import type { Partition } from './partition.ts';
import type { Statements } from './statements.ts';
import { WhileUnchanged } from './while-unchanged.ts';

/** Parsed, a page takes several times as much memory as its JSON. */
const pages = new WhileUnchanged<{ readonly found: Found | undefined }>({ most: 1_048_576, mostOfOne: 65_536, sizeOf: ({ found }) => (found instanceof KeptDocuments ? found.bytes : 0) });

/**
 * What a query finds. A page that is asked for again while its partition is as it was is kept from then on, since many look at the same one: what everybody sees first, or what a
 * site shows to its visitors. Pages that are asked for once, as by who reads all of a table, push out none.
 * @param find finds it
 */
export function keptPage(statements: Statements, partition: Partition | undefined, query: Find, find: () => Found): Found {
  if (partition === undefined) return find();
  const { where, search, sort, skip, limit, cursor, count, bytes } = query;
  const key = JSON.stringify([where, search, sort, skip, limit, cursor, count, bytes]);
  const known = pages.get(statements, partition, key);
  if (known?.found) return known.found;
  const found = find();
  if (found instanceof KeptDocuments) pages.set(statements, partition, key, { found: known ? found : undefined });
  return found;
}
