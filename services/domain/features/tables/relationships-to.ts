import type { PointingField } from '@hzm/contracts/features/tables/relationship';
import type { Field } from '@hzm/contracts/features/tables/table';
import {
  relationshipDocs,
  type RelationshipDoc,
} from '@hzm/projections/features/tables/relationships';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
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

/** Names the field that has a relationship; undefined if it is not among these of its table. */
export function pointingIn(
  table: Pick<TableDoc, 'name'>,
  fields: readonly Field[],
  { tableId, id: fieldId }: RelationshipDoc,
): PointingField | undefined {
  const field = fields.find(({ id }) => id === fieldId);
  return field && { tableId, tableName: table.name, fieldId, fieldName: field.name };
}
