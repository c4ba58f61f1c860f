import * as z from 'zod';
import { Actor } from '../../core/actor.ts';
import { Instant } from '../../core/call.ts';
import { Id } from '../../core/ids.ts';
import { FieldType } from './field-types.ts';

export const BinEntry = z
  .object({
    id: Id,
    kind: z.enum(['table', 'field']),
    tableId: Id,
    tableName: z.string().meta({ description: 'The table, or the table of the field.' }),
    name: z.string(),
    type: FieldType.nullable().meta({ description: 'Null for a table.' }),
    fieldCount: z.int().meta({ description: 'Fields of a table.' }),
    rowCount: z.int().meta({ description: 'Rows of a table.' }),
    deletedAt: Instant,
    deletedBy: Actor,
    until: Instant.nullable().meta({
      description: 'The end of its stay; null: it stays as long as the project.',
    }),
    isTableDeleted: z.boolean().meta({
      description: 'Whether the table of a field is in the bin, and must come back first.',
    }),
  })
  .meta({ id: 'BinEntry' });
export type BinEntry = z.output<typeof BinEntry>;
