import * as z from 'zod';
import { query } from '../../core/call.ts';

/**
 * Progress of a view: the position of its last handled event, and whether the log has newer ones.
 * `paused` is the kind of failure; only administrators see its details.
 */
const ViewHealth = z.object({
  position: z.string(),
  isBehind: z.boolean(),
  paused: z.string().nullable(),
});

/**
 * `head` is the newest position of the log, null if unreachable. `isResuming` means that imports
 * and deletions of an earlier process are still being looked for; everything else works.
 */
const Details = z.object({
  uptime: z.number(),
  head: z.string().nullable(),
  projections: z.record(z.string(), ViewHealth),
  damaged: z.int(),
  isResuming: z.boolean(),
});

/**
 * The public part is `status` and `version`; only administrators and programs on the server's
 * machine see the rest. `starting` means that the views have not yet caught up with the log at
 * start.
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
  isUnrecorded: true,
  summary: "Check the server's health",
  description:
    "Answers 503 if the server does not serve, or not yet. Administrators and programs on the server's machine also see the views' progress.",
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
  isUnrecorded: true,
  summary: 'Check the stores',
  description:
    "Answers whether event store and read model respond; administrators and programs on the server's machine also see their positions.",
});

export type Health = Pick<z.output<typeof State>, 'status' | 'version'> & z.output<typeof Details>;
