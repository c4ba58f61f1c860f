import * as z from 'zod';
import { Id } from '../../core/ids.ts';

/**
 * What became of the rows of one table. `existing`: they were there already; `skipped`: they do not
 * fit the test environment's schema.
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
 * How far a copy of rows is. `total`: how many rows live had when it began; `tables`: of the test
 * environment.
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
