import type { Doc } from '@hzm/contracts/core/change';
import { letGo } from '../ports/memory.ts';
import type { DocumentReader, SourcedFind } from '../ports/read-model.ts';
import { slice, type Pause } from '../ports/slices.ts';

/** A query whose results are all read. */
export type WholeFind<D extends Doc> = SourcedFind<D> & {
  readonly skip?: never;
  readonly cursor?: never;
  readonly count?: never;
};

/**
 * Reads all results of a query by pages and yields to other requests in between. `limit` and
 * `bytes` bound one page.
 * @throws Unavailable, errors of `pause`
 */
export async function* pages<D extends Doc>(
  reader: Pick<DocumentReader, 'find'>,
  query: WholeFind<D>,
  pause: Pause = slice,
): AsyncGenerator<readonly D[], void> {
  for (let cursor: string | undefined; ;) {
    await pause();
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
