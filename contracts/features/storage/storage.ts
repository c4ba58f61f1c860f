import * as z from 'zod';

/**
 * The storage of a project: `rowBytes` of its rows as they are, `historyBytes` of all its events in the log, `bytes` of both together.
 * `maxStorage`: what its owner's plan allows of `bytes`, -1 without a limit.
 */
export const ProjectUsage = z.object({ rows: z.int(), rowBytes: z.int(), historyBytes: z.int(), bytes: z.int(), maxStorage: z.int() })
  .meta({ id: 'ProjectUsage' });
export type ProjectUsage = z.output<typeof ProjectUsage>;
