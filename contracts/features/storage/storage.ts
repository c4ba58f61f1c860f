import * as z from 'zod';

/**
 * Bytes of a project: current rows, its events in the log, and both. `maxStorage` bounds `bytes`,
 * -1 means none. `deletedBytes` is what the owner's deleted projects take, in the bin and, once they
 * are erased, in the log, with the same bound; null unless the owner or an administrator asks.
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
