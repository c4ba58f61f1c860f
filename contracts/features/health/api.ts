import * as z from 'zod';
import { query } from '../../core/call.ts';

/**
 * How far a view is: the position of the last event that it holds. `isBehind`: the log holds more.
 * `paused`: why it stands still; what the read model or a projection said
 * of it is for administrators.
 */
const ViewHealth = z.object({
  position: z.string(),
  isBehind: z.boolean(),
  paused: z.string().nullable(),
});

/**
 * `starting`: what the log held when the process began cannot be read yet. `head`: the newest
 * position of the log, null when it cannot be reached. `isResuming`: what an earlier process left
 * unfinished (imports, deletions) is still looked for; all else is served.
 */
const Details = z.object({
  uptime: z.number(),
  head: z.string().nullable(),
  projections: z.record(z.string(), ViewHealth),
  damaged: z.int(),
  isResuming: z.boolean(),
});

/**
 * Everybody is told whether the server serves, and its version; administrators and programs on its
 * machine the rest.
 */
const State = z.object({
  status: z.enum(['ok', 'degraded', 'starting']),
  version: z.string(),
  ...Details.partial().shape,
});

export const health = query({
  name: 'health',
  call: 'GET /health',
  access: 'public',
  answer: State,
  summary:
    "Whether the server serves; 503 when it does not, or not yet. Administrators and programs on the server's machine are told how far it is.",
});

export const databaseHealth = query({
  name: 'database-health',
  call: 'GET /health/database',
  access: 'public',
  answer: z.object({
    status: State.shape.status,
    version: z.string(),
    eventStore: z.object({ head: z.string().nullable() }).optional(),
    readModel: z.object({ position: z.string() }).optional(),
  }),
  summary:
    "Whether event store and read model answer; where both are, for administrators and programs on the server's machine.",
});

export type Health = Pick<z.output<typeof State>, 'status' | 'version'> & z.output<typeof Details>;
