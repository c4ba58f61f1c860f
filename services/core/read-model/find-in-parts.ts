import { jsonBytes } from '../ports/byte-budget.ts';
import type { Doc, DocumentReader, Found, SourcedFind } from '../ports/read-model.ts';
import { slice } from '../ports/slices.ts';

/** Bytes of the documents found in one step, whose reading takes a slice of some milliseconds. */
const PART_BYTES = 262_144;

/**
 * Finds a page of documents that people make large, a few at a time, in slices: pages that are asked
 * for at one moment would take one turn of the event loop together. `bytes` bounds the page to
 * within a part.
 */
export async function findInParts<D extends Doc>(
  reader: Pick<DocumentReader, 'find'>,
  query: SourcedFind<D>,
): Promise<Pick<Found<D>, 'docs' | 'total' | 'nextCursor'>> {
  const { most = Infinity, perDocument = 0 } = query.bytes ?? {};
  const docs: D[] = [];
  let counted: Pick<Found<D>, 'total'> | undefined;
  let bytes = 0;
  for (let cursor: string | undefined; ;) {
    await slice();
    const found = await reader.find({
      ...query,
      limit: query.limit - docs.length,
      bytes: { most: PART_BYTES, perDocument },
      ...(cursor !== undefined && { cursor, skip: 0, count: false }),
    });
    counted ??= found.total === undefined ? {} : { total: found.total };
    for (const doc of found.docs) {
      docs.push(doc);
      bytes += jsonBytes(doc) + perDocument;
    }
    cursor = found.nextCursor;
    if (cursor === undefined) return { docs, ...counted };
    if (docs.length >= query.limit || bytes + PART_BYTES > most)
      return { docs, ...counted, nextCursor: cursor };
  }
}
