import * as z from 'zod';
import { command, nothing } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { Relationship, RelationshipType } from './relationship.ts';

const OfField = z.strictObject({ tableId: Id, fieldId: Id });

export const addRelationship = command({
  name: 'add-relationship',
  call: 'POST /tables/:tableId/fields/:fieldId/relationships',
  access: 'project:write',
  status: 201,
  params: OfField,
  body: z.strictObject({
    targetTableId: Id,
    targetFieldId: Id.meta({ description: 'The field that target rows are named by.' }),
    relationshipType: RelationshipType.default('one-to-many'),
    cascadeDelete: z.boolean().default(false),
  }),
  answer: z.object({ relationship: Relationship }),
  summary: 'Relate a field to another table',
  description:
    'Values of the field are ids of rows of the target table, lists of them in many-to-many. The field has a relational type and no relationship yet.',
});

export const removeRelationship = command({
  name: 'remove-relationship',
  call: 'DELETE /tables/:tableId/fields/:fieldId/relationships/:relationshipId',
  access: 'project:write',
  params: OfField.extend({ relationshipId: Id }),
  answer: nothing,
  summary: 'Remove a relationship',
  description: 'The values of the field stay.',
});
