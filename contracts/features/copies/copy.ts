import * as z from 'zod';
import { Id } from '../../core/ids.ts';

/**
 * Progress of one table. `existing` rows were already there; `skipped` rows do not fit the schema
 * of the test environment.
 */
const CopiedTable = z
  .object({
    id: Id,
    name: z.string(),
    total: z.int(),
    copied: z.int(),
    existing: z.int(),
    skipped: z.int(),
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
    tables: z.array(CopiedTable),
  })
  .meta({ id: 'RowCopy' });
export type RowCopy = z.output<typeof RowCopy>;
