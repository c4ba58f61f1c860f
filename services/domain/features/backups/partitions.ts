import type { Collection } from '@hzm/contracts/core/collection';
import { EVERYBODY } from '@hzm/projections/features/administration/administration';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import { threadTextDocs } from '@hzm/projections/features/threads/documents';
import type { DocumentReader } from '@hzm/services/core/ports/read-model';
import { pages } from '@hzm/services/core/read-model/pages';

const PAGE_DOCUMENTS = 500;

/** Collections with a partition for each document of another one. */
const owners: ReadonlyMap<string, Collection> = new Map<string, Collection>([
  [rowDocs.name, tableDocs],
  [threadTextDocs.name, projectDocs],
]);

/**
 * Lists the partitions of a partitioned collection: one for each table or project, or one for all.
 */
export const partitionsOf =
  (model: DocumentReader) =>
  async (collection: Collection): Promise<readonly string[]> => {
    const owner = owners.get(collection.name);
    if (!owner) return [EVERYBODY];
    const ids: string[] = [];
    for await (const docs of pages(model, { collection: owner, limit: PAGE_DOCUMENTS }))
      ids.push(...docs.map(({ id }) => id));
    return ids;
  };
