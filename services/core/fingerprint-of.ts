import type { Doc } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import { Fingerprint } from './fingerprint.ts';
import { SYSTEM, type DocumentReader } from './ports/read-model.ts';

const PAGE_DOCUMENTS = 100;
const PAGE_BYTES = 1_048_576;

/**
 * Reads every document of some collections, page by page, in bounded memory. What expires is left
 * out: stores forget it in their own time.
 * @param partitionsOf the partitions that there are of a collection that has some
 * @param rest called behind each page with the milliseconds it took
 */
export async function fingerprintOf(
  reader: DocumentReader,
  collections: readonly Collection[],
  partitionsOf: (collection: Collection) => Promise<readonly string[]>,
  rest: (took: number) => Promise<void>,
): Promise<Fingerprint> {
  const fingerprint = new Fingerprint();
  for (const collection of collections.filter(({ expires }) => !expires)) {
    for (const partition of collection.partitioned ? await partitionsOf(collection) : [undefined]) {
      const of = { collection: collection.name, ...(partition !== undefined && { partition }) };
      let cursor: string | undefined;
      do {
        const from = performance.now();
        const page: { docs: readonly Doc[]; nextCursor?: string } = await reader.find({
          collection,
          limit: PAGE_DOCUMENTS,
          bytes: { most: PAGE_BYTES },
          ...(partition !== undefined && { partition }),
          ...SYSTEM,
          ...(cursor !== undefined && { cursor }),
        });
        for (const doc of page.docs) fingerprint.add(of, doc);
        cursor = page.nextCursor;
        await rest(performance.now() - from);
      } while (cursor !== undefined);
    }
  }
  return fingerprint;
}
