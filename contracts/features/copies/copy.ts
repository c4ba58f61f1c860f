import * as z from 'zod';
import { Id } from '../../core/ids.ts';

/**
 * Progress of one table. `existing` rows were already there; `skipped` rows do not fit the schema
 * of the test environment; `files` of copied rows are left out.
 */
const CopiedTable = z
  .object({
    id: Id,
    name: z.string(),
    total: z.int(),
    copied: z.int(),
    existing: z.int(),
    skipped: z.int(),
    files: z.int().meta({ description: 'Files of copied rows, which stay in live.' }),
  })
  .meta({ id: 'CopiedTable' });
type CopiedTable = z.output<typeof CopiedTable>;

/**
 * Progress of a copy of rows. `total` counts the live rows at its start; `tables` are those of the
 * test environment.
 */
export const RowCopy = z
  .object({
    id: Id,
    state: z.enum(['running', 'done', 'failed', 'stopped']),
    copied: z.int(),
    total: z.int(),
    files: z.int(),
    tables: z.array(CopiedTable),
  })
  .meta({ id: 'RowCopy' });
export type RowCopy = z.output<typeof RowCopy>;
