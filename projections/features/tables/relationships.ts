import type { Change } from '@hzm/contracts/core/change';
import { collection } from '@hzm/contracts/core/collection';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  fieldAdded,
  fieldChanged,
  fieldRemoved,
  fieldRestored,
  relationshipAdded,
  relationshipRemoved,
  tableDeleted,
  tableRestored,
  type FieldShape,
} from '@hzm/contracts/features/tables/events';
import type { KeptRelationship } from '@hzm/contracts/features/tables/relationship';
import { drop, dropWhere, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** The relationship of a field, by the field's id; fields in the bin have none here. */
export type RelationshipDoc = Omit<KeptRelationship, 'id' | 'createdAt'> & {
  readonly id: string;
  readonly projectId: string;
  readonly tableId: string;
};

export const relationshipDocs = collection<RelationshipDoc>({
  name: 'relationships',
  owner: 'projectId',
  indexes: [['targetTableId'], ['tableId'], ['projectId']],
});

type OfTable = { readonly projectId: string; readonly tableId: string };

const putFor = (
  { projectId, tableId }: OfTable,
  fieldId: string,
  { targetTableId, targetFieldId, relationshipType, cascadeDelete }: KeptRelationship,
): Change =>
  put(relationshipDocs, {
    id: fieldId,
    projectId,
    tableId,
    targetTableId,
    targetFieldId,
    relationshipType,
    cascadeDelete,
  });

const ofField = ({
  data,
}: {
  readonly data: OfTable & { readonly fieldId: string; readonly field: FieldShape };
}): readonly Change[] => {
  const [relationship] = data.field.relationships ?? [];
  return [
    relationship ? putFor(data, data.fieldId, relationship) : drop(relationshipDocs, data.fieldId),
  ];
};

/** The relationships of the fields that are there, found by the table that they point to. */
export const relationships = projection({
  name: 'relationships',
  version: 1,
  collections: [relationshipDocs],
  on: [
    on(fieldAdded, ofField),
    on(fieldChanged, ofField),
    on(fieldRestored, ofField),
    on(relationshipAdded, ({ data }) => [putFor(data, data.fieldId, data.relationship)]),
    on(relationshipRemoved, ({ data }) => [drop(relationshipDocs, data.fieldId)]),
    on(fieldRemoved, ({ data }) => [drop(relationshipDocs, data.fieldId)]),
    on(tableDeleted, ({ data }) => [dropWhere(relationshipDocs, { tableId: data.tableId })]),
    on(tableRestored, ({ data }) =>
      data.fields.flatMap(({ id, field: { relationships: [relationship] = [] } }) =>
        relationship ? [putFor(data, id, relationship)] : [],
      ),
    ),
    on(projectDeleted, ({ data }) => [dropWhere(relationshipDocs, { projectId: data.projectId })]),
  ],
});
