import {
  relationshipDocs,
  type RelationshipDoc,
} from '@hzm/projections/features/tables/relationships';
import type { Engine } from '@hzm/services/core/engine';
import { pages } from '@hzm/services/core/read-model/pages';

/** Returns the relationships whose target is a table. */
export async function relationshipsTo(
  { model }: Pick<Engine, 'model'>,
  tableId: string,
): Promise<readonly RelationshipDoc[]> {
  const found: RelationshipDoc[] = [];
  for await (const docs of pages(model, {
    collection: relationshipDocs,
    where: [{ path: 'targetTableId', op: 'eq', value: tableId }],
    limit: 500,
  }))
    found.push(...docs);
  return found;
}
