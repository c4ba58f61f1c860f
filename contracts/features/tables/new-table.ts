import * as z from 'zod';
import { list } from '../../core/shapes.ts';
import { FieldType } from './field-types.ts';
import { GivenValidation } from './field-validation.ts';
import { RelationshipType } from './relationship.ts';
import { FieldDescription, FieldName, TableName } from './table.ts';

const NewField = z.strictObject({
  name: FieldName,
  type: FieldType,
  required: z.boolean().default(false),
  description: FieldDescription.default(''),
  validation: GivenValidation.default({}),
  relatesTo: z
    .strictObject({
      table: TableName,
      field: FieldName,
      relationshipType: RelationshipType.default('one-to-many'),
      cascadeDelete: z.boolean().default(false),
    })
    .optional()
    .meta({
      description:
        'A table of the same call by its name, and the field that its rows are named by.',
    }),
});

/** A table that is created with its fields. */
export const NewTable = z.strictObject({
  name: TableName,
  fields: list(NewField, { min: 0, max: 40 }).default([]),
});
export type NewTable = z.output<typeof NewTable>;
