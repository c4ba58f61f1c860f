import type { Doc } from '@hzm/contracts/core/change';
import { letGo } from '../ports/memory.ts';
import type { DocumentReader, SourcedFind } from '../ports/read-model.ts';
import { slice } from '../ports/slices.ts';

/**
 * Reads all results of a query by pages and yields to other requests in between. `limit` and
 * `bytes` bound one page.
 * @throws Unavailable
 */
export async function* pages<D extends Doc>(
  reader: Pick<DocumentReader, 'find'>,
  query: SourcedFind<D> & {
    readonly skip?: never;
    readonly cursor?: never;
    readonly count?: never;
  },
): AsyncGenerator<readonly D[], void> {
  for (let cursor: string | undefined; ;) {
    await slice();
    const passed = letGo();
    const { docs, nextCursor } = await reader.find({
      ...query,
      ...(cursor !== undefined && { cursor }),
    });
    yield docs;
    passed();
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}
