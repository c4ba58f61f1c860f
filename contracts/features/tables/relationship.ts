import * as z from 'zod';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { fieldTypeGroups, type FieldType } from './field-types.ts';

export const RelationshipType = z.enum(['one-to-one', 'one-to-many', 'many-to-many']);

/** A relationship as its field keeps it: values of the field are ids of rows of the target table. */
export const KeptRelationship = z.strictObject({
  id: Id,
  targetTableId: Id,
  targetFieldId: Id,
  relationshipType: RelationshipType,
  cascadeDelete: z.boolean(),
  createdAt: Instant,
});
export type KeptRelationship = z.output<typeof KeptRelationship>;

export const Relationship = z
  .object({ ...KeptRelationship.shape, sourceFieldId: Id })
  .meta({ id: 'Relationship' });
export type Relationship = z.output<typeof Relationship>;

/** The relationships of a field with one, as export files have them. */
export const OneRelationship = z.tuple([Relationship]);

/** A field whose values are ids in a table that is about to change. */
export const PointingField = z
  .object({ tableId: Id, tableName: z.string(), fieldId: Id, fieldName: z.string() })
  .meta({ id: 'PointingField' });
export type PointingField = z.output<typeof PointingField>;

const relational: ReadonlySet<FieldType> = new Set(fieldTypeGroups.relational);

/** Whether fields of a type can have a relationship. */
export const isRelational = (type: FieldType): boolean => relational.has(type);

/** Returns the relationships of a field on the wire. */
export const relationshipsOf = (
  fieldId: string,
  { relationships = [] }: { readonly relationships?: readonly KeptRelationship[] | undefined },
): Relationship[] => relationships.map(one => ({ ...one, sourceFieldId: fieldId }));
