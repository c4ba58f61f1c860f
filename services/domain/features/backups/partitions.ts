import type { Collection } from '@hzm/contracts/core/collection';
import { EVERYBODY } from '@hzm/projections/features/administration/administration';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { binDocs, binRowDocs } from '@hzm/projections/features/tables/bin';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { threadTextDocs } from '@hzm/projections/features/threads/documents';
import type { DocumentReader } from '@hzm/services/core/ports/read-model';
import { pages } from '@hzm/services/core/read-model/pages';

const PAGE_DOCUMENTS = 500;

/** Collections with a partition for each document of another one. */
const owners: ReadonlyMap<string, readonly Collection[]> = new Map<string, readonly Collection[]>([
  [rowDocs.name, [tableDocs, binDocs]],
  [binRowDocs.name, [tableDocs, binDocs]],
  [threadTextDocs.name, [projectDocs]],
]);

/**
 * Lists the partitions of a partitioned collection: one for each table or project, or one for all.
 */
export const partitionsOf =
  (model: DocumentReader) =>
  async (collection: Collection): Promise<readonly string[]> => {
    const owning = owners.get(collection.name);
    if (!owning) return [EVERYBODY];
    const ids: string[] = [];
    for (const owner of owning)
      for await (const docs of pages(model, { collection: owner, limit: PAGE_DOCUMENTS }))
        ids.push(...docs.map(({ id }) => id));
    return ids;
  };
