import type { Doc } from '@hzm/contracts/core/change';
import type { Collection } from '@hzm/contracts/core/collection';
import { SYSTEM, type DocumentReader } from '../ports/read-model.ts';
import { Fingerprint } from './fingerprint.ts';

const PAGE_DOCUMENTS = 100;
const PAGE_BYTES = 1_048_576;

/**
 * Reads every document of some collections by pages, in bounded memory. Skips expiring documents,
 * which stores drop at their own times.
 * @param partitionsOf returns the partitions of a partitioned collection
 * @param rest called after each page with its duration in milliseconds
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
