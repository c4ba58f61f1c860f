import type { Collection } from '@hzm/contracts/core/collection';
import { EVERYBODY } from '@hzm/projections/features/administration/administration';
import { rowDocs } from '@hzm/projections/features/rows/rows';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { DocumentReader } from '@hzm/services/core/ports/read-model';

const PAGE = 500;

/** The partitions of a partitioned collection: one for each table, or one for all. */
export const partitionsOf = (model: DocumentReader) => async (collection: Collection): Promise<readonly string[]> => {
  if (collection.name !== rowDocs.name) return [EVERYBODY];
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page: { readonly docs: readonly { readonly id: string }[]; readonly nextCursor?: string } = await model.find({ collection: tableDocs, limit: PAGE, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.docs.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
};
