import * as z from 'zod';

/**
 * The storage of a project: `rowBytes` of its rows as they are, `historyBytes` of all its events in
 * the log, `bytes` of both together.
 * `maxStorage`: what its owner's plan allows of `bytes`, -1 without a limit. `deletedBytes`: what
 * the
 * owner's deleted projects left in the log, of which the plan allows as much;
 * null unless the owner or an administrator asks.
 */
export const ProjectUsage = z
  .object({
    rows: z.int(),
    rowBytes: z.int(),
    historyBytes: z.int(),
    bytes: z.int(),
    maxStorage: z.int(),
    deletedBytes: z.int().nullable(),
  })
  .meta({ id: 'ProjectUsage' });
export type ProjectUsage = z.output<typeof ProjectUsage>;
