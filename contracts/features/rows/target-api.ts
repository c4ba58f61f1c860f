import * as z from 'zod';
import { count, query } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { PointingField, RelationshipType } from '../tables/relationship.ts';
import { fitOf } from './fit.ts';

export const listCandidates = query({
  name: 'list-candidates',
  call: 'GET /data/table/:tableId/fields/:fieldId/candidates',
  access: 'rows:read',
  params: z.strictObject({ tableId: Id, fieldId: Id }),
  query: z.strictObject({
    q: z.string().max(200).optional(),
    ids: z
      .string()
      .max(8_000)
      .regex(/^[0-9a-f-]+(?:,[0-9a-f-]+)*$/)
      .optional()
      .meta({ description: 'Only these rows, apart by commas; rows that are gone are missing.' }),
    limit: count(1, 200).default(20),
  }),
  answer: z.object({
    candidates: z.array(z.object({ id: Id, label: z.string() })),
    /** The field of the target table that rows are named by; null if the caller sees no text. */
    labelField: z.object({ id: Id, name: z.string() }).nullable(),
  }),
  summary: 'List rows that a related field can name',
  description:
    'Rows of the target table whose name contains `q`, named by the target field of the relationship or, if it holds no text, by the first text field.',
});

export const listPointing = query({
  name: 'list-pointing',
  call: 'GET /data/table/:tableId/rows/:rowId/pointing',
  access: 'rows:read',
  params: z.strictObject({ tableId: Id, rowId: Id }),
  answer: z.object({
    pointing: z.array(
      PointingField.extend({
        count: z.int().meta({ description: 'Counted up to 1,000.' }),
        cascadeDelete: z.boolean(),
      }),
    ),
  }),
  summary: 'Count the rows that point to a row',
  description: 'By the related fields that the caller sees, up to 100 of them.',
});

export const relationshipFit = query({
  name: 'relationship-fit',
  call: 'GET /tables/:tableId/fields/:fieldId/relationship-fit',
  access: 'project:write',
  showsRows: true,
  params: z.strictObject({ tableId: Id, fieldId: Id }),
  query: z.strictObject({
    targetTableId: Id,
    relationshipType: RelationshipType.default('one-to-many'),
  }),
  answer: z.object({
    fit: fitOf(['shape', 'missing', 'taken']),
  }),
  summary: 'Check values against a relationship',
  description: 'Counts the values that the relationship would not fit, and changes nothing.',
});
